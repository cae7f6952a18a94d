#include "panels/parameters/pasteWays.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "base/sameBits.h"
#include "dialogs/NumbersDialog.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>

namespace headlight {
namespace {

QString inPaste(const char* words) { return QCoreApplication::translate("Paste", words); }

QString symbolOf(Side side) { return QLatin1String(side == Side::Dk ? "d_k" : side == Side::Dv ? "d_v" : "d"); }

/// Returns "d to 3 and d_k to 2 (now 3)": a size that shrinks, and so loses numbers, is followed by its present value.
QString sizesText(const PasteTarget& target, const std::vector<NewSize>& sizes) {
    const Sizes now = sizesOf(target.session, areEmbeddings(target.ref.parameter) ? 0 : target.ref.layer);
    QStringList parts;
    for (const auto& [side, size] : sizes) {
        parts << inPaste("%1 to %2").arg(symbolOf(side)).arg(size);
        if (size < lengthOf(side, now)) parts.last() += inPaste(" (now %1)").arg(lengthOf(side, now));
    }
    return parts.join(inPaste(" and "));
}

/// Returns "d is now 3 and d_k is now 2".
QString sizesDone(const std::vector<NewSize>& sizes) {
    QStringList parts;
    for (const auto& [side, size] : sizes) parts << inPaste("%1 is now %2").arg(symbolOf(side)).arg(size);
    return parts.join(inPaste(" and "));
}

/// Returns "1 number", "3 × 2 numbers".
QString countText(Index rows, Index columns) {
    return rows * columns == 1 ? inPaste("1 number") : inPaste("%1 × %2 numbers").arg(rows).arg(columns);
}

/// Returns "3 × 2 numbers pasted into W_q of head 1".
QString doneText(const PasteTarget& target, const Matrix& block) {
    return inPaste("%1 pasted into %2").arg(countText(block.rows(), block.cols()), nameText(target.ref));
}

/// Returns "You are pasting 8 × 2 numbers, but X is 6 × 3."
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

using Sizing = std::optional<std::vector<NewSize>>;

/// Returns the sizes that make the shown matrix so large; nullopt if that is impossible or needs no change.
Sizing sizing(const PasteTarget& target, int rows, int columns) {
    if (target.isTransposed) std::swap(rows, columns);
    Sizing sizes = sizesFor(target.session, target.ref, rows, columns);
    return sizes && sizes->empty() ? std::nullopt : sizes;
}

QString firstText(int count, const QString& one, const QString& several) {
    return count == 1 ? one : several.arg(count);
}

FrozenMatrix transposed(const FrozenMatrix& block) { return Matrix(block->transpose()); }

/// The ways to paste one block into one matrix.
class Ways {
public:
    Ways(const PasteTarget& target, const FrozenMatrix& block)
        : target_(target),
          block_(block),
          rows_(static_cast<int>(block->rows())),
          columns_(static_cast<int>(block->cols())),
          done_(doneText(target, *block)),
          row_(target.cell ? target.cell->row : 0),
          column_(target.cell ? target.cell->column : 0) {}

    std::vector<PasteWay> all() {
        addFill();
        addTransposed();
        addSized();
        addTransposedSized();
        addPartlySized();
        addFragment();
        return std::move(ways_);
    }

private:
    bool isAtCorner() const { return row_ == 0 && column_ == 0; }
    int rowsLeft() const { return target_.rows - row_; }
    int columnsLeft() const { return target_.columns - column_; }

    /// One number may fill the matrix.
    void addFill() {
        if (target_.cell || rows_ * columns_ != 1) return;
        const float value = (*block_)(0, 0);
        ways_.push_back({inPaste("Fill all %1 × %2 with %3")
                             .arg(target_.rows)
                             .arg(target_.columns)
                             .arg(QString::fromStdString(shortest(value))),
                         filledText(target_, target_.rows, target_.columns, *block_),
                         Matrix(Matrix::Constant(target_.rows, target_.columns, value))});
    }

    void addTransposed() {
        const bool isWhole = columns_ == target_.rows && rows_ == target_.columns;
        if (!isWhole && !(target_.cell && columns_ <= rowsLeft() && rows_ <= columnsLeft())) return;
        ways_.push_back({inPaste("Transpose to %1 × %2").arg(columns_).arg(rows_), done_ + inPaste(", transposed."),
                         transposed(block_), isWhole ? 0 : row_, isWhole ? 0 : column_});
    }

