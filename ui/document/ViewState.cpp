#include "document/ViewState.h"

namespace headlight {

void MapOptions::show(Stage stage, bool on) {
    if (on && !shows(stage)) stages.insert(std::ranges::upper_bound(stages, stage), stage);
    if (!on && stages.size() > 1) std::erase(stages, stage);
}

void MapOptions::reveal(Side side, int place) {
    const auto seen = zoom.find(side);
    if (seen == zoom.end()) return;
    auto& [first, count] = seen->second;
    first = std::clamp(first, place + 1 - count, std::max<double>(place, place + 1 - count));
}

std::optional<Step> ViewState::stepAfter(int by) const {
    const Walk all = walk();
    const int last = all.count() - 1;
    if (last < 0) return std::nullopt;
    const int at = step ? all.indexOf(*step) + by : by > 0 ? 0 : last;
    return all.at(std::clamp(at, 0, last));
}

bool isOffered(Stage stage, const Session& session, int layer) {
    return hasStage(stage, session, layer) && (stage != Stage::Concat || sizesOf(session, layer).heads > 1);
}

std::vector<Stage> ViewState::shownStages() const {
    std::vector<Stage> shown;
    const auto take = [&](const std::vector<Stage>& wanted) {
        for (const Stage stage : wanted)
            if (isOffered(stage, session, view.layer)) shown.push_back(stage);
    };
    take(maps.stages);
    if (shown.empty()) take(MapOptions().stages); // stages of another session wait until this one has them
    return shown;
}

bool ViewState::losesRefused(const Session& next) const {
    return std::ranges::any_of(refused, [&](const auto& one) { return !textOf(next, one.first); });
}

bool ViewState::dropsRefused(const Session& next) const {
    return std::ranges::any_of(refused, [&](const auto& one) {
        const Text *now = textOf(session, one.first), *then = textOf(next, one.first);
        return !now || !then || now->sentence != then->sentence;
    });
}

FrozenMatrix ViewState::editedMask() const {
    if (maps.handInUse() != MapHand::Mask) return {};
    return session.layers.at(static_cast<std::size_t>(view.layer)).options.mask.given;
}

} // namespace headlight
