#include "document/selection.h"

#include "attention/stages.h"
#include "session/edits.h"

namespace headlight {
namespace {

int& placeAlong(Side side, View& view) {
    return side == Side::Tokens ? view.query : side == Side::KeyTokens ? view.key : view.column;
}

bool isWithin(int at, Index count) { return at >= 0 && at < count; }

bool hasNumber(const Session& session, const CellRef& cell) {
    if (!isWithin(cell.layer, static_cast<Index>(session.layers.size())) || !hasStage(cell.stage, session, cell.layer))
        return false;
    const StageInfo& info = infoOf(cell.stage);
    const Sizes sizes = sizesOf(session, cell.layer);
    return isWithin(cell.head, info.scope == Scope::Head ? sizes.heads : 1) &&
           isWithin(cell.row, lengthOf(info.rows, sizes)) && isWithin(cell.col, lengthOf(info.cols, sizes));
}

bool hasNumber(const Session& session, const ParameterCell& entry) {
    if (const Text* text = textOf(session, entry.parameter))
        return text->tokens && isWithin(entry.row, text->tokens->count()) &&
               isWithin(entry.col, text->embeddings.cols());
    if (areEmbeddings(entry.parameter) || !isWithin(entry.layer, static_cast<Index>(session.layers.size())) ||
        !isWithin(entry.head, belongsToHead(entry.parameter) ? sizesOf(session, entry.layer).heads : 1))
        return false;
    const FrozenMatrix matrix = matrixOf(session, {entry.parameter, entry.layer, entry.head});
    return matrix && isWithin(entry.row, matrix->rows()) && isWithin(entry.col, matrix->cols());
}

bool hasNumber(const Session&, std::monostate) { return false; }

} // namespace

bool exists(const Session& session, const Address& address) {
    return std::visit([&](const auto& at) { return hasNumber(session, at); }, address);
}

float numberAt(const Session& session, const ParameterCell& entry) {
    if (const Text* text = textOf(session, entry.parameter))
        return (*text->embeddings.vector(text->tokens->ids[static_cast<std::size_t>(entry.row)]))(0, entry.col);
    return (*matrixOf(session, {entry.parameter, entry.layer, entry.head}))(entry.row, entry.col);
}

CellRef selectedCell(const Session& session, const View& view) {
    const StageInfo* named = findStage(view.stage);
    const StageInfo& info = named && hasStage(named->stage, session, view.layer) ? *named : infoOf(Stage::Weights);
    View at = view;
    return {info.stage, view.layer, info.scope == Scope::Head ? view.head : 0, placeAlong(info.rows, at),
            placeAlong(info.cols, at)};
}

View selecting(const CellRef& cell, View view) {
    const StageInfo& info = infoOf(cell.stage);
    view.stage = cell.stage == Stage::Weights ? "" : info.id;
    view.layer = cell.layer;
    if (info.scope == Scope::Head) view.head = cell.head;
    placeAlong(info.rows, view) = cell.row;
    placeAlong(info.cols, view) = cell.col;
    return view;
}

} // namespace headlight
