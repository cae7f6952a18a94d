#include "panels/parameters/MatrixEdits.h"

#include "document/compared.h"
#include "import/matrixFile.h"
#include "panels/parameters/shownMatrix.h"
#include "session/edits.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include <filesystem>
#include <utility>

namespace headlight {

int widthOfHead(const ParameterRef& ref, const Session& session) {
    return static_cast<int>(lengthOf(infoOf(ref.parameter).cols, sizesOf(session, ref.layer)));
}

QString blockLabel(const ParameterRef& ref, const QString& words, Index rows, Index columns) {
    return words.arg(rows).arg(columns).arg(nameText(ref));
}

/// In a table of all heads, the entry is of the head to which the column belongs.
ParameterCell EditedMatrix::entryAt(const Session& session, int row, int column) const {
    if (isTransposed) std::swap(row, column);
    const int layer = areEmbeddings(ref.parameter) ? 0 : ref.layer, head = belongsToHead(ref.parameter) ? ref.head : 0;
    if (!isOfAllHeads(ref)) return {ref.parameter, layer, head, row, column};
    const int width = widthOfHead(ref, session);
    return {ref.parameter, layer, column / width, row, column % width};
}

QString MatrixEdits::labelOf(const EditedMatrix& of, int row, int column) const {
    const Session& session = workbench_.state().session;
    const ParameterCell entry = of.entryAt(session, row, column);
    const QString place = nameOfEntry(entry.parameter, session, entry.row, entry.col);
    return belongsToHead(entry.parameter) ? tr("Edit %1 of head %2").arg(place, placeText(entry.head))
                                          : tr("Edit %1").arg(place);
}

void MatrixEdits::replaceCell(const EditedMatrix& of, int row, int column, float value, int gesture) {
    const QString label = labelOf(of, row, column);
    if (of.isTransposed) std::swap(row, column);
    workbench_.apply(
        label, [=, ref = of.ref](const Session& now, const Watch&) { return withCell(now, ref, row, column, value); },
        gesture);
}

void MatrixEdits::clear(const EditedMatrix& of) {
    const CellBlock& b = of.block;
    if (b.rows * b.columns == 1) return replaceCell(of, b.row, b.column, 0);
    replaceBlock(of, tr("Clear %1 × %2 in %3"), b.row, b.column, Matrix(Matrix::Zero(b.rows, b.columns)));
}

bool MatrixEdits::fill(const EditedMatrix& of, float value) {
    const CellBlock& b = of.block;
    return replaceBlock(of, tr("Fill %1 × %2 of %3"), b.row, b.column,
                        Matrix(Matrix::Constant(b.rows, b.columns, value)));
}

void MatrixEdits::setToIdentity(const EditedMatrix& of) {
    const CellBlock& b = of.block;
    replaceBlock(of, tr("Set %1 × %2 of %3 to identity"), b.row, b.column, Matrix(Matrix::Identity(b.rows, b.columns)));
}

void MatrixEdits::drawAnew(const EditedMatrix& of) {
    const CellBlock &seen = of.block,
                    b = of.isTransposed ? CellBlock{seen.column, seen.row, seen.columns, seen.rows} : seen;
    workbench_.apply(
        blockLabel(of.ref, tr("Randomise %1 × %2 of %3"), seen.rows, seen.columns),
        [b, ref = of.ref](const Session& now, const Watch& watch) -> Result<Session> {
            const auto drawn = drawnAnew(now, ref, watch);
            if (!drawn) return drawn.problem();
            if (drawn->rows() < b.row + b.rows || drawn->cols() < b.column + b.columns)
                return Problem{"There is no " + nameOf(ref) + " of that size any more."};
            return withBlock(now, ref, b.row, b.column, drawn->block(b.row, b.column, b.rows, b.columns));
        },
        0, static_cast<double>(of.rows.rows()) * of.rows.columns());
}

void MatrixEdits::copy(const EditedMatrix& of, const MatrixFormat& format, std::optional<int> decimals) {
    const CellBlock& b = of.block;
    if (b.rows < 1 || b.columns < 1) return;
    const auto text = workbench_.made<std::string>(
        tr("Copying numbers"), static_cast<double>(b.rows) * b.columns,
        [b, &format, decimals, rows = of.rows](const Watch& watch) {
            const auto number = [&](Index r, Index c) { return rows.row(b.row + static_cast<int>(r))[b.column + c]; };
            return matrixAsText(Matrix::NullaryExpr(b.rows, b.columns, number), format, decimals, watch);
        });
    if (!text) return workbench_.messages().report(QString::fromStdString(text.text()));
    QApplication::clipboard()->setText(QString::fromStdString(*text));
    const ViewState& state = workbench_.state();
    const bool isOfCounterpart = state.maps.compared == Compared::Other;
    workbench_.messages().tell(blockLabel(of.ref, tr("Copied: %3, %1 × %2"), b.rows, b.columns) +
                               (isOfCounterpart ? tr(" (%1)").arg(nameOf(state.maps.counterpart)) : QString()));
}

/// `first`, in the same step, resizes the matrix if the block does not fit.
bool MatrixEdits::replaceBlock(const EditedMatrix& of, const QString& words, int row, int column,
                               const FrozenMatrix& block, Workbench::Edit first) {
    const QString label = blockLabel(of.ref, words, block->rows(), block->cols());
    if (of.isTransposed) std::swap(row, column);
    const FrozenMatrix given = of.isTransposed ? FrozenMatrix(block->transpose()) : block;
    return workbench_.apply(
        label,
        [row, column, given, first = std::move(first), ref = of.ref](const Session& now,
                                                                     const Watch& watch) -> Result<Session> {
            const auto resized = first ? first(now, watch) : now;
            return resized ? withBlock(*resized, ref, row, column, *given) : resized;
        },
        0, static_cast<double>(block->size()));
}

void MatrixEdits::pasteText(const EditedMatrix& of, const QString& text, bool isTransposed) {
    if (text.isEmpty())
        return workbench_.messages().report(
            tr("Nothing was pasted, because the clipboard has no text: copy the numbers first."));
    const auto read = [text = text.toStdString()](const Watch& watch) { return matricesFromText(text, watch); };
    paste(of, {tr("The text"), tr("Reading the numbers"), static_cast<double>(text.size()), read}, isTransposed);
}

void MatrixEdits::pasteFile(const EditedMatrix& of, const QString& path) {
    const QFileInfo file(path);
    const auto read = [path = std::filesystem::path(path.toStdU16String())](const Watch& watch) {
        return matricesFromFile(path, watch);
    };
    const QString name = file.fileName();
    paste(of, {tr("“%1”").arg(name), tr("Reading %1").arg(name), static_cast<double>(file.size()), read}, false);
}

void MatrixEdits::paste(const EditedMatrix& of, const Source& source, bool isTransposed) {
    const auto refuse = [this](const QString& why) {
        workbench_.messages().report(why.isEmpty() ? why : tr("Nothing was pasted. %1").arg(why));
    };
    const int rows = of.rows.rows(), columns = of.rows.columns();
    if (rows == 0 || columns == 0) return refuse(tr("There are no tokens yet: type a sentence first."));
    // Clears the last paste's message.
    if (workbench_.state().problemKind != MessageKind::NotSaved) workbench_.messages().report({});
    const auto pasted = workbench_.made<PastedText>(source.doing, source.size, source.read);
    if (!pasted) return refuse(QString::fromStdString(pasted.text()));
    PasteTarget target{workbench_.state().session, of.ref, of.isTransposed, rows, columns};
    const PastedMatrix* chosen = askWhichMatrix(parent_, target, *pasted, source.name);
    if (!chosen) return;
    const FrozenMatrix block = isTransposed ? Matrix(chosen->numbers.transpose()) : chosen->numbers;
    const bool mayBeOutByIn = !isTransposed && isSquareWeight(target, *block),
               isOutByIn = mayBeOutByIn && (chosen->isParameter || chosen->name.ends_with(".weight"));
    if (of.corner && of.isSelected && block->size() == 1) {
        if (fill(of, (*block)(0, 0)))
            workbench_.messages().tell(filledText(target, of.block.rows, of.block.columns, *block) +
                                       readingText(*pasted, false));
        return;
    }
    target.cell = of.corner;
    const auto way = askHowToPaste(parent_, target, block, isOutByIn);
    if (!way) return;
    const Text* words = textOf(workbench_.state().session, of.ref.parameter);
    const QString equal = words ? equalTokensText(*words->tokens, way->row, *way->numbers) : QString();
    Workbench::Edit resize;
    if (!way->sizes.empty())
        resize = [layer = of.ref.layer, sizes = way->sizes](const Session& now, const Watch& watch) {
            return withSizes(now, layer, sizes, watch);
        };
    if (!replaceBlock(of, tr("Paste %1 × %2 into %3"), way->row, way->column, way->numbers, std::move(resize))) return;
    if (const auto now = WholeMatrix().of(workbench_.state().session, of.ref)) // it may have another size now
        target.rows = static_cast<int>(now->rows()), target.columns = static_cast<int>(now->cols());
    const bool hasRemark = !isTransposed && !isOutByIn && isSquareWeight(target, *block);
    workbench_.messages().tell(way->done + equal + readingText(*pasted, hasRemark));
}

} // namespace headlight
