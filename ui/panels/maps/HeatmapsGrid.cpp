#include "panels/maps/HeatmapsGrid.h"

#include "document/Turns.h"
#include "panels/maps/HeadColumn.h"
#include "panels/maps/MapScales.h"
#include "panels/maps/mapDemands.h"
#include "plot/HeatmapView.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QApplication>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace headlight {
namespace {

bool wantsNumbers(const MapsContent& content) { return std::ranges::any_of(content.shared, &MapLook::numbers); }

} // namespace

HeatmapsGrid::HeatmapsGrid(Turns& turns, QWidget* parent)
    : QWidget(parent), turns_(turns), scroll_(new QScrollArea(this)), sheet_(new QWidget) {
    scroll_->setObjectName(QStringLiteral("maps"));
    sheet_->setObjectName(QStringLiteral("maps"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(sheet_);
    scales_ = std::make_unique<MapScales>(*scroll_->viewport());
    setAccessibleName(tr("Maps"));
    setFocusPolicy(Qt::TabFocus); // which it hands on to a map
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (const auto spot = focused()) lastStage_ = spot->stage;
    });
    connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, &HeatmapsGrid::followSight);
    connect(scroll_->horizontalScrollBar(), &QScrollBar::valueChanged, this, &HeatmapsGrid::followSight);
    scroll_->viewport()->installEventFilter(this);
    followTextSize(*this, [this] {
        turns_.take([this] {
            measured_ = {};
            known_ = {};
            relayout();
        });
    });
}

HeatmapsGrid::~HeatmapsGrid() = default;

void HeatmapsGrid::setContent(MapsContent content) {
    assert(turns_.isRunning());
    const bool stagesDiffer = !std::ranges::equal(content.stages, content_.stages, {}, &MapStage::hasHeads,
                                                  &MapStage::hasHeads);
    const bool headsDiffer = !std::ranges::equal(content.heads, content_.heads, {}, &HeadMaps::head, &HeadMaps::head);
    const auto sizes = [](const MapStage& s) { return std::tuple(s.stage, s.rows(), s.cols()); };
    const bool demandsDiffer = headsDiffer || content.layer != content_.layer || content.zoom != content_.zoom ||
                               content.scalePerHead != content_.scalePerHead || content.pooling != content_.pooling ||
                               content.allHeads != content_.allHeads ||
                               !std::ranges::equal(content.stages, content_.stages, {}, sizes, sizes);
    const bool numbersDiffer = wantsNumbers(content) != wantsNumbers(content_);
    content_ = std::move(content);
    if (headsDiffer || stagesDiffer) dropColumns(stagesDiffer);
    relayout();
    followSelection();
    if (demandsDiffer) emit demandsChanged();
    if (numbersDiffer) emit roomChanged();
}

/// Of heads that are gone, or of all; those of heads that are only not shown now are hidden.
/// What goes says nothing any more: its maps are of the stages that were.
void HeatmapsGrid::dropColumns(bool all) {
    bool wasHovered = false;
    std::erase_if(columns_, [&](const auto& at) {
        if (!all && at.first < content_.allHeads) return false;
        wasHovered = wasHovered || at.second->isHovered();
        at.second->disconnect(this);
        return true;
    });
    if (wasHovered) emit hovered(std::nullopt);
    for (const auto& [head, column] : columns_) {
        const bool isShown = std::ranges::find(content_.heads, head, &HeadMaps::head) != content_.heads.end();
        if (!isShown) column->hide(); // one that is shown would lose the focus of its map
    }
}

void HeatmapsGrid::setHover(std::optional<Hover> hover) {
    if (hover == hover_) return;
    hover_ = hover;
    for (const auto& [head, column] : columns_)
        for (int s = 0; s < stages(); ++s)
            if (HeatmapView* map = view(head, s); map && stageAt(s).info().isMap()) map->setHover(hover);
}

