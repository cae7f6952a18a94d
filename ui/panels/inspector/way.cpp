#include "panels/inspector/way.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

/// The one number of the stage before that goes into it at the same place.
std::optional<CellRef> sourceOf(const CellRef& cell, const Session& session) {
    CellRef from = cell;
    if (cell.stage == Stage::Result) {
        from.stage = hasStage(Stage::Output, session, cell.layer) ? Stage::Output : Stage::Concat;
    } else if (cell.stage == Stage::Concat) {
        const int dv = sizesOf(session, cell.layer).dv;
        from = {Stage::Context, cell.layer, cell.col / dv, cell.row, cell.col % dv};
    } else {
        return std::nullopt;
    }
    return from;
}

} // namespace

std::vector<CellRef> wayTo(const CellRef& selected, const Session& session, const View& view) {
    const StageInfo& info = infoOf(selected.stage);
    const Sizes sizes = sizesOf(session, selected.layer);
    const bool isContext = selected.stage == Stage::Context;
    const bool isWeighing = info.scope == Scope::Head && (info.isMap() || isContext);
    const StageInfo& along = isWeighing ? infoOf(Stage::Weights) : info;
    CellRef cell = selected;
    if (isContext) cell.col = view.key;

    std::vector<CellRef> way;
    for (const StageInfo& one : stages()) {
        const bool isAlike = one.scope == along.scope && one.rows == along.rows && one.cols == along.cols &&
                             one.isRollout == along.isRollout;
        cell.stage = one.stage;
        if (isAlike && (isWeighing || one.stage <= selected.stage) && hasStage(one.stage, session, cell.layer) &&
            (!one.isRollout || one.stage == selected.stage))
            way.push_back(cell);
    }
    if (isContext) way.push_back(selected);
    cell.stage = Stage::Context;
    for (cell.col = 0; isWeighing && !isContext && cell.col < std::min<Index>(kContextColumns, sizes.dv); ++cell.col)
        way.push_back(cell);
    while (const auto source = way.empty() ? std::nullopt : sourceOf(way.front(), session))
        way.insert(way.begin(), *source);
    return way;
}

} // namespace headlight
