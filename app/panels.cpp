#include "panels.h"

#include "examples.h"
#include "panels/MessagePanel.h"
#include "panels/StatusPanel.h"
#include "panels/course/CoursePanel.h"
#include "panels/find/FindPanel.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/parameters/ParametersPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "panels/sentence/SentencePanel.h"
#include "panels/statistics/StatisticsPanel.h"
#include "panels/steps/StepsPanel.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

template <class P, P* Panels::*member = nullptr>
Panel* make(Workbench& workbench, QWidget* parent, Panels& panels) {
    auto* panel = new P(workbench, parent);
    if constexpr (member != nullptr) panels.*member = panel;
    return panel;
}

Panel* makeSecondSentence(Workbench& workbench, QWidget* parent, Panels&) {
    return new SentencePanel(workbench, parent, Sentence::Second);
}

Panel* makeCourse(Workbench& workbench, QWidget* parent, Panels& panels) {
    return panels.course = new CoursePanel(workbench, parent, examples());
}

// From top to bottom and left to right, which is the order of Tab.
constexpr std::array kPanels{
    PanelInfo{Place::Top, make<SentencePanel, &Panels::sentence>},
    PanelInfo{Place::Top, makeSecondSentence},
    PanelInfo{Place::Top, make<PipelinePanel, &Panels::pipeline>},
    PanelInfo{Place::Left, make<ParametersPanel, &Panels::parameters>, 260, "Parameters",
              QT_TRANSLATE_NOOP("Panels", "&Parameters"), "Ctrl+1"},
    PanelInfo{Place::Centre, make<HeatmapsPanel, &Panels::maps>},
    PanelInfo{Place::Below, make<StatisticsPanel, &Panels::statistics>, 0, "Statistics",
              QT_TRANSLATE_NOOP("Panels", "St&atistics"), "Ctrl+3"},
    PanelInfo{Place::Under, makeCourse},
    PanelInfo{Place::Right, make<InspectorPanel>, 282, "Inspector", QT_TRANSLATE_NOOP("Panels", "&Inspector"),
              "Ctrl+2"},
    PanelInfo{Place::Foot, make<StatusPanel, &Panels::status>},
    PanelInfo{Place::Bar, make<StepsPanel>},
    PanelInfo{Place::Bar, make<FindPanel, &Panels::find>},
    PanelInfo{Place::Bar, make<MessagePanel>},
};

} // namespace

std::span<const PanelInfo> panelList() { return kPanels; }

} // namespace headlight
