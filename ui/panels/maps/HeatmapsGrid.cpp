#include "panels/maps/HeatmapsGrid.h"

#include "document/Turns.h"
#include "plot/ColorScale.h"
#include "plot/HeatmapView.h"
#include "style/tokenText.h"

#include <QEvent>
#include <QFontMetrics>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

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
    const bool stagesDiffer = !std::ranges::equal(content.stages, content_.stages, {}, &MapStage::hasHeads,
                                                  &MapStage::hasHeads);
    const bool headsDiffer = !std::ranges::equal(content.heads, content_.heads, {}, &HeadMaps::head, &HeadMaps::head);
    const auto sizes = [](const MapStage& s) { return std::tuple(s.stage, s.rows(), s.cols()); };
    const bool demandsDiffer = headsDiffer || content.layer != content_.layer || content.zoom != content_.zoom ||
                               content.scalePerHead != content_.scalePerHead || content.allHeads != content_.allHeads ||
                               !std::ranges::equal(content.stages, content_.stages, {}, sizes, sizes);
    content_ = std::move(content);
    if (headsDiffer || stagesDiffer) dropWidgets(stagesDiffer);
    relayout();
    if (demandsDiffer) emit demandsChanged();
}

/// Of heads that are gone, or of all; those of heads that are only not shown now are hidden.
void HeatmapsGrid::dropWidgets(bool all) {
    for (auto at = widgets_.begin(); at != widgets_.end();) {
        const HeadWidgets& w = at->second;
        const bool isGone = all || at->first >= content_.allHeads;
        const bool isShown = std::ranges::find(content_.heads, at->first, &HeadMaps::head) != content_.heads.end();
        if (isShown && !isGone) { // hidden for a moment, its map would lose the focus
            ++at;
            continue;
        }
        std::vector<QWidget*> widgets{w.title, w.problem, w.enlarge};
        widgets.insert(widgets.end(), w.maps.begin(), w.maps.end());
        for (QWidget* widget : widgets) {
            if (!widget) continue;
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
        for (int s = 0; s < stages(); ++s)
            if (HeatmapView* map = w.maps[static_cast<std::size_t>(s)]; map && stageAt(s).info().isMap())
                map->setHover(hover);
}

HeatmapView* HeatmapsGrid::view(int head, int stage) const {
    const auto found = widgets_.find(head);
    if (found == widgets_.end() || stage >= stages()) return nullptr;
    return found->second.maps[static_cast<std::size_t>(stage)];
}

int HeatmapsGrid::focusedStage() const {
    for (const auto& [head, w] : widgets_)
        for (int s = 0; s < stages(); ++s)
            if (const HeatmapView* map = view(head, s); map && map->hasFocus()) return s;
    return 0;
}

void HeatmapsGrid::focusMap(int head, int stage) {
    HeatmapView* map = view(head, stage);
    if (!map) return;
    map->setFocus(Qt::OtherFocusReason);
    scroll_->ensureWidgetVisible(map, 0, HeatmapsLayout::kTitle);
}

/// The room without its margins, which take measuring every label.
HeatmapsGrid::Measured HeatmapsGrid::bareRoom() const {
    const auto scaleWidth = [&](const MapLook& look) { return static_cast<int>(colorScaleWidth(look.range, this)); };
    Measured measured{{size(), static_cast<int>(content_.heads.size()), {}, 0}, {}, 0};
    for (const MapStage& stage : content_.stages) {
        measured.room.stages.push_back({stage.rows(), stage.cols(), {}, stage.hasHeads()});
        measured.axes.push_back(stage.axes);
    }
    if (content_.scalePerHead) {
        for (const HeadMaps& head : content_.heads)
            for (const MapContent& map : head.maps)
                measured.ownScale = std::max(measured.ownScale, scaleWidth(map.look) + kOwnScaleGap);
        return measured;
    }
    for (const MapLook& look : content_.shared)
        measured.room.scaleWidth = std::max(measured.room.scaleWidth, scaleWidth(look) + HeatmapsLayout::kGap);
    return measured;
}

void HeatmapsGrid::relayout() {
    const Measured measured = bareRoom();
    const bool differs = measured != measured_;
    if (differs) {
        measured_ = measured;
        MapsRoom room = measured.room;
        std::vector<QSizeF> cells(room.stages.size(), QSizeF(24, 24)); // a guess: margins and cells need each other
        for (int round = 0; round < 2; ++round) {
            for (std::size_t s = 0; s < cells.size(); ++s)
                room.stages[s].margins = labelMargins(measured.axes[s], cells[s], this).toMargins() +
                                         QMargins(0, 0, measured.ownScale, 0);
            layout_ = HeatmapsLayout(room);
            for (std::size_t s = 0; s < cells.size(); ++s) cells[s] = layout_.cellSize(static_cast<int>(s));
        }
        rooms_ = room.stages;
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
    QRect head = layout_.titleRect(at);
    for (int s = 0; s < stages(); ++s)
        if (layout_.shows(at, s)) head |= layout_.cardRect(at, s);
    return QRect(-sheet_->pos(), scroll_->viewport()->size()).intersects(head);
}

void HeatmapsGrid::showMaps() {
    if (layout_.isEmpty()) return;
    for (std::size_t i = 0; i < content_.heads.size(); ++i) {
        const HeadMaps& head = content_.heads[i];
        const int at = static_cast<int>(i);
        auto found = widgets_.find(head.head);
        if (found == widgets_.end()) {
            if (!isInSight(at)) continue;
            found = widgets_.emplace(head.head, makeWidgets(head.head)).first;
            place(found->second, at);
        }
        HeadWidgets& w = found->second;
        w.title->setText(head.title);
        w.problem->setText(longestThatFits(head.problem, *w.problem));
        w.problem->setToolTip(plainTip(head.problem.value(0)));
        for (int s = 0; s < stages(); ++s) showMap(w, s, at);
        w.title->show();
        w.problem->show();
        w.enlarge->setVisible(content_.allHeads > 1 && content_.heads.size() > 1);
    }
}

void HeatmapsGrid::showMap(HeadWidgets& w, int stage, int at) {
    HeatmapView*& map = w.maps[static_cast<std::size_t>(stage)];
    if (!layout_.shows(at, stage)) {
        if (map) map->hide();
        return;
    }
    const HeadMaps& head = content_.heads[static_cast<std::size_t>(at)];
    if (!map) {
        map = makeMap(head.head, stage);
        map->setGeometry(layout_.cardRect(at, stage));
    }
    MapContent content = head.maps[static_cast<std::size_t>(stage)];
    content.margins = rooms_[static_cast<std::size_t>(stage)].margins;
    content.wheelScrolls = layout_.scrolls();
    map->setContent(content);
    map->setZoom(windowOf(stageAt(stage), content_.zoom));
    if (stageAt(stage).info().isMap()) map->setHover(hover_);
    map->show();
}

void HeatmapsGrid::placeScales() {
    while (scales_.size() < content_.stages.size()) scales_.push_back(new ColorScale(QString(), this));
    for (int s = 0; s < static_cast<int>(scales_.size()); ++s) {
        ColorScale* scale = scales_[static_cast<std::size_t>(s)];
        const bool isShown = !content_.scalePerHead && !content_.heads.empty() && !layout_.isEmpty() && s < stages();
        scale->setVisible(isShown);
        if (!isShown) continue;
        QRect bar = layout_.scaleRect(s);
        if (layout_.scrolls()) { // stays in sight
            bar.moveLeft(
                std::min(bar.left(), width() - bar.width() - scroll_->verticalScrollBar()->sizeHint().width()));
            bar.setBottom(std::min(bar.bottom(), height() - HeatmapsLayout::kPadding));
        }
        constexpr int kEnd = static_cast<int>(kScaleText);
        scale->setGeometry(bar.adjusted(0, -kEnd, 0, kEnd));
        scale->setLook(content_.shared[static_cast<std::size_t>(s)]);
        scale->setAccessibleName(tr("Colour scale, %1").arg(titleOf(stageAt(s).stage).toLower()));
    }
}

HeatmapsGrid::HeadWidgets HeatmapsGrid::makeWidgets(int head) {
    HeadWidgets w{new QLabel(sheet_), new QLabel(sheet_), new QToolButton(sheet_),
                  std::vector<HeatmapView*>(content_.stages.size())};
    w.title->setProperty("role", "title");
    w.problem->setProperty("role", "problem");
    w.problem->setTextFormat(Qt::PlainText);
    w.enlarge->setProperty("role", "link");
    w.enlarge->setText(QStringLiteral(u"\u2922"));
    w.enlarge->setAccessibleName(tr("Enlarge head %1").arg(head + 1));
    w.enlarge->setToolTip(tr("Enlarge head %1 (Enter)").arg(head + 1));
    connect(w.enlarge, &QToolButton::clicked, this, [this, head] { emit enlarged(head); });
    return w;
}

/// The map at a place of the list of stages, whichever stage that is at the time.
HeatmapView* HeatmapsGrid::makeMap(int head, int stage) {
    auto* map = new HeatmapView(sheet_);
    connect(map, &HeatmapView::hovered, this, [this, map, stage](std::optional<Hover> cell) {
        if (stageAt(stage).info().isMap())
            emit hovered(cell);
        else
            map->setHover(cell); // of its own, for its dimensions are no tokens
    });
    connect(map, &HeatmapView::clicked, this,
            [this, head, stage](Hover place) { emit clicked(head, stageAt(stage), place); });
    connect(map, &HeatmapView::enlarged, this, [this, head] { emit enlarged(head); });
    connect(map, &HeatmapView::zoomChanged, this, [this, stage](const std::optional<MapWindow>& window) {
        emit zoomChanged(zoomedTo(stageAt(stage), window, content_.zoom));
    });
    connect(map, &HeatmapView::painted, this, [this, map] { emit painted(map); });
    return map;
}

void HeatmapsGrid::place(HeadWidgets& w, int at) {
    if (layout_.isEmpty()) return; // until there is a frame of the first token
    const QRect title = layout_.titleRect(at);
    const int textWidth = w.title->fontMetrics().horizontalAdvance(content_.heads[static_cast<std::size_t>(at)].title) +
                          12;
    constexpr int kButton = 26;
    w.title->setGeometry(title.left() + 2, title.top(), textWidth, title.height());
    w.problem->setGeometry(w.title->geometry().right() + 6, title.top(),
                           std::max(0, title.width() - textWidth - kButton - 12), title.height());
    w.enlarge->setGeometry(title.right() - kButton, title.top() + 3, kButton, title.height() - 6);
    for (int s = 0; s < stages(); ++s)
        if (HeatmapView* map = w.maps[static_cast<std::size_t>(s)]) map->setGeometry(layout_.cardRect(at, s));
}

std::vector<MapDemand> HeatmapsGrid::demands() const {
    std::vector<MapDemand> demands;
    if (content_.heads.empty() || layout_.isEmpty()) return demands;
    std::set<std::pair<int, int>> seen; // head and stage
    for (int at = 0; at < static_cast<int>(content_.heads.size()); ++at) {
        if (!isInSight(at)) continue;
        for (int s = 0; s < stages(); ++s) {
            if (!layout_.shows(at, s)) continue;
            const MapStage& stage = stageAt(s);
            const int head = stage.hasHeads() ? content_.heads[static_cast<std::size_t>(at)].head : 0;
            const MapWindow window = windowOf(stage, content_.zoom).value_or(wholeMap(stage.rows(), stage.cols()));
            const MapArea area{QRectF(QPointF(0, 0), QSizeF(layout_.mapSize(s))), window, devicePixelRatioF()};
            demands.push_back(demandFor(area, stage.stage, content_.layer, head, stage.rows(), stage.cols()));
            seen.insert({head, s});
        }
    }
    if (content_.scalePerHead) return demands;
    for (int head = 0; head < content_.allHeads; ++head)
        for (int s = 0; s < stages(); ++s) {
            const MapStage& stage = stageAt(s);
            const int maps = stage.hasHeads() ? content_.allHeads : 1;
            if (head < maps && !seen.contains({head, s}) && double(maps) * stage.rows() * stage.cols() <= kCheapRanges)
                demands.push_back({stage.stage, content_.layer, head, {}, 1, 1});
        }
    return demands;
}

std::set<const QObject*> HeatmapsGrid::awaitingPaint() const {
    std::set<const QObject*> views;
    for (const auto& [head, w] : widgets_)
        for (const HeatmapView* map : w.maps)
            if (map && map->awaitsPaint()) views.insert(map);
    return views;
}

void HeatmapsGrid::resizeEvent(QResizeEvent*) {
    turns_.take([this] { relayout(); });
}

bool HeatmapsGrid::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::Show || event->type() == QEvent::FontChange)
        turns_.take([this, isNewFont = event->type() == QEvent::FontChange] {
            if (isNewFont) measured_ = {};
            relayout();
        });
    return handled;
}

} // namespace headlight
