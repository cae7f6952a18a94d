#pragma once

#include "document/ViewState.h"

#include <span>

namespace headlight {

class Workbench;

/// A switch of the maps. If it applies to pictures, it is in the popup Display and in the export dialog, else in the
/// menu Show.
struct MapAction {
    const char* name;     ///< on its button; English, as the texts below, for tr() in the context "MapActions"
    const char* menuText; ///< with its mnemonic
    const char* tip;
    const char* keys; ///< "Ctrl+L"; null: none
    bool isOfPictures;
    bool (*isOn)(const MapOptions&);
    void (*turn)(MapOptions&, bool on);

    QString shownName() const;
    QString shownMenuText() const;
    QString shownTip() const;
};

std::span<const MapAction> mapActions(); ///< THE list
const MapAction& sameColoursAction();    ///< the entry of mapActions() for one range of colours
const MapAction& maskAction();           ///< not in the list: only layers with a given mask have it
const MapAction& pullAction();           ///< not in the list: cells of some layers cannot be pulled
void turnMaps(Workbench& workbench, const MapAction& action, bool on);

} // namespace headlight
