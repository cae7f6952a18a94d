#include "words/tokenText.h"

#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QStringList>
#include <QTextDocument>

#include <algorithm>
#include <unordered_map>

namespace headlight {
namespace {

/// Returns the sign of a blank or control character; 0 if it needs none.
char16_t signOf(char32_t c) {
    if (c == U'\n' || c == U'\r' || c == 0x2028 || c == 0x2029) return u'⏎';
    if (c == U'\t') return u'⇥';
    if (c < 0x20) return static_cast<char16_t>(0x2400 + c); // ␀ and its neighbours
    if (c == 0x7f) return u'␡';
    if ((c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef)) return u'\ufffd'; // noncharacters, which XML forbids
    return QChar::isSpace(c) ? u'␣' : u'\0';
}

bool isInvisible(char32_t c) {
    const auto category = QChar::category(c);
    return category == QChar::Other_Format || category == QChar::Other_Control ||
           category == QChar::Other_NotAssigned || category == QChar::Other_PrivateUse;
}

QString hex(char32_t c) { return QStringLiteral("U+%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper(); }

QString withSigns(const auto& points, bool blanksStay) {
    QString shown;
    for (const char32_t c : points) {
        const char16_t sign = blanksStay && c == U' ' ? u'\0' : signOf(c);
        shown += sign ? QString(QChar(sign)) : QString::fromUcs4(&c, 1);
    }
    return shown;
}

QString decoded(const std::string& utf8) {
    QString text = QString::fromStdString(utf8);
    if (utf8.starts_with("\xEF\xBB\xBF")) text.prepend(QChar(0xfeff)); // Qt leaves a byte order mark out
    return text;
}

QString ofTokens(const char* words) { return QCoreApplication::translate("Tokens", words); }

} // namespace

QString shownToken(const std::string& utf8) {
    const auto points = decoded(utf8).toUcs4();
    const bool isVisible = std::ranges::any_of(points, [](char32_t c) { return signOf(c) || !isInvisible(c); });
    if (points.isEmpty() || !isVisible) return codePoints(utf8, 2);
    const QString shown = withSigns(points, false);
    return QChar::isMark(points.front()) ? QChar(0x25cc) + shown : shown;
}

QString shownToken(const Tokens& tokens, int place) {
    return shownToken(tokens.texts.at(static_cast<std::size_t>(place))) + placeMark(tokens, place);
}

QString shownLine(const QString& text) { return withSigns(text.toUcs4(), true); }

QString quotedToken(const std::string& utf8) { return QStringLiteral(u"“\u2068%1\u2069”").arg(shownToken(utf8)); }

QString codePoints(const std::string& utf8, int maxCount) {
    const auto points = decoded(utf8).toUcs4();
    QStringList parts;
    for (const char32_t c : points.first(std::min<qsizetype>(maxCount, points.size()))) parts << hex(c);
    if (points.size() > maxCount) parts << QStringLiteral("…");
    return parts.join(QLatin1Char(' '));
}

QString placeMark(const Tokens& tokens, int place) {
    const auto isAlone = std::ranges::count(tokens.texts, tokens.texts[static_cast<std::size_t>(place)]) == 1;
    return isAlone ? QString() : subscript(numberOf(place));
}

QString plainTip(const QString& text) {
    const QString html = symbolsHtml(text);
    const bool isRich = html.contains(QLatin1String("<sub>")) || Qt::mightBeRichText(text);
    return isRich ? QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(html) : withMinusSigns(text);
}

QString subscript(int number) {
    QString text = QString::number(number);
    for (QChar& c : text)
        if (c.isDigit()) c = QChar(0x2080 + c.digitValue());
    return text;
}

QString positionList(const std::vector<int>& positionsFromZero, int maxCount) {
    const auto count = static_cast<int>(positionsFromZero.size());
    QStringList parts;
    for (const int position : positionsFromZero) {
        if (parts.size() == maxCount) break;
        parts << placeText(position);
    }
    if (count <= 1) return parts.join(QString());
    const QString last = count > maxCount ? QCoreApplication::translate("Positions", "%1 more").arg(count - maxCount)
                                          : parts.takeLast();
    return QCoreApplication::translate("Positions", "%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

QString tokenSummary(const Tokens& tokens, bool areRead) {
    if (tokens.count() == 0) return ofTokens("No tokens yet");
    std::unordered_map<int, int> seen;
    int repeated = 0;
    std::size_t firstRepeated = 0;
    for (std::size_t i = 0; i < tokens.ids.size(); ++i)
        if (++seen[tokens.ids[i]] == 2 && ++repeated == 1) firstRepeated = i;
    QStringList parts{counted(QT_TRANSLATE_N_NOOP("Counts", "%n token(s)"), tokens.count())};
    if (tokens.count() > 1) parts << ofTokens("%1 distinct").arg(seen.size());
    if (repeated == 1 && areRead)
        parts << ofTokens("%1 shares one embedding").arg(quotedToken(tokens.texts[firstRepeated]));
    if (repeated > 1 && areRead) parts << ofTokens("equal tokens share one embedding");
    return parts.join(QStringLiteral(" · "));
}

std::vector<int> placesHolding(const Tokens& tokens, const QString& text) {
    std::vector<int> places;
    if (text.isEmpty()) return places;
    for (int i = 0; i < tokens.count(); ++i)
        if (QString::fromStdString(tokens.texts[static_cast<std::size_t>(i)]).contains(text, Qt::CaseInsensitive))
            places.push_back(i);
    return places;
}

std::optional<int> placeMeant(const Tokens& tokens, const QString& typed) {
    const QString text = typed.trimmed();
    if (text.isEmpty()) return std::nullopt;
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (isNumber && number >= 0 && number <= tokens.count())
        if (const int place = placeOf(number); place >= 0 && place < tokens.count()) return place;
    for (const Qt::CaseSensitivity sameCase : {Qt::CaseSensitive, Qt::CaseInsensitive})
        for (int i = 0; i < tokens.count(); ++i)
            if (QString::fromStdString(tokens.texts[static_cast<std::size_t>(i)]).trimmed().compare(text, sameCase) ==
                0)
                return i;
    return std::nullopt;
}

} // namespace headlight
