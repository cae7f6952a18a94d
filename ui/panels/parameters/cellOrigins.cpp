#include "panels/parameters/cellOrigins.h"

#include <string_view>
#include <unordered_map>

namespace headlight {

CellOrigins cellOrigins(const Origin& origin, bool isTurned) {
    if (!origin.numbers || !isTurned) return {origin.numbers, {}, origin.since};
    return {Matrix(origin.numbers->transpose()), {}, origin.since};
}

CellOrigins cellOrigins(const Origin& origin, const ViewState& state, Parameter embeddings) {
    CellOrigins origins{origin.numbers, {}, origin.since};
    if (!origin.numbers) return origins;
    const Text& text = *textOf(state.session, embeddings);
    const Tokens& tokens = *text.tokens;
    if (text.drawn.drawing) { // its rows have kept their tokens
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
