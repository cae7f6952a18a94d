// The steps of the computation of the selected query.
#include "document/Workbench.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Scrolls the visible part of the side so that it contains that index.
void scrollTo(Side side, int place, std::map<Side, SideSpan>& zoom) {
    const auto seen = zoom.find(side);
    if (seen == zoom.end()) return;
    auto& [first, count] = seen->second;
    first = std::clamp(first, place + 1 - count, std::max<double>(place, place + 1 - count));
}

} // namespace

void Workbench::goToStep(const std::optional<Step>& step) {
    change([this, step] {
        const int key = state_.view.key;
        const auto before = std::exchange(state_.step, step);
        const MapOptions maps = state_.maps;
        if (step && !before)
            beforeWalk_ = {state_.view.key, state_.entry, state_.parameter, maps.overview, maps.compared};
        if (step && !before) state_.maps.overview = false; // a walk is followed in the maps
        if (step) state_.maps.compared = Compared::Now;
        if (step) state_.entry.reset(); // the inspector explains the step instead
        if (!step && before) takeBeforeWalkBack();
        cut();
        if (state_.step && state_.step->part == Step::Part::Key) state_.view.key = state_.step->key;
        if (state_.view.key != key) trails_.key = {};
        if (state_.step) scrollTo(Side::Tokens, state_.view.query, state_.maps.zoom);
        if (state_.step) scrollTo(Side::KeyTokens, state_.view.key, state_.maps.zoom);
        return state_.step != before || state_.maps != maps;
    });
}

/// Ends the walk, whose numbers are those of the present state only, since states are compared.
void Workbench::endWalk() {
    if (!std::exchange(state_.step, {})) return;
    if (beforeWalk_) beforeWalk_->overview = false; // maps were asked for
    takeBeforeWalkBack();
}

void Workbench::takeBeforeWalkBack() {
    const auto from = std::exchange(beforeWalk_, {});
    if (!from) return;
    state_.view.key = from->key;
    state_.entry = from->entry;
    state_.parameter = from->parameter;
    state_.maps.overview = state_.maps.overview || from->overview;
    if (state_.maps.compared == Compared::Now) state_.maps.compared = from->compared;
}

void Workbench::goSteps(int by) {
    calls_.run([this, by] {
        const Walk walk = state_.walk();
        const int last = walk.count() - 1;
        const int at = state_.step ? walk.indexOf(*state_.step) + by : by > 0 ? 0 : last;
        if (last >= 0) goToStep(walk.at(std::clamp(at, 0, last)));
    });
}

} // namespace headlight
