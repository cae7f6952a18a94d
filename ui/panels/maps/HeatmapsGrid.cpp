#include "panels/maps/HeatmapsGrid.h"

#include "document/CallQueue.h"
#include "panels/maps/MapScales.h"
#include "panels/maps/mapNeeds.h"
#include "plot/HeatmapView.h"
#include "plot/changeMarks.h"
#include "style/textSize.h"

#include <QApplication>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace headlight {

void HeatmapsGrid::Discard::operator()(HeatmapView* view) const {
    view->blockSignals(true); // hiding may emit hovered(); destroyed() is sent all the same
    view->hide();
    view->deleteLater();
}

HeatmapsGrid::HeatmapsGrid(CallQueue& calls, QWidget* parent)
    : QWidget(parent), calls_(calls), scroll_(new QScrollArea(this)), sheet_(new QWidget) {
    scroll_->setObjectName(QStringLiteral("maps"));
    sheet_->setObjectName(QStringLiteral("maps"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(sheet_);
    scales_ = std::make_unique<MapScales>(*scroll_->viewport());
    setAccessibleName(tr("Maps"));
    setFocusPolicy(Qt::TabFocus); // it passes the focus on to a map
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (const auto spot = focused()) lastStage_ = spot->stage;
    });
    connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, &HeatmapsGrid::followSight);
    connect(scroll_->horizontalScrollBar(), &QScrollBar::valueChanged, this, &HeatmapsGrid::followSight);
    for (QWidget* watched : {static_cast<QWidget*>(this), scroll_->viewport()}) watched->installEventFilter(this);
    followTextSize(*this, [this] {
        calls_.run([this] {
            space_ = {};
            relayout();
        });
    });
}

HeatmapsGrid::~HeatmapsGrid() { qApp->disconnect(this); } // focusChanged comes as maps are destroyed

void HeatmapsGrid::setContent(MapsContent content) {
    assert(calls_.isRunning());
    const bool stagesDiffer = !std::ranges::equal(content.stages, content_.stages, {}, &MapStage::hasHeads,
                                                  &MapStage::hasHeads);
    const bool headsDiffer = !std::ranges::equal(content.heads, content_.heads, {}, &HeadMaps::head, &HeadMaps::head);
    content_ = std::move(content);
    if (headsDiffer || stagesDiffer) dropViews(stagesDiffer);
    relayout();
    followSelection();
}

/// Discards the maps of heads that are gone, or all. Maps of heads that are only not shown now are hidden.
void HeatmapsGrid::dropViews(bool all) {
    bool wasHovered = false;
    std::erase_if(views_, [&](const auto& at) {
        if (!all && at.first.first < content_.allHeads) return false;
        wasHovered = wasHovered || at.second->underMouse();
        return true;
    });
    if (wasHovered) emit hovered({}, Compared::Now);
    for (const auto& [at, view] : views_)
        if (!content_.placeOf(at.first)) view->hide(); // not the others: they would lose the focus
}

void HeatmapsGrid::setLit(const std::vector<Address>& lit, const std::vector<Address>& inOther) {
    if (lit == lit_ && inOther == litInOther_) return;
    lit_ = lit;
    litInOther_ = inOther;
    for (const auto& [at, view] : views_)
        if (at.second < stages()) view->setHover(litOf(at.first, at.second));
}

std::optional<Cell> HeatmapsGrid::litOf(int head, int stage) const {
    return stageAt(stage).litCell(stageAt(stage).compared == Compared::Other ? litInOther_ : lit_, head);
}

void HeatmapsGrid::setTool(std::unique_ptr<MapTool> tool) {
    for (const auto& [at, view] : views_) view->setTool(nullptr);
    tool_ = std::move(tool);
}

HeatmapView* HeatmapsGrid::view(int head, int stage) const {
    const auto found = views_.find({head, stage});
    return found == views_.end() ? nullptr : found->second.get();
}

void HeatmapsGrid::relayout() {
    const MapsSpace space = spaceFor(content_, *this);
    const bool differs = space != space_;
    const auto selected = content_.placeOf(selectedHead_);
    const bool isSeen = differs && selected && *selected < layout_.heads() && layout_.stages() == stages() &&
                        isInSight(*selected); // in the previous layout
    if (differs) {
        std::tie(layout_, textSize_) = content_.isPresenting ? presentedLayout(content_, *this)
                                                             : std::pair(HeatmapsLayout::best(space), 0.0);
        space_ = space;
        scroll_->setGeometry(rect());
        sheet_->resize(layout_.contentSize());
    }
    if (isSeen && !isInSight(*selected)) bringIntoSight(selectedHead_, lastStage_); // it stays visible
    showMaps();
    scales_->place(content_, layout_, sheet_->pos(), textSize_);
    emit mapsPlaced();
}

bool HeatmapsGrid::isInSight(int at) const {
    QRect head;
    for (int s = 0; s < stages(); ++s)
        if (layout_.shows(at, s)) head |= layout_.cardRect(at, s);
    return QRect(-sheet_->pos(), scroll_->viewport()->size()).intersects(head);
}

