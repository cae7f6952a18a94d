#include "export/screenSpec.h"

namespace headlight {

ExportSpec screenSpec(const ViewState& state) {
    ExportSpec spec;
    spec.maps = state.maps;
    spec.maps.stages = state.shownStages();
    spec.layer = state.view.layer;
    spec.theme = state.theme;
    return spec;
}

} // namespace headlight
