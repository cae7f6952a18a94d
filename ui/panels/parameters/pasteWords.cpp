#include "base/numberText.h"
#include "base/sameBits.h"
#include "panels/parameters/pasteWays.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

namespace headlight {
namespace {

QString symbolOf(Side side) { return QLatin1String(side == Side::Dk ? "d_k" : side == Side::Dv ? "d_v" : "d"); }

} // namespace

QString inPaste(const char* words) { return QCoreApplication::translate("Paste", words); }

QString sizesText(const PasteTarget& target, const std::vector<NewSize>& sizes) {
    const Sizes now = sizesOf(target.session, areEmbeddings(target.ref.parameter) ? 0 : target.ref.layer);
    QStringList parts;
    for (const auto& [side, size] : sizes) {
        parts << inPaste("%1 to %2").arg(symbolOf(side)).arg(size);
        if (size < lengthOf(side, now)) parts.last() += inPaste(" (now %1)").arg(lengthOf(side, now));
    }
    return parts.join(inPaste(" and "));
}

QString sizesDone(const std::vector<NewSize>& sizes) {
    QStringList parts;
    for (const auto& [side, size] : sizes) parts << inPaste("%1 is now %2").arg(symbolOf(side)).arg(size);
    return parts.join(inPaste(" and "));
}

QString doneText(const PasteTarget& target, const Matrix& block) {
    return inPaste("%1 pasted into %2").arg(countText(block.rows(), block.cols()), nameText(target.ref));
}

QString pasteQuestion(const PasteTarget& target, const Matrix& block) {
    const QString pasting =
        inPaste("You are pasting %1, but %2").arg(countText(block.rows(), block.cols()), nameText(target.ref));
    const int row = target.cell ? target.cell->row : 0, column = target.cell ? target.cell->column : 0;
    if (row == 0 && column == 0) return pasting + inPaste(" is %1 × %2.").arg(target.rows).arg(target.columns);
    return pasting + inPaste(" has room for %1 × %2 from row %3, column %4 on.")
                         .arg(target.rows - row)
                         .arg(target.columns - column)
                         .arg(placeText(row), placeText(column));
}

QString countText(Index rows, Index columns) {
    return rows * columns == 1 ? inPaste("1 number") : inPaste("%1 × %2 numbers").arg(rows).arg(columns);
}

QString filledText(const PasteTarget& target, Index rows, Index columns, const Matrix& number) {
    return inPaste("%1 of %2 filled with %3.")
        .arg(countText(rows, columns), nameText(target.ref), QString::fromStdString(shortest(number(0, 0))));
}

QString readingText(const PastedText& pasted, bool isSquare) {
    QString text;
    if (pasted.hasDecimalCommas) text += inPaste(" Commas were read as decimal points.");
    const auto say = [&](const QString& what, const std::string& left) {
        if (!left.empty()) text += what.arg(QString::fromStdString(left));
    };
    const LeftOut& leftOut = pasted.leftOut;
    say(inPaste(" The first row (%1) was left out."), leftOut.firstRow);
    say(leftOut.columns == 1 ? inPaste(" The first column (%1) was left out.")
                             : inPaste(" The first two columns (%1) were left out."),
        leftOut.firstColumn);
    say(inPaste(" Comments with numbers (%1) were left out."), leftOut.comments);
    if (!pasted.whyIgnored.empty())
        text += inPaste(" Ignored: %1.").arg(QString::fromStdString(pasted.whyIgnored));
    else if (pasted.hasOtherText)
        text += inPaste(" Other contents were ignored.");
    if (isSquare) text += inPaste(" Taken as [in, out]; nn.Linear prints [out, in]: for that, use Paste transposed.");
    return text;
}

QString equalTokensText(const Tokens& tokens, int row, const Matrix& numbers) {
    std::map<int, std::vector<int>> places; // by id, the pasted rows
    const int rows = std::min(static_cast<int>(numbers.rows()), tokens.count() - row);
    for (int i = row; i < row + rows; ++i) places[tokens.ids[static_cast<std::size_t>(i)]].push_back(i);
    std::vector<std::vector<int>> torn; // equal tokens with different rows
    for (const auto& [id, equal] : places) {
        const float* kept = numbers.row(equal.back() - row).data();
        if (std::ranges::any_of(equal,
                                [&](int i) { return !sameBits(numbers.row(i - row).data(), kept, numbers.cols()); }))
            torn.push_back(equal);
    }
    if (torn.empty()) return {};
    std::ranges::sort(torn);
    const auto token = [&](const std::vector<int>& equal) {
        return quotedToken(tokens.texts[static_cast<std::size_t>(equal.front())]);
    };
    if (torn.size() == 1)
        return inPaste(" Rows %1 of %2 are one vector; row %3 was kept.")
            .arg(positionList(torn[0], 4), token(torn[0]), placeText(torn[0].back()));
    QStringList kept;
    for (std::size_t i = 0; i < std::min<std::size_t>(torn.size(), 3); ++i)
        kept << inPaste("row %1 of %2").arg(placeText(torn[i].back()), token(torn[i]));
    if (torn.size() > 3) kept << inPaste("%1 more").arg(torn.size() - 3);
    return inPaste(" Rows of equal tokens are one vector, and the last one was kept: %1.")
        .arg(kept.join(QStringLiteral(", ")));
}

} // namespace headlight
