#pragma once

#include <span>
#include <utility>
#include <vector>

class QWidget;

namespace headlight {

class CoursePanel;
class FindPanel;
class HeatmapsPanel;
class Panel;
class ParametersPanel;
class PipelinePanel;
class SentencePanel;
class StatisticsPanel;
class StatusPanel;
class Workbench;
struct PanelInfo;

/// The panels of a window: all of them, and those that others are connected to.
struct Panels {
    std::vector<std::pair<const PanelInfo*, Panel*>> all; ///< in the order of panelList()
    SentencePanel* sentence = nullptr;
    PipelinePanel* pipeline = nullptr;
    ParametersPanel* parameters = nullptr;
    HeatmapsPanel* maps = nullptr;
    StatisticsPanel* statistics = nullptr;
    CoursePanel* course = nullptr;
    StatusPanel* status = nullptr;
    FindPanel* find = nullptr;
};

/// The place of a panel in the window: a row at the top; a column at the left, centre or right; below the centre, with
/// a handle between; a row under that; the foot; or a bar over the foot.
enum class Place { Top, Left, Centre, Below, Under, Right, Foot, Bar };

struct PanelInfo {
    Place place;
    Panel* (*make)(Workbench&, QWidget* parent, Panels&); ///< also sets its member, if it has one
    int width = 0;                                        ///< initial width in px; 0: all that the other panels leave
    // Only of a panel that the View menu can hide:
    const char* name = nullptr;     ///< in the settings
    const char* menuText = nullptr; ///< English with its mnemonic, for tr() in the context "Panels"
    const char* keys = nullptr;     ///< its shortcut
};

std::span<const PanelInfo> panelList(); ///< all panels

} // namespace headlight
