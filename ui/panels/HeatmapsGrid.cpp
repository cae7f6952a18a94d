#include "panels/HeatmapsGrid.h"

#include "document/Turns.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"

#include <QEvent>
#include <QFontMetrics>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headlight {
namespace {

constexpr int kOwnScaleGap = 10;
constexpr double kCheapRanges = 1.6e7; // cells of all heads together

QString longestThatFits(const QStringList& ways, const QLabel& label) {
    for (const QString& text : ways)
        if (label.fontMetrics().horizontalAdvance(text) <= label.width()) return text;
    return ways.value(ways.size() - 1);
}

} // namespace

HeatmapsGrid::HeatmapsGrid(Turns& turns, QWidget* parent)
    : QWidget(parent), turns_(turns), scroll_(new QScrollArea(this)), sheet_(new QWidget) {
    scroll_->setObjectName(QStringLiteral("maps"));
    sheet_->setObjectName(QStringLiteral("maps"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(sheet_);
    scales_[0] = new ColorScale(QString(), this);
    scales_[1] = new ColorScale(QString(), this);
    const auto scrolled = [this] {
        turns_.take([this] {
            showMaps();
            placeScales();
            emit demandsChanged();
        });
    };
    connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
    connect(scroll_->horizontalScrollBar(), &QScrollBar::valueChanged, this, scrolled);
}

void HeatmapsGrid::setContent(MapsContent content) {
    assert(turns_.isRunning());
    const bool headsDiffer = content.heads.size() != content_.heads.size() ||
                             !std::equal(content.heads.begin(), content.heads.end(), content_.heads.begin(),
                                         [](const HeadMaps& a, const HeadMaps& b) { return a.head == b.head; });
    const bool demandsDiffer = headsDiffer || content.layer != content_.layer ||
                               content.scalePerHead != content_.scalePerHead || content.allHeads != content_.allHeads ||
                               content.rows != content_.rows || content.cols != content_.cols ||
                               !std::ranges::equal(content.stages, content_.stages);
    content_ = std::move(content);
    if (headsDiffer) dropWidgets();
    relayout();
    if (demandsDiffer) emit demandsChanged();
}

/// Of heads that are gone; those of heads that are only not shown now are hidden.
void HeatmapsGrid::dropWidgets() {
    for (auto at = widgets_.begin(); at != widgets_.end();) {
        const HeadWidgets& w = at->second;
        const bool isGone = at->first >= content_.allHeads;
        const bool isShown = std::ranges::any_of(content_.heads,
                                                 [&](const HeadMaps& h) { return h.head == at->first; });
        if (isShown && !isGone) { // hidden for a moment, its map would lose the focus
            ++at;
            continue;
        }
        for (QWidget* widget : std::initializer_list<QWidget*>{w.title, w.problem, w.enlarge, w.maps[0], w.maps[1]}) {
            widget->hide();
            if (isGone) widget->deleteLater();
        }
        at = isGone ? widgets_.erase(at) : std::next(at);
    }
}

void HeatmapsGrid::setHover(std::optional<Hover> hover) {
    if (hover == hover_) return;
    hover_ = hover;
    for (auto& [head, w] : widgets_)
        for (HeatmapView* map : w.maps) map->setHover(hover);
}

void HeatmapsGrid::setZoom(std::optional<MapWindow> zoom) {
    if (zoom == zoom_) return;
    zoom_ = zoom;
    for (auto& [head, w] : widgets_)
        for (HeatmapView* map : w.maps) map->setZoom(zoom);
    emit demandsChanged();
}

HeatmapView* HeatmapsGrid::view(int head, int stage) const {
    const auto found = widgets_.find(head);
    return found == widgets_.end() ? nullptr : found->second.maps[stage];
}

int HeatmapsGrid::focusedStage() const {
    for (const auto& [head, w] : widgets_)
        for (int s = 0; s < 2; ++s)
            if (w.maps[s]->hasFocus()) return s;
    return 0;
}

void HeatmapsGrid::focusMap(int head, int stage) {
    HeatmapView* map = view(head, stage);
    if (!map) return;
    map->setFocus(Qt::OtherFocusReason);
    scroll_->ensureWidgetVisible(map, 0, HeatmapsLayout::kTitle);
}

/// The room without its margins, which take measuring every label.
MapsRoom HeatmapsGrid::bareRoom(int& ownScale) const {
    const auto scaleWidth = [&](const MapLook& look) { return static_cast<int>(colorScaleWidth(look.range, this)); };
    MapsRoom room{size(), static_cast<int>(content_.heads.size()), content_.rows, content_.cols, {}, 0};
    ownScale = 0;
    if (!content_.scalePerHead) {
        room.scaleWidth = std::max(scaleWidth(content_.shared[0]), scaleWidth(content_.shared[1])) +
                          HeatmapsLayout::kGap;
        return room;
    }
    for (const HeadMaps& head : content_.heads)
        for (const MapContent& map : head.maps) ownScale = std::max(ownScale, scaleWidth(map.look) + kOwnScaleGap);
    return room;
}

void HeatmapsGrid::relayout() {
    int ownScale = 0;
    MapsRoom room = bareRoom(ownScale);
    MapAxes axes = content_.heads.empty() ? MapAxes{} : content_.heads[0].maps[0].axes;
    axes.selectedRow = axes.selectedCol = -1;
    MapsRoom before = room_;
    before.margins = {};
    const bool differs = room != before || ownScale != ownScale_ || axes != laidOut_;
    if (differs) {
        ownScale_ = ownScale;
        laidOut_ = axes;
        QSizeF cell(24, 24); // a guess; the margins need the size of the cells, and that needs the margins
        for (int round = 0; round < 2; ++round) {
            room.margins = labelMargins(axes, cell, this).toMargins() + QMargins(0, 0, ownScale, 0);
            layout_ = HeatmapsLayout(room);
            cell = {layout_.cellWidth(), layout_.cellHeight()};
        }
        room_ = room;
        scroll_->setGeometry(rect());
        sheet_->resize(layout_.contentSize());
        for (std::size_t i = 0; i < content_.heads.size(); ++i)
            if (const auto found = widgets_.find(content_.heads[i].head); found != widgets_.end())
                place(found->second, static_cast<int>(i));
    }
    showMaps();
    placeScales();
    if (differs) emit demandsChanged();
}

bool HeatmapsGrid::isInSight(int at) const {
    const QRect seen(-sheet_->pos(), scroll_->viewport()->size());
    return seen.intersects(layout_.titleRect(at) | layout_.cardRect(at, 0) | layout_.cardRect(at, 1));
}

MapContent HeatmapsGrid::finished(const MapContent& content) const {
    MapContent map = content;
    map.margins = room_.margins;
    map.wheelScrolls = layout_.scrolls();
    return map;
}

void HeatmapsGrid::showMaps() {
    for (std::size_t i = 0; i < content_.heads.size(); ++i) {
        const HeadMaps& head = content_.heads[i];
        auto found = widgets_.find(head.head);
        const bool isSeen = isInSight(static_cast<int>(i));
        if (found == widgets_.end()) {
            if (!isSeen) continue;
            found = widgets_.emplace(head.head, makeWidgets(head.head)).first;
            place(found->second, static_cast<int>(i));
        }
        HeadWidgets& w = found->second;
        w.title->setText(head.title);
        w.problem->setText(longestThatFits(head.problem, *w.problem));
        w.problem->setToolTip(head.problem.value(0));
        for (int s = 0; s < 2; ++s) {
            w.maps[s]->setContent(finished(head.maps[s]));
            w.maps[s]->setZoom(zoom_);
            w.maps[s]->setHover(hover_);
            w.maps[s]->show();
        }
        w.title->show();
        w.problem->show();
        w.enlarge->setVisible(content_.allHeads > 1 && content_.heads.size() > 1);
    }
}

void HeatmapsGrid::placeScales() {
    for (int s = 0; s < 2; ++s) {
        const bool isShown = !content_.scalePerHead && !content_.heads.empty() && !layout_.mapSize().isEmpty();
        scales_[s]->setVisible(isShown);
        if (!isShown) continue;
        QRect bar = layout_.scaleRect(s);
        if (layout_.scrolls()) { // stays in sight
            bar.moveLeft(
                std::min(bar.left(), width() - bar.width() - scroll_->verticalScrollBar()->sizeHint().width()));
            bar.setBottom(std::min(bar.bottom(), height() - HeatmapsLayout::kPadding));
        }
        constexpr int kEnd = static_cast<int>(kScaleText);
        scales_[s]->setGeometry(bar.adjusted(0, -kEnd, 0, kEnd));
        scales_[s]->setLook(content_.shared[s]);
        const QString title = content_.heads[0].maps[s].caption.toLower();
        scales_[s]->setAccessibleName(tr("Colour scale, %1").arg(title));
    }
}

HeatmapsGrid::HeadWidgets HeatmapsGrid::makeWidgets(int head) {
    HeadWidgets w{new QLabel(sheet_),
                  new QLabel(sheet_),
                  new QToolButton(sheet_),
                  {new HeatmapView(sheet_), new HeatmapView(sheet_)}};
    w.title->setProperty("role", "title");
    w.problem->setProperty("role", "problem");
    w.enlarge->setProperty("role", "link");
    w.enlarge->setText(QStringLiteral(u"\u2922"));
    w.enlarge->setAccessibleName(tr("Enlarge head %1").arg(head + 1));
    w.enlarge->setToolTip(tr("Enlarge head %1 (Enter)").arg(head + 1));
    connect(w.enlarge, &QToolButton::clicked, this, [this, head] { emit enlarged(head); });
    for (HeatmapView* map : w.maps) {
        connect(map, &HeatmapView::hovered, this, &HeatmapsGrid::hovered);
        connect(map, &HeatmapView::clicked, this, [this, head](Hover cell) { emit clicked(head, cell); });
        connect(map, &HeatmapView::enlarged, this, [this, head] { emit enlarged(head); });
        connect(map, &HeatmapView::zoomChanged, this, &HeatmapsGrid::zoomChanged);
        connect(map, &HeatmapView::painted, this, [this, map] { emit painted(map); });
    }
    return w;
}

void HeatmapsGrid::place(HeadWidgets& w, int at) {
    const QRect title = layout_.titleRect(at);
    const int textWidth = w.title->fontMetrics().horizontalAdvance(content_.heads[static_cast<std::size_t>(at)].title) +
                          12;
    constexpr int kButton = 26;
    w.title->setGeometry(title.left() + 2, title.top(), textWidth, title.height());
    w.problem->setGeometry(w.title->geometry().right() + 6, title.top(),
                           std::max(0, title.width() - textWidth - kButton - 12), title.height());
    w.enlarge->setGeometry(title.right() - kButton, title.top() + 3, kButton, title.height() - 6);
    for (int s = 0; s < 2; ++s) w.maps[s]->setGeometry(layout_.cardRect(at, s));
}

std::vector<MapDemand> HeatmapsGrid::demands() const {
    std::vector<MapDemand> demands;
    if (content_.heads.empty() || layout_.mapSize().isEmpty()) return demands;
    const int rows = content_.rows, cols = content_.cols;
    const MapWindow window = zoom_ ? clamped(*zoom_, rows, cols) : wholeMap(rows, cols);
    const MapArea area{QRectF(QPointF(0, 0), QSizeF(layout_.mapSize())), window, devicePixelRatioF()};
    std::set<int> seen;
    for (std::size_t i = 0; i < content_.heads.size(); ++i) {
        if (!isInSight(static_cast<int>(i))) continue;
        seen.insert(content_.heads[i].head);
        for (const Stage stage : content_.stages)
            demands.push_back(demandFor(area, stage, content_.layer, content_.heads[i].head, rows, cols));
    }
    if (content_.scalePerHead || static_cast<double>(content_.allHeads) * rows * cols > kCheapRanges) return demands;
    for (int head = 0; head < content_.allHeads; ++head)
        if (!seen.contains(head))
            for (const Stage stage : content_.stages) demands.push_back({stage, content_.layer, head, {}, 1, 1});
    return demands;
}

std::set<const QObject*> HeatmapsGrid::awaitingPaint() const {
    std::set<const QObject*> views;
    for (const auto& [head, w] : widgets_)
        for (const HeatmapView* map : w.maps)
            if (map->awaitsPaint()) views.insert(map);
    return views;
}

void HeatmapsGrid::resizeEvent(QResizeEvent*) {
    turns_.take([this] { relayout(); });
}

bool HeatmapsGrid::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::Show || event->type() == QEvent::FontChange)
        turns_.take([this, isNewFont = event->type() == QEvent::FontChange] {
            if (isNewFont) laidOut_ = {};
            relayout();
        });
    return handled;
}

} // namespace headlight
