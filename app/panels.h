#pragma once

#include <span>

class QWidget;

namespace headlight {

class Panel;
class Workbench;

/// Where a panel stands in the window: a row above, a column between, below the centre behind a handle, a row under
/// that, the foot, or a bar over the foot.
enum class Place { Top, Left, Centre, Below, Under, Right, Foot, Bar };

struct PanelInfo {
    const char* name; ///< English, as the text of the menu, for tr() in the context "Panels"
    Place place;
    int width;                   ///< wanted at first, px; 0: whatever is left
    bool optional;               ///< may be hidden from the View menu
    const char *menuText, *keys; ///< there, with its mnemonic
    Panel* (*make)(Workbench&, QWidget* parent);
};

std::span<const PanelInfo> panelList(); ///< THE list

} // namespace headlight
