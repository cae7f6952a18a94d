#include "panels.h"

#include "MainArea.h"
#include "document/Workbench.h"
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

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {
namespace {

QSplitter* newSplitter(Qt::Orientation orientation, QWidget* parent) {
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    return splitter;
}

/// Screen readers go through children from the lowest up. A splitter puts new children below the others, and its
/// handles, which overlap their neighbours, above them.
void orderChildren(const QSplitter& splitter) {
    for (int i = 0; i < splitter.count(); ++i) splitter.widget(i)->raise();
    for (int i = 0; i < splitter.count(); ++i) splitter.handle(i)->raise();
}

} // namespace

Panels Panels::in(MainArea& area, Workbench& workbench) {
    Panels made;
    const auto add = [&made]<class P>(P* panel) {
        made.all.push_back(panel);
        return panel;
    };
    QSplitter* columns = made.columns = newSplitter(Qt::Horizontal, area.sheet());
    auto* middle = new QWidget(columns);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    QSplitter* stack = newSplitter(Qt::Vertical, middle);
    column->addWidget(stack, 1);

    area.addRow(made.sentence = add(new SentencePanel(workbench, area.sheet())));
    auto* second = add(new SentencePanel(workbench, area.sheet(), Sentence::Second));
    area.addRow(second);
    area.addRow(made.pipeline = add(new PipelinePanel(workbench, area.sheet())));
    columns->addWidget(made.parameters = add(new ParametersPanel(workbench, columns)));
    stack->addWidget(made.maps = add(new HeatmapsPanel(workbench, stack)));
    columns->addWidget(middle);
    stack->addWidget(made.statistics = add(new StatisticsPanel(workbench, stack)));
    column->addWidget(made.course = add(new CoursePanel(workbench, middle, examples())));
    columns->addWidget(made.inspector = add(new InspectorPanel(workbench, columns)));
    area.addRow(columns, 1);
    auto* status = add(new StatusPanel(workbench, &area));
    area.setFoot(status, [status] { return status->newsWidth(); });
    area.setTop([first = made.sentence, second] { return std::max(first->tokensEnd(), second->tokensEnd()); },
                *made.pipeline);
    area.addBar(made.steps = add(new StepsPanel(workbench, &area)));
    area.addBar(made.find = add(new FindPanel(workbench, &area)));
    area.addBar(add(new MessagePanel(workbench, &area)));

    stack->setStretchFactor(0, 1); // the statistics keep their height
    for (int i = 0; i < columns->count(); ++i) columns->setStretchFactor(i, i == 1 ? 1 : 0);
    columns->setSizes({200, 1280, 262}); // px; the centre takes the rest
    orderChildren(*stack);
    orderChildren(*columns);
    columns->raise();
    made.optional = {{made.parameters, "Parameters", tr("&Parameters"), "Ctrl+1"},
                     {made.statistics, "Statistics", tr("St&atistics"), "Ctrl+3"},
                     {made.inspector, "Inspector", tr("&Inspector"), "Ctrl+2"}};
    for (Panel* panel : made.all) workbench.add(*panel);
    return made;
}

} // namespace headlight
