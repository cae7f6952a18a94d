#pragma once

#include <QCoreApplication>

#include <vector>

class QSplitter;

namespace headlight {

class CoursePanel;
class FindPanel;
class HeatmapsPanel;
class InspectorPanel;
class MainArea;
class Panel;
class ParametersPanel;
class PipelinePanel;
class SentencePanel;
class StatisticsPanel;
class StepsPanel;
class Workbench;

/// The panels of a window: all of them, and those that others are connected to.
struct Panels {
    Q_DECLARE_TR_FUNCTIONS(Panels)

public:
    /// A panel that the View menu can hide.
    struct Optional {
        Panel* panel;
        const char* name; ///< in the settings
        QString menuText; ///< with its mnemonic
        const char* keys; ///< its shortcut
    };

    std::vector<Panel*> all; ///< from top to bottom and left to right, which is the order of Tab
    std::vector<Optional> optional;
    QSplitter* columns = nullptr; ///< the panels beside each other
    SentencePanel* sentence = nullptr;
    PipelinePanel* pipeline = nullptr;
    ParametersPanel* parameters = nullptr;
    HeatmapsPanel* maps = nullptr;
    StatisticsPanel* statistics = nullptr;
    CoursePanel* course = nullptr;
    InspectorPanel* inspector = nullptr;
    StepsPanel* steps = nullptr;
    FindPanel* find = nullptr;

    static Panels in(MainArea& area, Workbench& workbench); ///< makes them and puts them in their places
};

} // namespace headlight
