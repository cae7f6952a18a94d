#include "export/cellsBehind.h"

#include "attention/stages.h"
#include "engine/Plan.h"

namespace headlight {

double cellsBehind(const Session& session, const ExportSpec& spec) {
    const Sizes drawn = sizesOf(session, spec.layer);
    Demand demand;
    double own = 0;
    for (const Stage stage : spec.maps.stages) {
        const StageInfo& info = infoOf(stage);
        const bool isOfHeads = info.scope == Scope::Head;
        for (int head = 0; head < (isOfHeads ? drawn.heads : 1); ++head) {
            if (isOfHeads && !spec.draws(head)) continue;
            demand.maps.push_back({stage, spec.layer, head, {}, 1, 1});
            own += double(lengthOf(info.rows, drawn)) * double(lengthOf(info.cols, drawn));
        }
    }
    double scores = 0;
    const std::vector<LayerPlan> plan = planOf(shapeOf(session), demand, 0);
    for (std::size_t layer = 0; layer < plan.size(); ++layer) {
        const Sizes sizes = sizesOf(session, static_cast<int>(layer));
        scores += plan[layer].attending() * double(sizes.tokens) * double(sizes.keyTokens);
    }
    return std::max(own, scores) * (spec.other ? 2 : 1);
}

} // namespace headlight
