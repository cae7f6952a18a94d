#include "panels/parameters/pasteWays.h"

#include "base/numberText.h"
#include "panels/parameters/pasteWords.h"
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
                 corner(areColumns ? rows : rows_, areColumns ? columns_ : columns), 0, 0, *sizes, true});
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
                         corner(rows, columns),
                         row_,
                         column_,
                         {},
                         true});
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

} // namespace

bool isSquareWeight(const PasteTarget& target, const Matrix& block) {
    return !target.isTransposed && !areEmbeddings(target.ref.parameter) && block.size() > 1 &&
           target.rows == target.columns && block.rows() == target.rows && block.cols() == target.columns;
}

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

std::vector<PasteWay> otherWays(const PasteTarget& target, const FrozenMatrix& block) {
    return Ways(target, block).all();
}

} // namespace headlight
