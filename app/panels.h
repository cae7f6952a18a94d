#pragma once

#include <span>

class QWidget;

namespace headlight {

class Panel;
class Workbench;

/// The place of a panel in the window: a row at the top; a column at the left, centre or right; below the centre, with
/// a handle between; a row under that; the foot; or a bar over the foot.
enum class Place { Top, Left, Centre, Below, Under, Right, Foot, Bar };

struct PanelInfo {
    const char* name; ///< English, as the text of the menu, for tr() in the context "Panels"
    Place place;
    int width;                   ///< initial width in px; 0: all that the other panels leave
    bool optional;               ///< true if the View menu can hide it
    const char *menuText, *keys; ///< in the View menu: the text with its mnemonic, and the shortcut
    Panel* (*make)(Workbench&, QWidget* parent);
};

std::span<const PanelInfo> panelList(); ///< all panels

} // namespace headlight
