#include "export/screenSpec.h"

namespace headlight {

ExportSpec screenSpec(const ViewState& state) {
    ExportSpec spec;
    spec.stages = state.shownStages();
    spec.layer = state.view.layer;
    spec.head = state.maps.largeHead;
    spec.scalePerHead = state.maps.scalePerHead;
    spec.numbers = state.maps.numbers;
    spec.theme = state.theme;
    return spec;
}

} // namespace headlight