    /// The matrix gets the shape of the block, or becomes large enough if it begins elsewhere or the matrix cannot
    /// shrink.
    void addSized() {
        Sizing sizes = isAtCorner() ? sizing(target_, rows_, columns_) : std::nullopt;
        int row = 0, column = 0;
        if (!sizes && target_.cell) {
            sizes = sizing(target_, std::max(rows_, target_.rows), std::max(columns_, target_.columns));
            row = rows_ <= rowsLeft() ? row_ : 0;
            column = columns_ <= columnsLeft() ? column_ : 0;
        }
        if (!sizes) return;
        sized_ = sizes->size();
        ways_.push_back({inPaste("Set %1").arg(sizesText(target_, *sizes)),
                         done_ + inPaste("; %1.").arg(sizesDone(*sizes)), block_, row, column, *sizes});
    }

    /// The block is a weight as [out, in], as PyTorch has it, of another size. The way is first if it changes fewer
    /// sizes than addSized().
    void addTransposedSized() {
        const Sizing sizes = isAtCorner() ? sizing(target_, columns_, rows_) : std::nullopt;
        if (!sizes || (sized_ > 0 && sizes->size() >= sized_)) return;
        const QString choice = inPaste("Transpose to %1 × %2 and set %3");
        ways_.insert(ways_.end() - (sized_ > 0 ? 1 : 0),
                     {choice.arg(columns_).arg(rows_).arg(sizesText(target_, *sizes)),
                      done_ + inPaste(", transposed; %1.").arg(sizesDone(*sizes)), transposed(block_), 0, 0, *sizes});
    }

    /// Only rows or only columns are resized: tokens, for example, cannot be added for their vectors.
    void addPartlySized() {
        if (!isAtCorner() || sized_ > 0) return;
        const int rows = std::min(rows_, target_.rows), columns = std::min(columns_, target_.columns);
        for (const bool areColumns : {true, false}) {
            const Sizing sizes = areColumns ? sizing(target_, target_.rows, columns_)
                                            : sizing(target_, rows_, target_.columns);
            if (!sizes) continue;
            const QString first = areColumns ? firstText(rows, inPaste("the first row"), inPaste("the first %1 rows"))
                                             : firstText(columns, inPaste("the first column"),
                                                         inPaste("the first %1 columns"));
            ways_.push_back(
                {inPaste("Set %1 and replace only %2").arg(sizesText(target_, *sizes), first),
                 inPaste("Only %1 of %2 replaced; %3.").arg(first, nameText(target_.ref), sizesDone(*sizes)),
                 corner(areColumns ? rows : rows_, areColumns ? columns_ : columns), 0, 0, *sizes});
            return;
        }
    }

    void addFragment() {
        const int rows = std::min(rows_, rowsLeft()), columns = std::min(columns_, columnsLeft());
        const bool isAll = rows == rows_ && columns == columns_;
        const QString choice = isAll          ? inPaste("Replace only the top left %1 × %2")
                               : isAtCorner() ? inPaste("Paste only the top left %1 × %2 of it")
                                              : inPaste("Paste only what fits: %1 × %2");
        const QString of = nameText(target_.ref);
        ways_.push_back({choice.arg(rows).arg(columns),
                         isAll ? inPaste("%1; its other numbers are as before.").arg(done_)
                               : inPaste("Only %1 × %2 of %3 pasted into %4.")
                                     .arg(rows)
                                     .arg(columns)
                                     .arg(countText(rows_, columns_), of),
                         corner(rows, columns), row_, column_});
    }

    FrozenMatrix corner(int rows, int columns) const {
        return rows == rows_ && columns == columns_ ? block_ : Matrix(block_->topLeftCorner(rows, columns));
    }

