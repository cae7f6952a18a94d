#pragma once

#include "document/ViewState.h"

#include <span>

namespace headlight {

class Workbench;

/// Something about the maps that a person turns on and off: in the View menu; and if it is one of every picture, too,
/// beside the maps and in the question for an export.
struct MapAction {
    const char* name;     ///< what stands beside its box; English, as the others, for tr() in the context "MapActions"
    const char* menuText; ///< with its mnemonic
    const char* tip;
    const char* keys; ///< "Ctrl+L"; null: none
    bool isOfPictures;
    bool (*isOn)(const MapOptions&);
    void (*turn)(MapOptions&, bool on);
    bool isOfCells = false; ///< it changes nothing where cells are too small to be told apart

    QString shownName() const;
    QString shownMenuText() const;
    QString shownTip() const;
};

std::span<const MapAction> mapActions(); ///< THE list
const MapAction& overviewAction();       ///< of it
const MapAction& maskAction();           ///< not of it: the mask is edited in the maps, where there is one
const MapAction& pullAction();           ///< likewise: cells are pulled, in layers where that can be
void turnMaps(Workbench& workbench, const MapAction& action, bool on);

} // namespace headlight
