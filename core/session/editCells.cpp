#include "session/edits.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

bool isX(const ParameterRef& ref) { return ref.parameter == Parameter::X; }

/// Where the block lands, row by row: the token table for X, the matrix itself otherwise.
struct Target {
    FrozenMatrix* slot = nullptr;
    Index rows = 0, cols = 0;
    const std::vector<int>* ids = nullptr; ///< X only: row i is table row ids[i]
    Index tableRow(Index row) const { return ids ? (*ids)[static_cast<std::size_t>(row)] : row; }
};

Target targetOf(Session& session, const ParameterRef& ref) {
    if (isX(ref)) {
        const auto& ids = session.text.tokens->ids;
        return {&session.text.embeddings, static_cast<Index>(ids.size()), session.text.embeddings->cols(), &ids};
    }
    FrozenMatrix* slot = slotOf(session, ref);
    if (!slot || !*slot) return {};
    return {slot, (*slot)->rows(), (*slot)->cols(), nullptr};
}

/// From now on every row of the table is remembered, whatever is typed. (Those of a closed vocabulary are anyway.)
void pinVocabulary(Text& text) {
    if (text.tokenizer.model || text.vocabulary->pinnedRows == text.embeddings->rows()) return;
    Vocabulary vocabulary = *text.vocabulary;
    vocabulary.pinnedRows = static_cast<int>(text.embeddings->rows());
    text.vocabulary = std::move(vocabulary);
}

std::string placeText(const ParameterRef& ref, Index row, Index col) {
    return std::string(symbolOf(ref.parameter)) + "[" + std::to_string(row + 1) + ", " + std::to_string(col + 1) + "]";
}

} // namespace

FrozenMatrix matrixOf(const Session& session, const ParameterRef& ref) {
    if (isX(ref)) return tokenVectors(session.text);
    const FrozenMatrix* slot = slotOf(session, ref);
    return slot ? *slot : FrozenMatrix();
}

Result<Session> withCell(const Session& session, const ParameterRef& ref, int row, int col, float value) {
    return withBlock(session, ref, row, col, Matrix::Constant(1, 1, value));
}

Result<Session> withBlock(const Session& session, const ParameterRef& ref, int row, int col, const Matrix& block) {
    Session now = session;
    const Target target = targetOf(now, ref);
    if (!target.slot) return Problem{"There is no " + nameOf(ref) + " to edit."};
    if (row < 0 || col < 0 || row >= target.rows || col >= target.cols)
        return Problem{placeText(ref, row, col) + " is outside " + nameOf(ref) + ", which is " +
                       std::to_string(target.rows) + " by " + std::to_string(target.cols) + "."};
    if (!block.allFinite())
        return Problem{"Only finite numbers can be entered into " + nameOf(ref) + ". The old values stay."};
    Matrix values = **target.slot;
    const Index rows = std::min(block.rows(), target.rows - row), cols = std::min(block.cols(), target.cols - col);
    bool isChanged = false;
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < cols; ++c) {
            float& value = values(target.tableRow(row + r), col + c);
            isChanged = isChanged || value != block(r, c);
            value = block(r, c);
        }
    if (!isChanged) return session;
    *target.slot = std::move(values);
    if (isX(ref)) pinVocabulary(now.text);
    return now;
}

} // namespace headlight
