#include "document/ViewState.h"

namespace headlight {

void MapOptions::show(Stage stage, bool on) {
    if (on && !shows(stage)) stages.insert(std::ranges::upper_bound(stages, stage), stage);
    if (!on && stages.size() > 1) std::erase(stages, stage);
}

void MapOptions::showScoresAs(Stage stage) {
    const auto place = std::ranges::find_if(stages, [](Stage s) { return s == Stage::Scores || s == Stage::Scaled; });
    if (place == stages.end())
        stages.insert(stages.begin(), stage);
    else
        *place = stage;
    const auto [first, last] = std::ranges::unique(stages);
    stages.erase(first, last);
}

std::vector<Stage> ViewState::shownStages() const {
    std::vector<Stage> shown;
    for (const Stage stage : maps.stages)
        if (hasStage(stage, session, view.layer)) shown.push_back(stage);
    return shown;
}

} // namespace headlight