HeatmapView* HeatmapsGrid::view(int head, int stage) const {
    const auto found = columns_.find(head);
    return found == columns_.end() ? nullptr : found->second->map(static_cast<std::size_t>(stage));
}

void HeatmapsGrid::relayout() {
    MeasuredMaps measured = measuredMaps(content_, *this);
    if (content_.isHeld) { // wider numbers at a scale move nothing as long as a number is dragged
        measured.ownScale = measured_.ownScale;
        measured.room.scaleWidth = measured_.room.scaleWidth;
    }
    const bool differs = measured != measured_;
    const auto selected = placeOf(selectedHead_);
    const bool isSeen = differs && selected && *selected < layout_.heads() && layout_.stages() == stages() &&
                        isInSight(*selected); // as they stood
    if (differs) {
        measured_ = measured;
        const LaidOutMaps maps = laidOut(measured, *this);
        layout_ = maps.layout;
        labelPoints_ = maps.labelPoints;
        labelLook_ = maps.look;
        scroll_->setGeometry(rect());
        sheet_->resize(layout_.contentSize());
        for (std::size_t i = 0; i < content_.heads.size(); ++i)
            if (const auto found = columns_.find(content_.heads[i].head); found != columns_.end())
                found->second->place(layout_, static_cast<int>(i));
    }
    nameOwners();
    if (isSeen && !isInSight(*selected)) bringIntoSight(selectedHead_, lastStage_); // it stays
    showMaps();
    scales_->place(content_, layout_, sheet_->pos());
    if (!differs) return;
    emit demandsChanged();
    emit roomChanged();
}

/// Where a head's cards are far from its title each says whose it is; what is made of all heads says that.
void HeatmapsGrid::nameOwners() {
    const auto ownersOf = [](const MapStage& stage, int head) -> QStringList {
        if (stage.hasHeads()) return {titleOfHead(head).toUpper(), QString::number(numberOf(head))};
        if (!stage.info().fromScores) return {};
        return {tr("ALL HEADS"), tr("ALL")};
    };
    for (HeadMaps& head : content_.heads)
        for (int s = 0; s < static_cast<int>(head.maps.size()); ++s) {
            const bool isNamed = layout_.hasStrayCards() && s != layout_.titledStage();
            head.maps[static_cast<std::size_t>(s)].caption.owners = isNamed ? ownersOf(stageAt(s), head.head)
                                                                            : QStringList();
        }
}

