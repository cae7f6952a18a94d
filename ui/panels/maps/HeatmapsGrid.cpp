#include "panels/maps/HeatmapsGrid.h"

#include "controls/keyboardStop.h"
#include "document/Turns.h"
#include "panels/maps/HeadColumn.h"
#include "panels/maps/mapDemands.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"
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
    setAccessibleName(tr("Maps"));
    setFocusPolicy(Qt::TabFocus); // which it hands on to a map
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (const auto spot = focused()) lastStage_ = spot->stage;
    });
    const auto scrolled = [this] {
        turns_.take([this] {
            showMaps();
            placeScales();
            emit demandsChanged();
        });
    };
    connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    connect(scroll_->horizontalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    followTextSize(*this, [this] {
        turns_.take([this] {
            measured_ = {};
            numbersIn_ = {};
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

std::optional<MapSpot> HeatmapsGrid::focused() const {
    for (const auto& [head, column] : columns_)
        for (int s = 0; s < stages(); ++s)
            if (const HeatmapView* map = view(head, s); map && map->hasFocus()) return MapSpot{head, s};
    return std::nullopt;
}

int HeatmapsGrid::focusedStage() const {
    const auto spot = focused();
    return spot ? spot->stage : 0;
}

void HeatmapsGrid::focusMap(int head, int stage) {
    stage = std::min(stage, stages() - 1); // of as many as there were
    bringIntoSight(head, stage);
    if (HeatmapView* map = view(head, stage)) map->setFocus(Qt::OtherFocusReason);
}

std::optional<int> HeatmapsGrid::placeOf(int head) const {
    const auto found = std::ranges::find(content_.heads, head, &HeadMaps::head);
    return found == content_.heads.end() ? std::nullopt
                                         : std::optional(static_cast<int>(found - content_.heads.begin()));
}

void HeatmapsGrid::bringIntoSight(int head, int stage) {
    const auto at = placeOf(head);
    if (!at || stage < 0 || stage >= stages() || layout_.isEmpty() || !layout_.shows(*at, stage)) return;
    const QRect card = layout_.cardRect(*at, stage);
    const QPoint centre = card.center();
    scroll_->ensureVisible(centre.x(), centre.y(), card.width() / 2, card.height() / 2);
    if (turns_.isRunning()) showMaps(); // else scrolling has done it
}

/// Another head was selected, by whatever means: its maps are seen, and have the keyboard if maps had it.
void HeatmapsGrid::followSelection() {
    int selected = -1;
    for (const HeadMaps& head : content_.heads)
        if (std::ranges::any_of(head.maps, &MapContent::ownsSelection)) selected = head.head;
    if (std::exchange(selectedHead_, selected) == selected || selected < 0 || layout_.isEmpty()) return;
    const auto spot = focused();
    if (spot && spot->head != selected)
        focusMap(selected, spot->stage);
    else if (!isInSight(*placeOf(selected)))
        bringIntoSight(selected, lastStage_);
}

void HeatmapsGrid::focusSelected(Qt::FocusReason reason) {
    if (content_.heads.empty()) return;
    const int head = placeOf(selectedHead_) ? selectedHead_ : content_.heads.front().head;
    bringIntoSight(head, lastStage_);
    std::vector<HeatmapView*> maps{view(head, lastStage_)};
    for (int s = 0; s < stages(); ++s) maps.push_back(view(head, s));
    for (const auto& [other, column] : columns_) maps.insert(maps.end(), column->maps().begin(), column->maps().end());
    for (HeatmapView* map : maps)
        if (map && map->isVisibleTo(this)) return map->setFocus(reason);
}

void HeatmapsGrid::focusInEvent(QFocusEvent* event) { focusSelected(event->reason()); }

bool HeatmapsGrid::focusNextPrevChild(bool next) { return leaveStop(*this, next); }

/// Its head is then the selected one.
void HeatmapsGrid::toNeighbour(int head, int stage, QPoint direction) {
    const auto from = placeOf(head);
    if (!from || layout_.isEmpty()) return;
    const auto to = neighbourOf(layout_, static_cast<int>(content_.heads.size()), stages(), {*from, stage}, direction);
    if (!to) return;
    const int other = content_.heads[static_cast<std::size_t>(to->head)].head;
    focusMap(other, to->stage);
    const HeatmapView* map = view(other, to->stage);
    const auto cell = map ? map->content().selected() : std::nullopt;
    if (cell) emit clicked(other, stageAt(to->stage), *cell);
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
    if (isSeen && !isInSight(*selected)) bringIntoSight(selectedHead_, lastStage_); // it stays
    showMaps();
    placeScales();
    if (!differs) return;
    emit demandsChanged();
    emit roomChanged();
}

std::optional<bool> HeatmapsGrid::hasNumbersWith(int more) const {
    if (!wantsNumbers(content_) || layout_.isEmpty()) return std::nullopt;
    MeasuredMaps other = measured_;
    other.room.area.rheight() += more;
    return numbersIn_.of(other, *this);
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
        content.caption.clear(); // stands behind the title
    else if (stage == head.problemStage)
        content.caption = column.problemLineOf(head, layout_.captionRect(at, stage).width()).caption;
    content.wheelScrolls = layout_.scrolls();
    HeatmapView* map = column.showMap(s, layout_.cardRect(at, stage), content, windowOf(stageAt(stage), content_.zoom));
    if (stageAt(stage).info().isMap()) map->setHover(hover_);
    map->show();
}

/// Beside the band of which most can be seen.
QRect HeatmapsGrid::scaleInSight(int stage) const {
    const QRect sight = scroll_->viewport()->rect();
    QRect best;
    int most = 0;
    for (int band = 0; band < layout_.bands() && layout_.shows(band * layout_.columns(), stage); ++band) {
        QRect bar = layout_.scaleRect(stage, band).translated(sheet_->pos());
        bar.moveLeft(std::min(bar.left(), sight.width() - bar.width())); // however wide the maps are
        const int seen = bar.intersected(sight).height();
        if (seen > most) best = bar;
        most = std::max(most, seen);
    }
    return best;
}

void HeatmapsGrid::placeScales() {
    while (scales_.size() < content_.stages.size())
        scales_.push_back(new ColorScale(QString(), scroll_->viewport())); // there the wheel scrolls, too
    for (int s = 0; s < static_cast<int>(scales_.size()); ++s) {
        ColorScale* scale = scales_[static_cast<std::size_t>(s)];
        const bool hasScale = !content_.scalePerHead && !content_.heads.empty() && !layout_.isEmpty() && s < stages();
        const QRect bar = hasScale ? scaleInSight(s) : QRect();
        if (hasScale) scale->setAccessibleName(tr("Colour scale, %1").arg(stageAt(s).title().toLower()));
        scale->setVisible(!bar.isEmpty());
        if (bar.isEmpty()) continue;
        const int end = static_cast<int>(scaleText());
        scale->setGeometry(bar.adjusted(0, -end, 0, end));
        scale->setLook(content_.shared[static_cast<std::size_t>(s)]);
    }
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

bool HeatmapsGrid::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::ScreenChangeInternal) // maybe a finer one, where a map has more pixels
        turns_.take([this] { emit demandsChanged(); });
    if (event->type() == QEvent::Show) turns_.take([this] { relayout(); });
    return handled;
}

} // namespace headlight
