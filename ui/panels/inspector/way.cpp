#include "panels/inspector/way.h"

#include <algorithm>

namespace headlight {

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
    return way;
}

} // namespace headlight