std::optional<Legibility> HeatmapsGrid::legibilityWith(int more) const {
    // Hidden behind a message it keeps maps and a size that are no longer true.
    if (isHidden() || !wantsNumbers(content_) || layout_.isEmpty()) return std::nullopt;
    MeasuredMaps other = measured_;
    other.room.area.rheight() += more;
    return known_.of(other, *this);
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

void HeatmapsGrid::showMaps() {
    if (layout_.isEmpty()) return;
    const bool canBeEnlarged = content_.allHeads > 1 && content_.heads.size() > 1;
    for (std::size_t i = 0; i < content_.heads.size(); ++i) {
        const HeadMaps& head = content_.heads[i];
        const int at = static_cast<int>(i);
        auto found = columns_.find(head.head);
        if (found == columns_.end()) {
            if (!isInSight(at)) continue;
            found = columns_.emplace(head.head, makeColumn(head.head)).first;
            found->second->place(layout_, at);
        }
        for (int s = 0; s < stages(); ++s) showMap(*found->second, s, at);
        found->second->showTitle(head, layout_, at, canBeEnlarged);
    }
}

void HeatmapsGrid::showMap(HeadColumn& column, int stage, int at) {
    const auto s = static_cast<std::size_t>(stage);
    if (!layout_.shows(at, stage)) return column.hideMap(s);
    const HeadMaps& head = content_.heads[static_cast<std::size_t>(at)];
    MapContent content = head.maps[s];
    content.margins = layout_.margins(at, stage);
    const bool isTitled = stage == layout_.titledStage();
    content.headLine = layout_.headLine(stage);
    content.axes.points = labelPoints_;
    content.axes.upright = labelLook_.upright;
    content.axes.share = labelLook_.share;
    content.labelsRows = layout_.labelsRows(at, stage);
    content.labelsCols = layout_.labelsCols(at, stage);
    if (isTitled)
        content.caption = {}; // stands behind the title
    else if (stage == head.problemStage)
        content.caption = {column.problemLineOf(head, layout_.captionRect(at, stage).width()).caption};
    content.wheelScrolls = layout_.scrolls();
    HeatmapView* map = column.showMap(s, layout_.cardRect(at, stage), content, windowOf(stageAt(stage), content_.zoom));
    if (stageAt(stage).info().isMap()) map->setHover(hover_);
    map->show();
}

/// A map stands at a place of the list of stages, whichever stage that is at the time.
std::unique_ptr<HeadColumn> HeatmapsGrid::makeColumn(int head) {
    auto column = std::make_unique<HeadColumn>(head, content_.stages.size(), sheet_);
    connect(column.get(), &HeadColumn::hovered, this, [this, head](int stage, std::optional<Hover> cell) {
        if (stageAt(stage).info().isMap())
            emit hovered(cell);
        else
            view(head, stage)->setHover(cell); // of its own, for its dimensions are no tokens
    });
    connect(column.get(), &HeadColumn::clicked, this,
            [this, head](int stage, Hover place) { emit clicked(head, stageAt(stage), place); });
    connect(column.get(), &HeadColumn::zoomChanged, this, [this](int stage, const std::optional<MapWindow>& window) {
        emit zoomChanged(zoomedTo(stageAt(stage), window, content_.zoom));
    });
    connect(column.get(), &HeadColumn::neighbourWanted, this,
            [this, head](int stage, QPoint direction) { toNeighbour(head, stage, direction); });
    connect(column.get(), &HeadColumn::requested, this,
            [this, head](int stage, const MapRequest& request) { emit requested(head, stageAt(stage), request); });
    connect(column.get(), &HeadColumn::enlarged, this, [this, head] { emit enlarged(head); });
    connect(column.get(), &HeadColumn::painted, this, &HeatmapsGrid::painted);
    return column;
}

std::vector<MapDemand> HeatmapsGrid::demands() const {
    return demandsFor(content_, layout_, inSight(), devicePixelRatioF());
}

bool HeatmapsGrid::hasNumbers() const {
    for (const auto& [head, column] : columns_)
        for (const HeatmapView* map : column->maps())
            if (map && map->isVisibleTo(this) && map->showsNumbers()) return true;
    return false;
}

std::set<const QObject*> HeatmapsGrid::awaitingPaint() const {
    std::set<const QObject*> views;
    for (const auto& [head, column] : columns_)
        for (const HeatmapView* map : column->maps())
            if (map && map->awaitsPaint()) views.insert(map);
    return views;
}

void HeatmapsGrid::resizeEvent(QResizeEvent*) {
    turns_.take([this] { relayout(); });
}

void HeatmapsGrid::followSight() {
    turns_.take([this] {
        showMaps();
        scales_->place(content_, layout_, sheet_->pos());
        emit demandsChanged();
    });
}

/// Qt gives a scroll bar its room when it pleases, of a hidden grid only when it is shown again.
bool HeatmapsGrid::eventFilter(QObject* watched, QEvent* event) {
    if (watched == scroll_->viewport() && event->type() == QEvent::Resize) followSight();
    return QWidget::eventFilter(watched, event);
}

bool HeatmapsGrid::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::ScreenChangeInternal) // maybe a finer one, where a map has more pixels
        turns_.take([this] { emit demandsChanged(); });
    if (event->type() == QEvent::Show) turns_.take([this] { relayout(); });
    return handled;
}

} // namespace headlight
