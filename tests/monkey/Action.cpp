#include "Action.h"

#include <QStringList>

#include <array>

namespace headlight::monkey {
namespace {

// The names are in the order of Kind.
constexpr std::array kNames{"move",    "press", "release", "wheel", "key",    "type",   "commit", "clip",
                            "resize",  "menu",  "example", "open",  "file",   "answer", "spin",   "set",
                            "disturb", "fail",  "kill",    "pause", "settle", "check"};
static_assert(kNames.size() == static_cast<std::size_t>(Kind::Check) + 1);

/// Writes every character that is not printable ASCII as \uXXXX, so that lone surrogates and line ends survive.
QString escaped(const QString& text) {
    QString line;
    for (const QChar c : text)
        if (c.unicode() >= 0x20 && c.unicode() < 0x7F && c != u'\\')
            line += c;
        else
            line += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    return line;
}

std::optional<QString> unescaped(const QString& line) {
    QString text;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] != u'\\') {
            text += line[i];
            continue;
        }
        bool isHex = false;
        const QString digits = line.mid(i + 2, 4);
        const ushort code = digits.toUShort(&isHex, 16);
        if (!isHex || digits.size() != 4 || line.mid(i, 2) != QStringLiteral("\\u")) return std::nullopt;
        text += QChar(code);
        i += 5;
    }
    return text;
}

} // namespace

QString lineOf(const Action& action) {
    const QString start = QStringLiteral("%1 %2 %3 %4")
                              .arg(QLatin1String(kNames[static_cast<std::size_t>(action.kind)]))
                              .arg(action.x)
                              .arg(action.y)
                              .arg(action.n);
    return action.text.isEmpty() ? start : start + QLatin1Char(' ') + escaped(action.text);
}

std::optional<Action> actionOf(const QString& line) {
    const QStringList words = line.split(QLatin1Char(' '));
    if (words.size() < 4) return std::nullopt;
    Action action;
    const auto name = std::ranges::find_if(kNames, [&](const char* n) { return words[0] == QLatin1String(n); });
    if (name == kNames.end()) return std::nullopt;
    action.kind = static_cast<Kind>(name - kNames.begin());
    int* const numbers[] = {&action.x, &action.y, &action.n};
    for (int i = 0; i < 3; ++i) {
        bool isNumber = false;
        *numbers[i] = words[i + 1].toInt(&isNumber);
        if (!isNumber) return std::nullopt;
    }
    const auto text = unescaped(words.mid(4).join(QLatin1Char(' ')));
    if (!text) return std::nullopt;
    action.text = *text;
    return action;
}

} // namespace headlight::monkey
