#include "document/ViewState.h"

namespace headlight {

void MapOptions::show(Stage stage, bool on) {
    if (on && !shows(stage)) stages.insert(std::ranges::upper_bound(stages, stage), stage);
    if (!on && stages.size() > 1) std::erase(stages, stage);
}

void MapOptions::showScoresAs(Stage stage) {
    show(stage, true);
    show(stage == Stage::Scores ? Stage::Scaled : Stage::Scores, false);
}

std::vector<Stage> ViewState::shownStages() const {
    std::vector<Stage> shown;
    const auto take = [&](const std::vector<Stage>& wanted) {
        for (const Stage stage : wanted)
            if (hasStage(stage, session, view.layer)) shown.push_back(stage);
    };
    take(maps.stages);
    if (shown.empty()) take(MapOptions().stages); // stages of another session wait until this one has them
    return shown;
}

FrozenMatrix ViewState::editedMask() const {
    if (maps.handInUse() != MapHand::Mask) return {};
    return session.layers.at(static_cast<std::size_t>(view.layer)).options.mask.given;
}

} // namespace headlight
