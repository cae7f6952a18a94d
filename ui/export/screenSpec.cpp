#include "export/screenSpec.h"

#include "document/compared.h"

namespace headlight {

ExportSpec screenSpec(const ViewState& state) {
    ExportSpec spec;
    spec.maps = state.maps;
    if (auto shown = state.shownStages(); !shown.empty())
        spec.maps.stages = std::move(shown); // else: why there are none
    spec.layer = state.view.layer;
    if (state.maps.isEnlarged) spec.head = state.view.head;
    spec.theme = state.theme;
    spec.step = state.step;
    if (state.step) { // which is one of the whole
        spec.maps.zoom = {};
        spec.maps.compared = Compared::Now;
    }
    if (spec.maps.compared != Compared::Now) {
        spec.other = state.other;
        spec.otherName = nameOf(state.maps.counterpart);
    }
    if (spec.maps.compared == Compared::SideBySide) spec.head = state.view.head;
    return spec;
}

} // namespace headlight
