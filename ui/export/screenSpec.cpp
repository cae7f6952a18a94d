#include "export/screenSpec.h"

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
    return spec;
}

} // namespace headlight
