#include "panels/maps/GrowingContext.h"

namespace headlight {

std::vector<CellDemand> GrowingContext::cells(const ViewState& state) {
    constexpr double kMaxTerms = 1 << 16;
    if (!state.step || !growsIn(*state.step) || !state.maps.shows(state.step->stage)) return {};
    const Sizes sizes = sizesOf(state.session, state.view.layer);
    if (double{1} * sizes.dv * sizes.keyTokens > kMaxTerms) return {};
    std::vector<CellDemand> cells;
    for (const CellRef& cell : state.walk().examples(*state.step, sizes.dv)) cells.emplace_back(cell);
    return cells;
}

std::shared_ptr<const Tile> GrowingContext::of(const std::shared_ptr<const Tile>& whole, const ViewState& state,
                                               const Response& response) {
    if (!whole || !whole->exact) return nullptr;
    const Region& region = whole->demand.region;
    const int row = state.view.query - region.row;
    auto grown = std::make_shared<Tile>(*whole);
    int left = static_cast<int>(grown->values.cols());
    for (const auto& e : response.explanations) {
        const int col = e ? e->of.col - region.col : -1;
        const bool isOfRow = e && e->of.stage == whole->demand.stage && e->of.layer == whole->demand.layer &&
                             e->of.head == whole->demand.head && e->of.row == state.view.query;
        const auto key = static_cast<std::size_t>(state.step->key);
        if (!isOfRow || key >= e->terms.size() || row < 0 || row >= grown->values.rows() || col < 0 ||
            col >= grown->values.cols())
            continue;
        grown->values(row, col) = static_cast<float>(e->terms[key].total);
        --left;
    }
    if (left > 0) return nullptr;
    const bool isSame = whole == whole_ && grown_ && grown->values.row(row) == grown_->values.row(row);
    if (!isSame) grown_ = std::move(grown);
    whole_ = whole;
    return grown_;
}

} // namespace headlight