    const PasteTarget& target_;
    const FrozenMatrix& block_;
    int rows_, columns_; ///< size of the block
    QString done_;
    int row_, column_;      ///< where the block begins
    std::size_t sized_ = 0; ///< number of sizes that addSized() changes
    std::vector<PasteWay> ways_;
};

/// Returns the way that needs no question, if there is one.
std::optional<PasteWay> plainWay(const PasteTarget& target, const FrozenMatrix& block) {
    const Index rows = block->rows(), columns = block->cols();
    const QString done = doneText(target, *block);
    if (rows == target.rows && columns == target.columns) return PasteWay{{}, done + QLatin1Char('.'), block};
    if (!target.cell || rows > target.rows - target.cell->row || columns > target.columns - target.cell->column)
        return std::nullopt;
    const auto [row, column] = *target.cell;
    return PasteWay{
        {}, done + inPaste(" at row %1, column %2.").arg(placeText(row), placeText(column)), block, row, column};
}

std::optional<int> askInPaste(QWidget* parent, const QString& question, const QString& reason,
                              std::vector<NumbersChoice> choices, std::optional<int> current) {
    return askForNumbers({inPaste("Paste"), question, reason, inPaste("&Paste")}, std::move(choices), current, parent);
}

/// True for "W_q", "W_query.weight", "self_attn.q_proj.weight"; for a bias "W_query.bias"; for X "inputs".
bool isNamed(const QString& name, Parameter parameter) {
    const auto has = [&](const char* part) { return name.contains(QLatin1String(part), Qt::CaseInsensitive); };
    const auto isOf = [&](Parameter weight, Parameter bias, const char* word, const char* projection) {
        return parameter == (has("bias") ? bias : weight) && (has(word) || has(projection));
    };
    if (areEmbeddings(parameter) && (has("input") || has("embed"))) return true;
    return name == symbolText(parameter) || isOf(Parameter::Wq, Parameter::Bq, "query", "q_proj") ||
           isOf(Parameter::Wk, Parameter::Bk, "key", "k_proj") || isOf(Parameter::Wv, Parameter::Bv, "value", "v_proj");
}

} // namespace

bool isSquareWeight(const PasteTarget& target, const Matrix& block) {
    return !target.isTransposed && !areEmbeddings(target.ref.parameter) && block.size() > 1 &&
           target.rows == target.columns && block.rows() == target.rows && block.cols() == target.columns;
}

const PastedMatrix* askWhichMatrix(QWidget* parent, const PasteTarget& target, const PastedText& pasted,
                                   const QString& from) {
    if (pasted.matrices.size() == 1) return &pasted.matrices.front();
    std::vector<NumbersChoice> choices;
    std::optional<int> likely; // none, if several are as likely
    int maxLikeness = 0;
    for (const auto& [name, numbers, isParameter] : pasted.matrices) {
        const auto place = static_cast<int>(choices.size());
        const QString title = name.empty() ? inPaste("Matrix %1").arg(place + 1)
                                           : QString::fromStdString(showable(name, kBriefly));
        const bool isSameShape = numbers.rows() == target.rows && numbers.cols() == target.columns;
        const int likeness = 2 * int(isNamed(title, target.ref.parameter)) + int(isSameShape);
        if (likeness > maxLikeness)
            likely = place;
        else if (likeness == maxLikeness)
            likely.reset();
        maxLikeness = std::max(maxLikeness, likeness);
        const QString size = inPaste("%1 × %2").arg(numbers.rows()).arg(numbers.cols());
        choices.push_back({inPaste("%1: %2").arg(title, size), numbers});
    }
    const QString question = inPaste("Which matrix goes into %1?").arg(nameText(target.ref)),
                  reason = inPaste("%1 holds %2 matrices.").arg(from, QString::number(choices.size()));
    const auto chosen = askInPaste(parent, question, reason, std::move(choices), likely);
    return chosen ? &pasted.matrices[static_cast<std::size_t>(*chosen)] : nullptr;
}

std::optional<PasteWay> askHowToPaste(QWidget* parent, const PasteTarget& target, const FrozenMatrix& block,
                                      bool mayBeOutByIn) {
    auto plain = plainWay(target, block);
    if (plain && !mayBeOutByIn) return plain;
    std::vector<PasteWay> ways = Ways(target, block).all();
    if (plain) {
        plain->choice = inPaste("x W: in × out");
        ways = {*plain, ways.front()};
        ways.back().choice = inPaste("nn.Linear: out × in, transposed");
    }
    std::vector<NumbersChoice> choices;
    for (const PasteWay& way : ways) choices.push_back({way.choice, way.numbers});
    const auto chosen = plain ? askInPaste(parent, inPaste("Which way round are the numbers?"),
                                           inPaste("%1 has the same size both ways.").arg(nameText(target.ref)),
                                           std::move(choices), {})
                              : askInPaste(parent, inPaste("How are the numbers pasted?"),
                                           pasteQuestion(target, *block), std::move(choices), 0);
    return chosen ? std::optional(ways[static_cast<std::size_t>(*chosen)]) : std::nullopt;
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
