#include "document/Closeables.h"

#include "document/Workbench.h"

#include <algorithm>
#include <utility>

namespace headlight {

Closeables::Closeables(Workbench& workbench) {
    const auto addMaps = [&](auto isOpen, void (*close)(MapOptions&)) {
        add([&workbench, isOpen] { return isOpen(workbench.state()); },
            [&workbench, close] { workbench.look([close](MapOptions& maps) { close(maps); }); });
    };
    const auto isEnlarged = [](const ViewState& state) { // so that fewer heads are shown
        return state.maps.isEnlarged && state.maps.compared != Compared::SideBySide &&
               sizesOf(state.session, state.view.layer).heads > 1;
    };
    addMaps(isEnlarged, [](MapOptions& maps) { maps.isEnlarged = false; });
    addMaps([](const ViewState& state) { return state.editedMask() || state.maps.handInUse() == MapHand::Pull; },
            [](MapOptions& maps) { maps.hand = MapHand::Pan; });
    addMaps([](const ViewState& state) { return state.maps.compared != Compared::Now; },
            [](MapOptions& maps) { maps.compared = Compared::Now; });
    addMaps([](const ViewState& state) { return state.maps.overview; },
            [](MapOptions& maps) { maps.overview = false; });
    add([&workbench] { return workbench.state().step.has_value(); }, [&workbench] { workbench.goToStep({}); });
}

void Closeables::add(std::function<bool()> isOpen, std::function<void()> close) {
    all_.push_back({std::move(isOpen), std::move(close)});
}

void Closeables::follow() {
    std::erase_if(open_, [this](std::size_t one) { return !all_[one].isOpen(); });
    for (std::size_t one = 0; one < all_.size(); ++one)
        if (std::ranges::find(open_, one) == open_.end() && all_[one].isOpen()) open_.push_back(one);
}

bool Closeables::closeNewest() {
    follow();
    if (open_.empty()) return false;
    all_[open_.back()].close();
    return true;
}

} // namespace headlight
