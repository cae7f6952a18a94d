#include "panels/maps/MapsHeader.h"

#include "controls/WrapLayout.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "document/mapPresets.h"
#include "panels/maps/LayerBox.h"

#include <QAction>
#include <QButtonGroup>
#include <QCheckBox>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <set>

namespace headlight {
namespace {

constexpr int kFewHeads = 4; // are seen beside each other: of one layer of these no overview is offered
constexpr int kMaxLines = 2;

QPushButton* makeButton(const QString& name, const QString& tip, const char* role = nullptr) {
    auto* button = new QPushButton(name);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    if (role) button->setProperty("role", role);
    return button;
}

} // namespace

MapsHeader::MapsHeader(Workbench& workbench) : workbench_(workbench), row_(new WrapLayout(this)) {
    row_->setContentsMargins(12, 2, 16, 0);
    row_->setSpacing(8);
    add(back_ = makeButton(tr("All heads"), tr("Show the maps of all heads again (Esc)")));
    connect(back_, &QPushButton::clicked, this, &MapsHeader::allHeadsWanted);
    add(layer_ = new LayerBox);
    connect(layer_, &QComboBox::activated, this, [this](int layer) { workbench_.selectLayer(layer); });
    add(overview_ = makeOverviewButton());
    stage_ = new QButtonGroup(this);
    stage_->setExclusive(false); // the maps may show neither, or both
    for (const Stage stage : {Stage::Scores, Stage::Scaled}) add(makeStageButton(stage));
    add(presets_ = makePresetsButton());
    row_->alignRest();
    for (const MapAction& action : mapActions()) {
        if (!action.isOfPictures) continue;
        auto* box = new QCheckBox(action.shownName());
        box->setAccessibleName(box->text());
        box->setToolTip(action.shownTip());
        connect(box, &QCheckBox::clicked, this, [this, &action](bool on) { turnMaps(workbench_, action, on); });
        add(switches_[&action] = box);
    }
    colours_ = makeButton(tr("Colours"), tr("Choose the colours, their range and their scale"), "link");
    add(colours_);
    leaving_ = {presets_, colours_};
    for (const auto& [action, box] : switches_) leaving_.push_back(box);
}

void MapsHeader::add(QWidget* control) {
    controls_.push_back({control, true});
    row_->addWidget(control);
}

QPushButton* MapsHeader::makeOverviewButton() {
    const MapAction& action = overviewAction();
    auto* button = makeButton(action.shownName(), action.shownTip(), "segment");
    button->setCheckable(true);
    connect(button, &QPushButton::clicked, this, [this, &action](bool on) { turnMaps(workbench_, action, on); });
    return button;
}

QPushButton* MapsHeader::makePresetsButton() {
    auto* button = makeButton(tr("Presets"), tr("Common sets of maps"), "link");
    auto* menu = new QMenu(button);
    menu->setAccessibleName(button->text());
    for (const MapPreset& preset : mapPresets())
        connect(menu->addAction(preset.shownName()), &QAction::triggered, this,
                [this, &preset] { showMaps(workbench_, preset); });
    connect(button, &QPushButton::clicked, menu,
            [menu, button] { menu->popup(button->mapToGlobal(QPoint(0, button->height() + 2))); });
    return button;
}

QPushButton* MapsHeader::makeStageButton(Stage stage) {
    const bool isScaled = stage == Stage::Scaled;
    auto* button = makeButton(isScaled ? tr("Scaled scores") : tr("Scores"),
                              isScaled ? tr("The scores after scale and temperature, before the mask")
                                       : tr("Query times key, before the scale"),
                              "segment");
    button->setCheckable(true);
    button->setAutoExclusive(true); // a radio button to those who hear it; the group decides
    stage_->addButton(button, static_cast<int>(stage));
    connect(button, &QPushButton::clicked, this, [this, stage, button] {
        workbench_.changeMaps([stage](MapOptions& options) { options.showScoresAs(stage); });
        button->setChecked(workbench_.state().maps.shows(stage)); // also where nothing has changed but the button
    });
    return button;
}

void MapsHeader::want(QWidget* control, bool wanted) {
    std::ranges::find(controls_, control, &Control::widget)->isWanted = wanted;
}

/// By the width alone. The first of the list stay longest.
void MapsHeader::settle() {
    std::vector<const QWidget*> wanted;
    for (const Control& control : controls_)
        if (control.isWanted) wanted.push_back(control.widget);
    std::set<const QWidget*> given; // up
    for (const auto leaves : leaving_) {
        if (row_->linesOf(wanted, width()) <= kMaxLines) break;
        given.insert(leaves);
        std::erase(wanted, leaves);
    }
    for (const auto& [widget, isWanted] : controls_) widget->setVisible(isWanted && !given.contains(widget));
}

void MapsHeader::present(const ViewState& state) {
    const bool isOverview = state.maps.overview;
    const auto layers = static_cast<int>(state.session.layers.size());
    layer_->show(layers, state.view.layer);
    want(layer_, layers > 1);
    want(back_, state.maps.isEnlarged && !isOverview);
    want(overview_, isOverview || layers > 1 || sizesOf(state.session, state.view.layer).heads > kFewHeads);
    overview_->setChecked(isOverview);
    for (const Stage stage : {Stage::Scores, Stage::Scaled}) {
        stage_->button(static_cast<int>(stage))->setChecked(state.maps.shows(stage));
        want(stage_->button(static_cast<int>(stage)), !isOverview);
    }
    want(presets_, !isOverview);
    for (const auto& [action, box] : switches_) {
        box->setChecked(action->isOn(state.maps));
        want(box, !isOverview || !action->isOfCells);
    }
    settle();
}

void MapsHeader::resizeEvent(QResizeEvent*) {
    workbench_.calls().run([this] { settle(); });
}

} // namespace headlight
