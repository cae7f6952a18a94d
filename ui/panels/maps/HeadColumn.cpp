#include "panels/maps/HeadColumn.h"

#include "plot/HeatmapView.h"
#include "words/tokenText.h"

#include <QFontMetrics>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace headlight {
namespace {

QString longestThatFits(const QStringList& ways, const QLabel& label) {
    for (const QString& text : ways)
        if (label.fontMetrics().horizontalAdvance(text) <= label.width()) return text;
    return ways.value(ways.size() - 1);
}

} // namespace

HeadColumn::HeadColumn(int head, std::size_t stages, QWidget* sheet)
    : sheet_(sheet),
      title_(new QLabel(sheet)),
      problem_(new QLabel(sheet)),
      enlarge_(new QToolButton(sheet)),
      maps_(stages) {
    title_->setProperty("role", "title");
    problem_->setProperty("role", "problem");
    problem_->setTextFormat(Qt::PlainText);
    enlarge_->setProperty("role", "link");
    enlarge_->setText(QStringLiteral(u"\u2922"));
    enlarge_->setAccessibleName(tr("Enlarge head %1").arg(head + 1));
    enlarge_->setToolTip(tr("Enlarge head %1 (Enter)").arg(head + 1));
    connect(enlarge_, &QToolButton::clicked, this, &HeadColumn::enlarged);
}

HeadColumn::~HeadColumn() {
    for (QWidget* widget : widgets()) {
        widget->disconnect(this); // first: hidden, it may tell that the pointer has left
        widget->hide();
        widget->deleteLater();
    }
}

std::vector<QWidget*> HeadColumn::widgets() const {
    std::vector<QWidget*> all{title_, problem_, enlarge_};
    std::ranges::copy_if(maps_, std::back_inserter(all), [](const QWidget* map) { return map != nullptr; });
    return all;
}

bool HeadColumn::isHovered() const {
    return std::ranges::any_of(maps_, [](const QWidget* map) { return map && map->underMouse(); });
}

void HeadColumn::hide() {
    for (QWidget* widget : widgets()) widget->hide();
}

HeatmapView* HeadColumn::makeMap(int stage) {
    auto* map = new HeatmapView(sheet_);
    connect(map, &HeatmapView::hovered, this, [this, stage](std::optional<Hover> cell) { emit hovered(stage, cell); });
    connect(map, &HeatmapView::clicked, this, [this, stage](Hover place) { emit clicked(stage, place); });
    connect(map, &HeatmapView::zoomChanged, this,
            [this, stage](const std::optional<MapWindow>& window) { emit zoomChanged(stage, window); });
    connect(map, &HeatmapView::enlarged, this, &HeadColumn::enlarged);
    connect(map, &HeatmapView::painted, this, [this, map] { emit painted(map); });
    return map;
}

void HeadColumn::place(const HeatmapsLayout& layout, int at, const QString& title) {
    if (layout.isEmpty()) return; // until there is a frame of the first token
    const QRect rect = layout.titleRect(at);
    const int textWidth = title_->fontMetrics().horizontalAdvance(title) + 12;
    constexpr int kButton = 26;
    title_->setGeometry(rect.left() + 2, rect.top(), textWidth, rect.height());
    problem_->setGeometry(title_->geometry().right() + 6, rect.top(),
                          std::max(0, rect.width() - textWidth - kButton - 12), rect.height());
    enlarge_->setGeometry(rect.right() - kButton, rect.top() + 3, kButton, rect.height() - 6);
    for (std::size_t s = 0; s < maps_.size(); ++s)
        if (maps_[s]) maps_[s]->setGeometry(layout.cardRect(at, static_cast<int>(s)));
}

void HeadColumn::showTitle(const HeadMaps& maps, bool canBeEnlarged) {
    title_->setText(maps.title);
    problem_->setText(longestThatFits(maps.problem, *problem_));
    problem_->setToolTip(plainTip(maps.problem.value(0)));
    title_->show();
    problem_->show();
    enlarge_->setVisible(canBeEnlarged);
}

HeatmapView* HeadColumn::showMap(std::size_t stage, const QRect& card, const MapContent& content,
                                 const std::optional<MapWindow>& zoom) {
    HeatmapView*& map = maps_[stage];
    if (!map) {
        map = makeMap(static_cast<int>(stage));
        map->setGeometry(card);
    }
    map->setContent(content);
    map->setZoom(zoom);
    return map;
}

void HeadColumn::hideMap(std::size_t stage) {
    if (maps_[stage]) maps_[stage]->hide();
}

} // namespace headlight
