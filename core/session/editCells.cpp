#include "base/places.h"
#include "base/sameBits.h"
#include "session/drawn.h"
#include "session/edits.h"
#include "session/givenStages.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace headlight {
void pinVocabulary(Text& text) {
    if (text.vocabulary->pinnedRows == text.embeddings.rows()) return;
    Vocabulary vocabulary = *text.vocabulary;
    vocabulary.pinnedRows = static_cast<int>(text.embeddings.rows());
    text.vocabulary = std::move(vocabulary);
}

namespace {

/// Writes a row of the block to `to`; true if that changes a number.
bool write(const Matrix& block, Index row, float* to) {
    const bool isChanged = !sameBits(to, block.row(row).data(), block.cols());
    std::memcpy(to, block.row(row).data(), static_cast<std::size_t>(block.cols()) * sizeof(float));
    return isChanged;
}

/// Writes the block into the matrix; false, and it stays the very same block, if that changes no number.
bool write(FrozenMatrix& matrix, const Matrix& block, Index row, Index col) {
    Matrix values = *matrix;
    bool isChanged = false;
    for (Index r = 0; r < block.rows(); ++r) isChanged = write(block, r, &values(row + r, col)) || isChanged;
    if (isChanged) matrix = std::move(values);
    return isChanged;
}

/// Returns the table with the block in the vectors of the tokens from `row` on; the very same if no number changes.
EmbeddingTable withVectors(const Text& text, Index row, Index col, const Matrix& block) {
    const EmbeddingTable& table = text.embeddings;
    std::map<Index, Matrix> vectors; // by table row: of a token at several of the block's rows, the last one counts
    for (Index r = 0; r < block.rows(); ++r) {
        const Index id = text.tokens->ids[static_cast<std::size_t>(row + r)];
        write(block, r, vectors.try_emplace(id, table.row(id)).first->second.data() + col);
    }
    std::vector<EmbeddingTable::Row> rows;
    for (auto& [id, vector] : vectors)
        if (!sameBits(vector.data(), table.row(id).data(), table.cols())) rows.push_back({id, std::move(vector)});
    return rows.empty() ? table : table.with(std::move(rows), table.rows());
}

std::string placeText(const ParameterRef& ref, Index row, Index col) {
    return std::string(symbolOf(ref.parameter)) + "[" + std::to_string(numberOf(static_cast<int>(row))) + ", " +
           std::to_string(numberOf(static_cast<int>(col))) + "]";
}

} // namespace

FrozenMatrix matrixOf(const Session& session, const ParameterRef& ref) {
    if (areEmbeddings(ref.parameter)) {
        const Text* text = textOf(session, ref.parameter);
        return text ? FrozenMatrix(tokenVectors(*text)) : FrozenMatrix();
    }
    return sideBySide(blocksOf(session, ref));
}

Result<Session> withCell(const Session& session, const ParameterRef& ref, int row, int col, float value) {
    return withBlock(session, ref, row, col, Matrix::Constant(1, 1, value));
}

Result<Session> withBlock(const Session& session, const ParameterRef& ref, int row, int col, const Matrix& block) {
    Session now = session;
    const std::vector<FrozenMatrix> blocks = blocksOf(session, ref);
    Text* text = textOf(now, ref.parameter);
    if (!text && blocks.empty()) return Problem{"There is no " + nameOf(ref) + " to edit."};
    const Index allRows = text ? text->tokens->count() : blocks.front()->rows();
    Index allCols = text ? text->embeddings.cols() : 0;
    for (const FrozenMatrix& one : blocks) allCols += one->cols();
    if (row < 0 || col < 0 || row >= allRows || col >= allCols)
        return Problem{placeText(ref, row, col) + " is outside " + nameOf(ref) + ", which is " +
                       std::to_string(allRows) + " by " + std::to_string(allCols) + "."};
    if (!std::all_of(block.data(), block.data() + block.size(), [&](float x) { return isAllowedIn(ref.parameter, x); }))
        return Problem{"Only finite numbers can be entered into " + nameOf(ref) + ". The old values stay."};
    const Matrix cut = block.topLeftCorner(std::min(block.rows(), allRows - row),
                                           std::min(block.cols(), allCols - col));
    if (text) {
        text->embeddings = withVectors(*text, row, col, cut);
        if (text->embeddings == textOf(session, ref.parameter)->embeddings) return session;
        pinVocabulary(*text);
        return now;
    }
    bool isChanged = false;
    ParameterRef own = ref;
    if (isOfAllHeads(ref)) own.head = 0;
    for (Index at = 0; const FrozenMatrix& one : blocks) { // each head takes its part of the columns
        const Index from = std::max<Index>(col, at), to = std::min(col + cut.cols(), at + one->cols());
        if (from < to)
            changeParameter(now, own, [&](ParameterValue& value) {
                if (write(value.kept, cut.middleCols(from - col, to - from), row, from - at)) isChanged = true;
            });
        at += one->cols();
        ++own.head;
    }
    return isChanged ? now : session;
}

} // namespace headlight
