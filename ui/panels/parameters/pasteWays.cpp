#include "panels/parameters/pasteWays.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "dialogs/NumbersDialog.h"
#include "words/conventions.h"
#include "words/parameterWords.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

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

} // namespace headlight
