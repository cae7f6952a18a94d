#include "export/screenSpec.h"

#include "document/compared.h"

#include <cmath>

namespace headlight {
namespace {

/// Extends a span to cells that are seen in part, except those of which less than a pixel is seen.
SideSpan inWholeCells(const SideSpan& span) {
    constexpr double kNone = 1e-3;
    const double first = std::floor(span.first + kNone);
    return {first, std::ceil(span.first + span.count - kNone) - first};
}

} // namespace

ExportSpec screenSpec(const ViewState& state) {
    ExportSpec spec;
    spec.maps = state.maps;
    for (auto& [side, span] : spec.maps.zoom) span = inWholeCells(span);
    spec.maps.stages = state.shownStages();
    spec.layer = state.view.layer;
    if (state.maps.isEnlarged) spec.heads = {state.view.head};
    spec.theme = state.theme;
    spec.step = state.step;
    spec.curves = state.curves;
    if (state.step) { // it is shown in whole maps
        spec.maps.zoom = {};
        spec.maps.compared = Compared::Now;
    }
    if (spec.maps.compared != Compared::Now) {
        spec.other = state.other;
        spec.otherName = nameOf(state.maps.counterpart);
    }
    if (spec.maps.compared == Compared::SideBySide) spec.heads = {state.view.head};
    return spec;
}

} // namespace headlight
