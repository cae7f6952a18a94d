#include "panels/parameters/origins.h"

#include "session/edits.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace headlight {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Origins", text); }

/// Of the head and layer with the same numbers, in what was opened; null if it was not there, or in another shape.
FrozenMatrix openedMatrix(const ViewState& state, const ParameterRef& ref) {
    const FrozenMatrix now = matrixOf(state.session, ref);
    const Layer& layer = state.session.layers[static_cast<std::size_t>(ref.layer)];
    const auto& layers = state.opened.layers;
    const auto was = std::ranges::find(layers, layer.number, &Layer::number);
    if (!now || was == layers.end()) return {};
    ParameterRef before{ref.parameter, static_cast<int>(was - layers.begin()), 0};
    if (belongsToHead(ref.parameter)) {
        const int number = layer.heads[static_cast<std::size_t>(ref.head)].number;
        const auto head = std::ranges::find(was->heads, number, &Head::number);
        if (head == was->heads.end()) return {};
        before.head = static_cast<int>(head - was->heads.begin());
    }
    const FrozenMatrix matrix = matrixOf(state.opened, before);
    return matrix && matrix->rows() == now->rows() && matrix->cols() == now->cols() ? matrix : FrozenMatrix();
}

} // namespace

const Origin& Origins::of(const ViewState& state, const ParameterRef& ref) {
    const Text* text = textOf(state.session, ref.parameter);
    const Text* openedText = textOf(state.opened, ref.parameter);
    const bool isX = text;
    const DrawnBy by = drawnBy(state.session, ref);
    const FrozenMatrix opened = isX || by.drawing ? FrozenMatrix() : openedMatrix(state, ref);
    const EmbeddingTable table = openedText ? openedText->embeddings : EmbeddingTable();
    const bool isSame = by.drawing == by_.drawing && by.part == by_.part && by.head == by_.head;
    if (isKnown_ && ref == ref_ && isSame && opened == opened_ && (!isX || table == openedTable_)) return origin_;
    isKnown_ = true;
    ref_ = ref;
    by_ = by;
    opened_ = opened;
    openedTable_ = table;
    if (by.drawing) {
        const QString how = fromCore(
            infoOf(isTable(ref.parameter) ? ofEmbeddings(*by.drawing) : by.drawing->initialiser).title);
        origin_ = {drawnAt(*by.drawing, placeOf(by, ref.parameter)), tr("when drawn"),
                   tr("Drawn by %1, seed %2").arg(how).arg(by.drawing->seed)};
    } else if (isX) {
        origin_ = {table ? table.matrix() : FrozenMatrix(), tr("when opened"), {}};
        if (origin_.numbers && origin_.numbers->cols() != text->embeddings.cols()) origin_.numbers = {};
    } else {
        origin_ = {opened, tr("when opened"),
                   opened ? QString() : tr("New since it was opened: Headlight's own numbers")};
    }
    return origin_;
}

CellOrigins cellOrigins(const Origin& origin, bool isTurned) {
    if (!origin.numbers || !isTurned) return {origin.numbers, {}, origin.since};
    return {Matrix(origin.numbers->transpose()), {}, origin.since};
}

CellOrigins cellOrigins(const Origin& origin, const ViewState& state, Parameter embeddings) {
    CellOrigins origins{origin.numbers, {}, origin.since};
    if (!origin.numbers) return origins;
    const Text& text = *textOf(state.session, embeddings);
    const Tokens& tokens = *text.tokens;
    if (text.drawn) { // its rows have kept their tokens
        for (const int id : tokens.ids) origins.rows.push_back(id < origin.numbers->rows() ? id : -1);
        return origins;
    }
    std::unordered_map<std::string_view, int> ids;
    for (const auto& entry : textOf(state.opened, embeddings)->vocabulary->entries) ids.emplace(entry.token, entry.id);
    for (const auto& token : tokens.texts) {
        const auto found = ids.find(token);
        origins.rows.push_back(found == ids.end() ? -1 : found->second);
    }
    return origins;
}

} // namespace headlight
