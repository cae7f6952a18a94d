#include "plot/TokenLabels.h"

#include <cmath>

#include <QList>
#include <QTextBoundaryFinder>

namespace headlight {
namespace {

QString visibleCharacter(char32_t c) {
    switch (c) {
    case U' ': return QStringLiteral(u"\u2423");
    case U'\n': return QStringLiteral(u"\u21B5");
    case U'\r': return QStringLiteral(u"\u240D");
    case U'\t': return QStringLiteral(u"\u21E5");
    case U'\u00A0': return QStringLiteral(u"\u237D");
    case U'\u007F': return QStringLiteral(u"\u2421");
    // Joiners are part of words in Indic and Arabic script and of emoji: shown by what they join.
    case U'\u200C': case U'\u200D': return QString::fromUcs4(&c, 1);
    default: break;
    }
    if (c < 0x20) return QString(QChar(static_cast<char16_t>(0x2400 + c)));
    const auto category = QChar::category(c);
    const bool isInvisible = category == QChar::Other_Control || category == QChar::Other_Format ||
                             category == QChar::Separator_Line || category == QChar::Separator_Paragraph ||
                             category == QChar::Separator_Space;
    if (isInvisible) return QStringLiteral("U+%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
    return QString::fromUcs4(&c, 1);
}

} // namespace

QString visibleToken(const std::string& token) {
    QString text = QString::fromUtf8(token.data(), static_cast<qsizetype>(token.size()));
    if (token.starts_with("\xEF\xBB\xBF")) text.prepend(QChar(u'\uFEFF')); // Qt leaves a byte order mark out
    bool plain = true;
    for (const QChar c : text) plain = plain && (c.isLetterOrNumber() || (c > u' ' && c < u'\u007F'));
    if (plain) return text;
    QString shown;
    for (const uint c : text.toUcs4()) shown += visibleCharacter(c);
    return shown;
}

QString elided(const QString& text, int most) {
    if (text.size() <= most) return text;
    QTextBoundaryFinder graphemes(QTextBoundaryFinder::Grapheme, text);
    qsizetype cut = 0, boundary = 0;
    for (int count = 0; (boundary = graphemes.toNextBoundary()) >= 0; ++count) {
        if (count == most - 2) cut = boundary;
        if (count == most) return text.left(cut) + QChar(u'\u2026');
    }
    return text;
}

std::shared_ptr<const TokenLabels> labelsOf(const Tokens& tokens) {
    auto labels = std::make_shared<TokenLabels>();
    labels->texts.reserve(tokens.texts.size());
    for (const std::string& token : tokens.texts) labels->texts.push_back(elided(visibleToken(token)));
    return labels;
}

std::shared_ptr<const TokenLabels> numberLabels(int count) {
    auto labels = std::make_shared<TokenLabels>();
    labels->areNumbers = true;
    for (int i = 1; i <= count; ++i) labels->texts.push_back(QString::number(i));
    return labels;
}

int labelStep(double cellPixels, double pitchPixels) {
    if (!(cellPixels > 0)) return 1;
    constexpr int kLargest = 1'000'000;
    for (int decade = 1; decade < kLargest; decade *= 10)
        for (const int digit : {1, 2, 5})
            if (digit * decade * cellPixels >= pitchPixels) return digit * decade;
    return kLargest;
}

QString labelAt(const TokenLabels& labels, int i, int step) {
    const QString& token = labels.texts[static_cast<std::size_t>(i)];
    if (step == 1 || labels.areNumbers) return token;
    // The isolate keeps a right-to-left token from moving the number to its other side.
    return QStringLiteral(u"%1 \u2068%2\u2069").arg(QString::number(i + 1), token);
}

std::vector<int> labelledCells(int first, int end, int step) {
    std::vector<int> cells;
    for (int i = (first / step) * step + step - 1; i < end; i += step)
        if (i >= first) cells.push_back(i);
    return cells;
}

} // namespace headlight
