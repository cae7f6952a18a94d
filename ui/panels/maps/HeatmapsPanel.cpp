#include "panels/maps/HeatmapsPanel.h"

#include "controls/WrapLayout.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "document/mapPresets.h"
#include "panels/maps/ColoursPopup.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/LayerBox.h"
#include "panels/maps/MapMenu.h"
#include "panels/maps/OverviewPanel.h"
#include "panels/maps/messageLabel.h"
#include "plot/HeatmapView.h"
#include "style/fieldHabits.h"

#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace headlight {
namespace {

constexpr int kFewHeads = 4; // are seen beside each other: of one layer of these no overview is offered

} // namespace

HeatmapsPanel::HeatmapsPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent),
      grid_(new HeatmapsGrid(bench.turns())),
      message_(makeMessageLabel()),
      asking_(new QTimer(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(message_, 1);
    column->addWidget(grid_, 1);
    setMinimumSize(320, 200);
    connectGrid();
    asking_->setSingleShot(true);
    connect(asking_, &QTimer::timeout, this, &HeatmapsPanel::ask);
}

QWidget* HeatmapsPanel::makeHeader() {
    auto* header = new QWidget;
    auto* row = new WrapLayout(header);
    row->setContentsMargins(12, 7, 16, 5);
    row->setSpacing(8);
    back_ = new QPushButton(tr("All heads"));
    back_->setAccessibleName(tr("All heads"));
    back_->setToolTip(tr("Show the maps of all heads again (Esc)"));
    connect(back_, &QPushButton::clicked, this, [this] { setLargeHead(-1); });
    row->addWidget(back_);
    layer_ = new LayerBox;
    connect(layer_, &QComboBox::activated, this, [this](int layer) { workbench().selectLayer(layer); });
    row->addWidget(layer_);
    row->addWidget(makeOverviewButton());
    stage_ = new QButtonGroup(this);
    stage_->setExclusive(false); // the maps may show neither, or both
    for (const Stage stage : {Stage::Scores, Stage::Scaled}) row->addWidget(makeStageButton(stage));
    row->addWidget(makePresetsButton());
    row->alignRest();
    for (const MapAction& action : mapActions()) {
        if (!action.isOfPictures) continue;
        auto* box = new QCheckBox(action.shownName());
        box->setAccessibleName(box->text());
        box->setToolTip(action.shownTip());
        connect(box, &QCheckBox::clicked, this, [this, &action](bool on) { turnMaps(workbench(), action, on); });
        row->addWidget(box);
        switches_[&action] = box;
    }
    tooSmall_ = new QLabel(tr("too small here"));
    tooSmall_->setProperty("role", "caption");
    tooSmall_->setToolTip(tr(
        "The cells are too small for their numbers: zoom, or enlarge a head. Those of the selected row and column stand "
        "beside them where there is room"));
    // Its place stays: a line more for it would make maps smaller or larger, and so it would come and go for ever.
    QSizePolicy kept = tooSmall_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    tooSmall_->setSizePolicy(kept);
    tooSmall_->hide();
    row->addWidget(tooSmall_);
    row->addWidget(makeColoursButton());
    return header;
}

QPushButton* HeatmapsPanel::makeOverviewButton() {
    const MapAction& action = overviewAction();
    overviewButton_ = new QPushButton(action.shownName());
    overviewButton_->setAccessibleName(overviewButton_->text());
    overviewButton_->setToolTip(action.shownTip());
    overviewButton_->setProperty("role", "segment");
    overviewButton_->setCheckable(true);
    connect(overviewButton_, &QPushButton::clicked, this,
            [this, &action](bool on) { turnMaps(workbench(), action, on); });
    return overviewButton_;
}

QPushButton* HeatmapsPanel::makePresetsButton() {
    auto* button = presets_ = new QPushButton(tr("Presets"));
    button->setAccessibleName(button->text());
    button->setToolTip(tr("Stages that are often wanted together; the pipeline above has each alone"));
    button->setProperty("role", "link");
    auto* menu = new QMenu(button);
    menu->setAccessibleName(button->text());
    for (const MapPreset& preset : mapPresets())
        connect(menu->addAction(preset.shownName()), &QAction::triggered, this,
                [this, &preset] { showMaps(workbench(), preset); });
    connect(button, &QPushButton::clicked, menu,
            [menu, button] { menu->popup(button->mapToGlobal(QPoint(0, button->height() + 2))); });
    return button;
}

QPushButton* HeatmapsPanel::makeColoursButton() {
    auto* button = new QPushButton(tr("Colours"));
    button->setAccessibleName(tr("Colours"));
    button->setToolTip(tr("Colours, their range and how numbers spread over them"));
    button->setProperty("role", "link");
    auto* action = new QAction(tr("Colo&urs\u2026"), this); // in the View menu
    connect(action, &QAction::triggered, this, [this, button] { showColours(*button); });
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    addAction(action);
    return button;
}

/// Made when it is first wanted: its samples of all colours take a tenth of the time in which a window starts.
void HeatmapsPanel::showColours(const QWidget& button) {
    if (!colours_) {
        colours_ = new ColoursPopup(this);
        applyFieldHabits(*colours_);
        connect(colours_, &ColoursPopup::chosen, this,
                [this](const MapOptions& options) { workbench().setMapOptions(options); });
        workbench().presentAgain(*this);
    }
    colours_->showBelow(button);
}

void HeatmapsPanel::presentColours(const ViewState& state, const MapsContent& content) {
    if (!colours_) return;
    Range signedRange = colourRange({}, true), unsignedRange = colourRange({}, false);
    for (std::size_t s = 0; s < content.shared.size(); ++s)
        (content.stages[s].isSigned ? signedRange : unsignedRange) = content.shared[s].range;
    colours_->present(state.maps, signedRange, unsignedRange, *state.theme);
}

QPushButton* HeatmapsPanel::makeStageButton(Stage stage) {
    const bool isScaled = stage == Stage::Scaled;
    auto* button = new QPushButton(isScaled ? tr("Scaled scores") : tr("Scores"));
    button->setAccessibleName(button->text());
    button->setToolTip(isScaled ? tr("The scores after scale and temperature, before the mask")
                                : tr("Query times key, before the scale"));
    button->setProperty("role", "segment");
    button->setCheckable(true);
    button->setAutoExclusive(true); // a radio button to those who hear it; the group decides
    stage_->addButton(button, static_cast<int>(stage));
    connect(button, &QPushButton::clicked, this, [this, stage] {
        workbench().changeMaps([stage](MapOptions& options) { options.showScoresAs(stage); });
        presentHeader(workbench().state()); // also where nothing has changed but the button
    });
    return button;
}

void HeatmapsPanel::connectGrid() {
    connect(grid_, &HeatmapsGrid::hovered, this, [this](std::optional<Hover> cell) { workbench().setHover(cell); });
    connect(grid_, &HeatmapsGrid::clicked, this, [this](int head, const MapStage& stage, Hover place) {
        const View view = selectedAt(stage, place.query, place.key, workbench().state().view);
        workbench().select(stage.hasHeads() ? head : view.head, view.query, view.key);
    });
    connect(grid_, &HeatmapsGrid::enlarged, this, [this](int head) {
        const bool isLarge = workbench().state().maps.largeHead == head;
        setLargeHead(isLarge ? -1 : head);
    });
    menu_ = new MapMenu(workbench(), this);
    connect(menu_, &MapMenu::exportWanted, this, &HeatmapsPanel::exportWanted);
    connect(menu_, &MapMenu::enlarged, grid_, &HeatmapsGrid::enlarged);
    connect(grid_, &HeatmapsGrid::requested, this, [this](int head, const MapStage& stage, const MapRequest& request) {
        const MapPlace place{stage, head, request.cell};
        if (request.kind == MapRequest::Kind::CopyNumber) return menu_->copyNumber(place);
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setAccessibleName(tr("Map"));
        menu_->fill(*menu, place);
        menu->popup(request.at);
    });
    connect(grid_, &HeatmapsGrid::zoomChanged, this,
            [this](const auto& zoom) { workbench().changeMaps([zoom](MapOptions& options) { options.zoom = zoom; }); });
    connect(grid_, &HeatmapsGrid::roomChanged, this, &HeatmapsPanel::roomChanged);
    connect(grid_, &HeatmapsGrid::painted, this, &HeatmapsPanel::mapPainted);
    // Collected, and never from within present().
    connect(grid_, &HeatmapsGrid::demandsChanged, this, [this] { asking_->start(0); });
}

/// Also where these could not be computed: others may be wanted since, and there is more room for them.
void HeatmapsPanel::ask() {
    presentHeader(workbench().state());
    if (isVisible()) Panel::ask(wantsMaps_ ? Wish{grid_->demands()} : Wish{}); // the overview asks for itself
}

void HeatmapsPanel::setLargeHead(int head) {
    const int stage = grid_->focusedStage(), before = workbench().state().maps.largeHead;
    workbench().changeMaps([head](MapOptions& options) { options.largeHead = head; });
    // What was focused may be hidden now; Esc and the arrows belong to a map that is seen.
    grid_->focusMap(head >= 0 ? head : before, stage);
}

void HeatmapsPanel::presentHeader(const ViewState& state) {
    const bool isOverview = state.maps.overview;
    const auto layers = static_cast<int>(state.session.layers.size());
    back_->setVisible(state.maps.largeHead >= 0 && !isOverview);
    layer_->show(layers, state.view.layer);
    overviewButton_->setVisible(isOverview || layers > 1 || sizesOf(state.session, state.view.layer).heads > kFewHeads);
    overviewButton_->setChecked(isOverview);
    for (const Stage stage : {Stage::Scores, Stage::Scaled}) {
        stage_->button(static_cast<int>(stage))->setChecked(state.maps.shows(stage));
        stage_->button(static_cast<int>(stage))->setVisible(!isOverview);
    }
    presets_->setVisible(!isOverview);
    for (const auto& [action, box] : switches_) {
        box->setChecked(action->isOn(state.maps));
        box->setVisible(!isOverview || !action->isOfCells);
    }
    tooSmall_->setVisible(!isOverview && state.maps.numbers && !message_->isVisibleTo(this) && state.replyTo(*this) &&
                          !grid_->hasNumbers());
}

/// Made when it is first wanted. It presents itself.
bool HeatmapsPanel::presentOverview(const ViewState& state) {
    const bool isOverview = state.maps.overview;
    if (isOverview == std::exchange(isOverview_, isOverview)) return isOverview;
    if (isOverview && !overview_) {
        overview_ = new OverviewPanel(workbench(), this);
        static_cast<QVBoxLayout*>(layout())->addWidget(overview_, 1);
        workbench().add(*overview_);
    }
    if (isOverview) { // it is called for: the arrows are its
        message_->hide();
        grid_->hide();
        overview_->show();
        overview_->focusSelected();
    } else {
        overview_->hide();
    }
    asking_->start(0);
    return isOverview;
}

void HeatmapsPanel::present(const ViewState& state) {
    // From elsewhere (a menu, an undone edit) the shown heads change, too: the focus stays with the maps.
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    const int stage = grid_->focusedStage(), before = std::exchange(largeHead_, state.maps.largeHead);
    const bool wasOverview = isOverview_, isOverview = presentOverview(state);
    const auto reply = state.replyTo(*this);
    MapsContent content = translation_.of(state, reply.get());
    const bool wantsMaps = !content.heads.empty() && !isOverview, showsMaps = wantsMaps && content.message.isEmpty();
    presentColours(state, content);
    message_->setText(content.message);
    message_->setVisible(!showsMaps && !isOverview);
    grid_->setVisible(showsMaps);
    if (wantsMaps) {
        grid_->setHover(state.hover); // before maps come and go under the pointer
        grid_->setContent(std::move(content));
    }
    if (std::exchange(wantsMaps_, wantsMaps) != wantsMaps) asking_->start(0);
    if (showsMaps) {
        if (hadFocus && before != largeHead_) grid_->focusMap(largeHead_ >= 0 ? largeHead_ : before, stage);
        if (hadFocus && wasOverview) grid_->setFocus(Qt::OtherFocusReason); // to the selected head
    }
    presentHeader(state); // last, since the button that it hides may have the focus
    if (reply == reply_) return;
    reply_ = reply;
    unpainted_ = showsMaps ? grid_->awaitingPaint() : std::set<const QObject*>{};
    if (unpainted_.empty()) mapPainted(nullptr);
}

void HeatmapsPanel::mapPainted(const QObject* view) {
    const bool isLast = view == nullptr || (unpainted_.erase(view) == 1 && unpainted_.empty());
    // Queued: within a paint event nothing may be presented.
    if (isLast)
        QMetaObject::invokeMethod(
            this, [this] { workbench().painted(); }, Qt::QueuedConnection);
}

void HeatmapsPanel::keyPressEvent(QKeyEvent* event) {
    const MapOptions& maps = workbench().state().maps;
    if (event->key() == Qt::Key_Escape && maps.overview)
        overviewButton_->click();
    else if (event->key() == Qt::Key_Escape && maps.largeHead >= 0)
        setLargeHead(-1);
    else
        Panel::keyPressEvent(event);
}

bool HeatmapsPanel::event(QEvent* event) {
    if (event->type() == QEvent::Show) asking_->start(0);
    return Panel::event(event);
}

} // namespace headlight
