#include "panels/maps/HeatmapsPanel.h"

#include "document/Workbench.h"
#include "document/compared.h"
#include "panels/maps/CompareMenu.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/MapMenu.h"
#include "panels/maps/MapSwitches.h"
#include "panels/maps/MapsHeader.h"
#include "panels/maps/MaskTool.h"
#include "panels/maps/OverviewPanel.h"
#include "panels/maps/PullTool.h"
#include "plot/HeatmapView.h"
#include "style/wrappedLabel.h"

#include <QAction>
#include <QMenu>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include <utility>

namespace headlight {

constexpr int kMinMaps = 140; // px
constexpr int kFoot = 8;      // px, which bars over the status line may cover
constexpr auto kPainted = QEvent::Type(QEvent::User + 1);

HeatmapsPanel::HeatmapsPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent),
      grid_(new HeatmapsGrid(bench.calls())),
      message_(wrappedLabel({}, "empty")),
      asking_(new QTimer(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    switches_ = new MapSwitches(bench, *this);
    compare_ = new CompareMenu(bench, *this);
    connect(compare_, &CompareMenu::fileWanted, this, &HeatmapsPanel::otherFileWanted);
    column->addWidget(header_ = new MapsHeader(bench, *switches_, *compare_));
    addActions({switches_->show().menuAction(), &header_->display(), compare_->menuAction()}); // for the View menu
    for (QWidget* shown : {static_cast<QWidget*>(message_), static_cast<QWidget*>(grid_)}) {
        shown->setMinimumHeight(kMinMaps);
        column->addWidget(shown, 1);
    }
    setMinimumWidth(320);
    connectGrid();
    asking_->setSingleShot(true);
    connect(asking_, &QTimer::timeout, this, &HeatmapsPanel::ask);
}

void HeatmapsPanel::connectGrid() {
    connect(grid_, &HeatmapsGrid::hovered, this, [this](const auto& cells, Compared of) {
        std::vector<Address> lit;
        for (const CellRef& cell : cells) lit.emplace_back(presentCell(of, workbench().state(), cell));
        workbench().light(lit);
    });
    connect(grid_, &HeatmapsGrid::clicked, this, [this](int head, const MapStage& stage, Cell place) {
        select({stage, head, place});
    });
    connect(grid_, &HeatmapsGrid::enlarged, this, [this](int head) {
        const View& view = workbench().state().view;
        workbench().select(head, view.query, view.key);
        workbench().look([](MapOptions& options) { options.isEnlarged = !options.isEnlarged; });
    });
    auto* actions = new MapMenu(workbench(), this);
    connect(actions, &MapMenu::exportWanted, this, &HeatmapsPanel::exportWanted);
    connect(actions, &MapMenu::enlarged, grid_, &HeatmapsGrid::enlarged);
    connect(grid_, &HeatmapsGrid::requested, this,
            [this, actions](int head, const MapStage& stage, const MapRequest& request) {
                const MapPlace place{stage, head, request.cell, request.value};
                if (request.kind == MapRequest::Kind::CopyNumber) return actions->copyNumber(place);
                select(place); // the menu is about it
                auto* menu = new QMenu(this);
                menu->setAttribute(Qt::WA_DeleteOnClose);
                menu->setAccessibleName(tr("Map"));
                actions->fill(*menu, place);
                menu->popup(request.at);
            });
    connect(grid_, &HeatmapsGrid::zoomChanged, this,
            [this](const auto& zoom) { workbench().look([zoom](MapOptions& options) { options.zoom = zoom; }); });
    connect(grid_, &HeatmapsGrid::cellPressed, this, &HeatmapsPanel::cellPressed);
    // The timer coalesces several calls, and asks never from within present().
    connect(grid_, &HeatmapsGrid::mapsPlaced, this, [this] { asking_->start(0); });
}

void HeatmapsPanel::ask() {
    presentHeader(workbench().state());
    if (!isVisible()) return;
    Request wanted; // the overview asks for itself
    if (wantsMaps_) wanted = {.maps = grid_->demands(), .cells = GrowingContext::cells(workbench().state())};
    if (wanted != request()) Panel::ask(std::move(wanted));
}

void HeatmapsPanel::select(const MapPlace& place) {
    const CellRef number = place.stage.numberAt(place.head, place.cell);
    workbench().select(presentCell(place.stage.compared, workbench().state(), number));
}

/// Shows or hides the overview, which is made when it is first shown. It is a presenter of its own.
bool HeatmapsPanel::presentOverview(const ViewState& state) {
    const bool isOverview = state.maps.overview;
    if (isOverview == std::exchange(isOverview_, isOverview)) return isOverview;
    if (isOverview && !overview_) {
        overview_ = new OverviewPanel(workbench(), this);
        static_cast<QVBoxLayout*>(layout())->addWidget(overview_, 1);
        workbench().add(*overview_);
    }
    if (isOverview) { // it gets the arrow keys
        message_->hide();
        grid_->hide();
        overview_->show();
        overview_->focusSelected();
    } else {
        overview_->hide();
    }
    return isOverview;
}

bool HeatmapsPanel::presentHand(MapHand hand) {
    if (hand == std::exchange(hand_, hand)) return false;
    std::unique_ptr<MapTool> tool;
    if (hand == MapHand::Mask) tool = std::make_unique<MaskTool>(workbench());
    if (hand == MapHand::Pull) tool = std::make_unique<PullTool>(workbench());
    grid_->setTool(std::move(tool));
    return hand != MapHand::Pan;
}

void HeatmapsPanel::present(const ViewState& state) {
    // The shown heads may change from elsewhere (a menu, an undone edit): the focus stays with the maps.
    const bool hadFocus = isAncestorOf(window()->focusWidget());
    const int stage = grid_->focusedStage(), before = onlyHead_;
    onlyHead_ = state.maps.isEnlarged || state.maps.compared == Compared::SideBySide ? state.view.head : -1;
    const bool wasOverview = isOverview_, isOverview = presentOverview(state);
    const bool isTakenUp = presentHand(state.maps.handInUse());
    if (std::exchange(step_, state.step) != state.step) QToolTip::hideText(); // its cell may be blank now
    const auto response = state.responseTo(*this);
    MapsContent content = builder_.of(state, response.get());
    wantsMaps_ = !content.heads.empty() && !isOverview;
    const bool showsMaps = wantsMaps_ && content.message.isEmpty();
    look_ = {{}, colourRange({}, true), colourRange({}, false)};
    for (std::size_t s = 0; s < content.shared.size(); ++s) {
        const MapLook& shared = content.shared[s];
        (content.stages[s].isSigned ? look_.ofSigned : look_.ofUnsigned) = shared.range;
        if (!content.stages[s].isSigned) look_.curve = shared.curve;
    }
    message_->setText(content.message);
    message_->setVisible(!showsMaps && !isOverview);
    grid_->setVisible(showsMaps);
    if (wantsMaps_) {
        presentLight(state); // before the content: new maps under the pointer are lit at once
        grid_->setContent(std::move(content));
    }
    asking_->start(0);
    if (showsMaps) {
        if (hadFocus && before != onlyHead_) grid_->focusMap(state.view.head, stage);
        if ((hadFocus && wasOverview) || isTakenUp) grid_->setFocus(Qt::OtherFocusReason); // to the selected head
    }
    workbench().set(&ViewState::curves, builder_.curves());
    workbench().set(&ViewState::areChangesMarked, showsMaps && grid_->marksChanges());
    switches_->present(state);
    compare_->present(state);
    presentHeader(state); // last, since the button that it hides may have the focus
    QCoreApplication::postEvent(this, new QEvent(kPainted), Qt::LowEventPriority - 1); // Qt paints at LowEventPriority
}

void HeatmapsPanel::presentHeader(const ViewState& state) {
    look_.decimals = wantsMaps_ ? std::optional(grid_->decimals()) : std::nullopt;
    header_->present(state, look_);
    header_->setVisible(!state.isPresenting);
    layout()->setContentsMargins(0, 0, 0, state.isPresenting ? 0 : kFoot);
    workbench().set(&ViewState::areNumbersMissing, state.maps.numbers && look_.decimals && look_.decimals->second < 0);
}

void HeatmapsPanel::presentLight(const ViewState& state) {
    if (wantsMaps_) grid_->setLit(state.lit, litInOther(state, state.lit));
}

QAction& HeatmapsPanel::dragging() { return *switches_->drag().menuAction(); }

void HeatmapsPanel::takeFocus() {
    if (isOverview_) return overview_->focusSelected();
    // Without maps the message in their place has the focus: when it is hidden, FocusKeeper calls this again.
    (grid_->isVisible() ? static_cast<QWidget*>(grid_) : message_)->setFocus(Qt::OtherFocusReason);
}

bool HeatmapsPanel::event(QEvent* event) {
    const QEvent::Type type = event->type(); // the style changes with the size of text
    if (type == kPainted) workbench().scheduler().painted();
    if (type == QEvent::Show || type == QEvent::Resize || type == QEvent::StyleChange) asking_->start(0);
    return Panel::event(event);
}

} // namespace headlight
