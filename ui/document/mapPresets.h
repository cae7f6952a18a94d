#pragma once

#include "document/ViewState.h"

#include <QString>

#include <span>
#include <vector>

namespace headlight {

class Workbench;

/// Stages that are often wanted together; offered beside the maps and in the View menu.
struct MapPreset {
    const char* name; ///< English, for tr() in the context "MapPresets"
    std::vector<Stage> (*stages)();

    QString shownName() const;
};

std::span<const MapPreset> mapPresets(); ///< THE list
void showMaps(Workbench& workbench, const MapPreset& preset);

} // namespace headlight
