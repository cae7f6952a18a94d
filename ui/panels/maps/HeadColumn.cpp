#include "panels/maps/HeadColumn.h"

#include "controls/ElidedLabel.h"
#include "plot/HeatmapView.h"
#include "plot/paintLabels.h"
#include "style/styleSheet.h"
#include "words/conventions.h"
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

/// Of the stage on whose card the title stands, if there is one.
QString captionOf(const HeadMaps& maps, int stage) {
    return stage < 0 ? QString() : maps.maps[static_cast<std::size_t>(stage)].caption;
}

void nameEnlarge(QToolButton& button, int head) {
    const QString name = HeadColumn::tr("Enlarge head %1").arg(numberOf(head));
    if (button.accessibleName() == name) return;
    button.setAccessibleName(name);
    button.setToolTip(HeadColumn::tr("%1 (Enter)").arg(name));
}

} // namespace

HeadColumn::HeadColumn(int head, std::size_t stages, QWidget* sheet)
    : sheet_(sheet),
      title_(new ElidedLabel({}, sheet)),
      caption_(new QLabel(sheet)),
      problem_(new QLabel(sheet)),
      enlarge_(new QToolButton(sheet)),
      maps_(stages) {
    title_->setProperty("role", "title");
    followTextSize(*caption_, [this] {
        caption_->setFont(captionFont());
        problem_->setFont(axisFont());
    });
    caption_->setProperty("role", "caption");
    problem_->setProperty("role", "problem");
    problem_->setTextFormat(Qt::PlainText);
    enlarge_->setProperty("role", "link");
    enlarge_->setText(QStringLiteral(u"\u2922"));
    nameEnlarge(*enlarge_, head);
    enlarge_->setFocusPolicy(Qt::ClickFocus); // the maps are one stop, and Enter does it
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
    std::vector<QWidget*> all{title_, caption_, problem_, enlarge_};
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
    map->lower(); // the title stands on it
    connect(map, &HeatmapView::hovered, this, [this, stage](std::optional<Hover> cell) { emit hovered(stage, cell); });
    connect(map, &HeatmapView::clicked, this, [this, stage](Hover place) { emit clicked(stage, place); });
    connect(map, &HeatmapView::zoomChanged, this,
            [this, stage](const std::optional<MapWindow>& window) { emit zoomChanged(stage, window); });
    connect(map, &HeatmapView::enlarged, this, &HeadColumn::enlarged);
    connect(map, &HeatmapView::requested, this,
            [this, stage](const MapRequest& request) { emit requested(stage, request); });
    connect(map, &HeatmapView::neighbourWanted, this,
            [this, stage](QPoint direction) { emit neighbourWanted(stage, direction); });
    connect(map, &HeatmapView::painted, this, [this, map] { emit painted(map); });
    return map;
}

void HeadColumn::place(const HeatmapsLayout& layout, int at, const HeadMaps& maps) {
    if (layout.isEmpty()) return; // until there is a frame of the first token
    const QRect rect = layout.titleRect(at);
    constexpr int kGap = 8;
    const int button = textPx(26);
    const auto widthOf = [](const QLabel& label, const QString& text) {
        return label.fontMetrics().horizontalAdvance(text) + 2;
    };
    const int end = rect.right() - button;
    title_->setGeometry(rect.left(), rect.top(), std::min(widthOf(*title_, maps.title), end - rect.left()),
                        rect.height());
    const int next = title_->geometry().right() + kGap;
    caption_->setGeometry(next, rect.top() + 1, std::max(0, end - next), rect.height());
    problem_->setGeometry(next, rect.top(), std::max(0, end - next), rect.height());
    enlarge_->setGeometry(end, rect.top(), button, rect.height());
    for (std::size_t s = 0; s < maps_.size(); ++s)
        if (maps_[s] && layout.shows(at, static_cast<int>(s)))
            maps_[s]->setGeometry(layout.cardRect(at, static_cast<int>(s)));
}

/// On the card of that stage; a problem takes the place of its caption.
void HeadColumn::showTitle(const HeadMaps& maps, int stage, bool canBeEnlarged) {
    const bool isWhole = title_->fontMetrics().horizontalAdvance(maps.title) <= title_->width();
    title_->setText(isWhole || maps.title.isEmpty() ? maps.title : QString::number(numberOf(maps.head)));
    nameEnlarge(*enlarge_, maps.head);
    const QString caption = captionOf(maps, stage);
    const QFontMetrics metrics = caption_->fontMetrics();
    // The stage, and what a dot shows; else what a dot shows; else nothing, for the map below says its stage.
    caption_->setText({});
    for (const QString& way : {caption, caption.section(QStringLiteral(": "), 1)})
        if (caption_->text().isEmpty() && metrics.horizontalAdvance(way) <= caption_->width()) caption_->setText(way);
    caption_->setToolTip(caption_->text() == caption ? QString() : caption);
    problem_->setText(longestThatFits(maps.problem, *problem_));
    problem_->setToolTip(plainTip(maps.problem.value(0)));
    setLook(*title_, "selected", stage >= 0 && maps.maps[static_cast<std::size_t>(stage)].ownsSelection);
    title_->setVisible(stage >= 0);
    caption_->setVisible(stage >= 0 && maps.problem.isEmpty());
    problem_->setVisible(stage >= 0 && !maps.problem.isEmpty());
    enlarge_->setVisible(stage >= 0 && canBeEnlarged);
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
