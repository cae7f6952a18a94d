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

template <class P>
Panel* make(Workbench& workbench, QWidget* parent) {
    return new P(workbench, parent);
}

Panel* makeSecondSentence(Workbench& workbench, QWidget* parent) {
    return new SentencePanel(workbench, parent, Sentence::Second);
}

Panel* makeCourse(Workbench& workbench, QWidget* parent) { return new CoursePanel(workbench, parent, examples()); }

// From top to bottom and left to right, which is the order of Tab.
constexpr std::array kPanels{
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Sentence"), Place::Top, 0, false, nullptr, nullptr, make<SentencePanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Second sentence"), Place::Top, 0, false, nullptr, nullptr,
              makeSecondSentence},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Pipeline"), Place::Top, 0, false, nullptr, nullptr, make<PipelinePanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Parameters"), Place::Left, 260, true,
              QT_TRANSLATE_NOOP("Panels", "&Parameters"), "Ctrl+1", make<ParametersPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Maps"), Place::Centre, 0, false, nullptr, nullptr, make<HeatmapsPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Statistics"), Place::Below, 0, true,
              QT_TRANSLATE_NOOP("Panels", "St&atistics"), "Ctrl+3", make<StatisticsPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Course"), Place::Under, 0, false, nullptr, nullptr, makeCourse},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Inspector"), Place::Right, 282, true,
              QT_TRANSLATE_NOOP("Panels", "&Inspector"), "Ctrl+2", make<InspectorPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Status"), Place::Foot, 0, false, nullptr, nullptr, make<StatusPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Step through"), Place::Bar, 0, false, nullptr, nullptr, make<StepsPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Find"), Place::Bar, 0, false, nullptr, nullptr, make<FindPanel>},
    PanelInfo{QT_TRANSLATE_NOOP("Panels", "Messages"), Place::Bar, 0, false, nullptr, nullptr, make<MessagePanel>},
};

} // namespace

std::span<const PanelInfo> panelList() { return kPanels; }

} // namespace headlight
