#include "plot/TokenLabels.h"

#include "words/conventions.h"
#include "words/tokenText.h"

#include <QTextBoundaryFinder>

namespace headlight {
QString elided(const QString& text, int maxLength) {
    if (text.size() <= maxLength) return text;
    QTextBoundaryFinder graphemes(QTextBoundaryFinder::Grapheme, text);
    qsizetype cut = 0, boundary = 0;
    for (int count = 0; (boundary = graphemes.toNextBoundary()) >= 0; ++count) {
        if (count == maxLength - 2) cut = boundary;
        if (count == maxLength) return text.left(cut) + QChar(u'\u2026');
    }
    return text;
}

std::shared_ptr<const TokenLabels> labelsOf(const Tokens& tokens) {
    auto labels = std::make_shared<TokenLabels>();
    labels->texts.reserve(tokens.texts.size());
    for (const std::string& token : tokens.texts) labels->texts.push_back(elided(shownToken(token)));
    return labels;
}

std::shared_ptr<const TokenLabels> numberLabels(int count) {
    auto labels = std::make_shared<TokenLabels>();
    labels->areNumbers = true;
    for (int i = 0; i < count; ++i) labels->texts.push_back(placeText(i));
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
    if (step == 1 || labels.areNumbers || token == placeText(i)) return token;
    // The isolate keeps a right-to-left token from moving the number to its other side.
    return QStringLiteral(u"%1 \u2068%2\u2069").arg(placeText(i), token);
}

std::vector<int> labelledCells(int first, int end, int step) {
    std::vector<int> cells;
    for (int i = (first / step) * step - numberOf(0); i < end; i += step)
        if (i >= first) cells.push_back(i);
    return cells;
}

} // namespace headlight