std::vector<int> HeatmapsGrid::inSight() const {
    std::vector<int> places;
    for (int at = 0; at < static_cast<int>(content_.heads.size()) && !layout_.isEmpty(); ++at)
        if (isInSight(at)) places.push_back(at);
    return places;
}

/// Updates the formats of numbers, but not while a number is dragged.
void HeatmapsGrid::updateFormats() {
    if (content_.isHeld && formats_.size() == content_.stages.size()) return;
    std::vector<QSizeF> cells;
    for (const MapArea& area : areas_) cells.emplace_back(area.cellWidth(), area.cellHeight());
    std::vector<const MapStage*> shown;
    for (const MapStage& stage : content_.stages) shown.push_back(&stage);
    const PictureTextSize text(textSize_, true);
    formats_ = formatsOf(shown, content_.ranges, content_.options.decimals, cells, this);
    if (textSize_ > 0) // the labels have the same size
        for (CellFormat& format : formats_) format.points = std::min(format.points, kCellPt);
}

void HeatmapsGrid::showMaps() {
    if (layout_.isEmpty()) return;
    areas_ = areasOf(content_, layout_, devicePixelRatioF());
    updateFormats();
    for (int at = 0; at < static_cast<int>(content_.heads.size()); ++at)
        for (int s = 0; s < stages(); ++s) showMap(at, s);
}

void HeatmapsGrid::showMap(int at, int stage) {
    const HeadMaps& head = content_.heads[static_cast<std::size_t>(at)];
    HeatmapView* map = view(head.head, stage);
    if (!layout_.shows(at, stage)) {
        if (map) map->hide();
        return;
    }
    if (!map && !isInSight(at)) return;
    if (!map) map = &makeView(head.head, stage);
    map->setGeometry(layout_.cardRect(at, stage));
    MapContent content = head.maps[static_cast<std::size_t>(stage)];
    content.format = formats_[static_cast<std::size_t>(stage)];
    content.textSize = textSize_;
    content.margins = layout_.margins(at, stage);
    content.headLine = layout_.headLine();
    content.labelsRows = layout_.labelsRows(at, stage);
    content.labelsCols = layout_.labelsCols(at, stage);
    content.canEnlarge = stage == layout_.titledStage() && content_.allHeads > 1 &&
                         (content_.heads.size() > 1 || content_.isEnlarged());
    content.wheelScrolls = layout_.scrolls();
    map->setContent(content);
    map->setTool(tool_ && tool_->serves(content) ? tool_.get() : nullptr);
    map->setZoom(windowOf(stageAt(stage), content_.options.zoom));
    map->setHover(litOf(head.head, stage));
    map->show();
}

/// Makes a map. `stage`: a place in the list of stages, which may hold another stage later.
HeatmapView& HeatmapsGrid::makeView(int head, int stage) {
    auto* map = new HeatmapView(sheet_);
    views_[{head, stage}].reset(map);
    connect(map, &HeatmapView::hovered, this, [this, head, stage](std::optional<Cell> cell) {
        const auto cells = cell ? std::vector{stageAt(stage).numberAt(head, *cell)} : std::vector<CellRef>{};
        emit hovered(cells, stage < stages() ? stageAt(stage).compared : Compared::Now);
    });
    connect(map, &HeatmapView::clicked, this,
            [this, head, stage](Cell place) { emit clicked(head, stageAt(stage), place); });
    connect(map, &HeatmapView::zoomChanged, this, [this, stage](const std::optional<MapWindow>& window) {
        emit zoomChanged(zoomedTo(stageAt(stage), window, content_.options.zoom));
    });
    connect(map, &HeatmapView::neighbourWanted, this,
            [this, head, stage](QPoint direction) { toNeighbour(head, stage, direction); });
    connect(map, &HeatmapView::requested, this,
            [this, head, stage](const MapRequest& request) { emit requested(head, stageAt(stage), request); });
    connect(map, &HeatmapView::enlarged, this, [this, head, stage] {
        if (stageAt(stage).hasHeads()) emit enlarged(head);
    });
    connect(map, &HeatmapView::cellPressed, this, &HeatmapsGrid::cellPressed);
    return *map;
}

std::vector<MapDemand> HeatmapsGrid::demands() const {
    return demandsFor(content_, layout_, inSight(), devicePixelRatioF());
}

std::pair<int, int> HeatmapsGrid::decimals() const {
    if (formats_.empty()) return {-1, -1};
    const auto [fewest, most] = std::ranges::minmax(formats_, {}, &CellFormat::decimals);
    return {fewest.decimals, most.decimals};
}

bool HeatmapsGrid::marksChanges() const {
    return std::ranges::any_of(views_, [](const auto& one) {
        const HeatmapView& view = *one.second;
        return !view.isHidden() && hasMarks(view.area(), view.content());
    });
}

void HeatmapsGrid::followSight() {
    calls_.run([this] { relayout(); });
}

/// Follows the size of the viewport, too: Qt makes space for a scroll bar later, in a hidden grid only when it is shown
/// again. Another screen may have more pixels.
bool HeatmapsGrid::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type == QEvent::Resize || (watched == this && (type == QEvent::Show || type == QEvent::ScreenChangeInternal)))
        followSight();
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
