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

constexpr double kTextPoints = 9.5;

QFont titleFont(double share = 1) {
    QFont font = fieldFont(kTextPoints * share);
    font.setWeight(QFont::DemiBold); // else setFont() takes away what the style sheet says
    return font;
}

/// Of the stage on whose card the title stands, if there is one.
Caption captionOf(const HeadMaps& maps, int stage) {
    return stage < 0 ? Caption() : maps.maps[static_cast<std::size_t>(stage)].caption;
}

int titleWidth(const QLabel& label, const QString& title) {
    const QFontMetrics metrics = label.fontMetrics();
    return std::max(metrics.horizontalAdvance(title) + 2, metrics.averageCharWidth() * 3); // of a number alone
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
    // Of each its own: the labels outlive the column until Qt comes to delete them.
    followTextSize(*title_, [title = title_] { title->setFont(titleFont()); });
    followTextSize(*caption_, [caption = caption_] { caption->setFont(captionFont()); });
    followTextSize(*enlarge_, [button = enlarge_] { button->setFont(fieldFont(kTextPoints)); });
    followTextSize(*problem_, [problem = problem_] { problem->setFont(axisFont()); });
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

void HeadColumn::place(const HeatmapsLayout& layout, int at) {
    if (layout.isEmpty()) return; // until there is a frame of the first token
    for (std::size_t s = 0; s < maps_.size(); ++s)
        if (maps_[s] && layout.shows(at, static_cast<int>(s)))
            maps_[s]->setGeometry(layout.cardRect(at, static_cast<int>(s)));
}

/// Of the line of a title, without its button.
QRect HeadColumn::restBehind(const QString& title, const QRect& line) const {
    constexpr int kGap = 8;
    if (title.isEmpty()) return line;
    return line.adjusted(std::min(titleWidth(*title_, title) + kGap, line.width()), 0, 0, 0);
}

/// The number alone where the whole leaves no room for itself, for the stage's name or for a problem; nothing where
/// even that leaves none for the stage's name, which no other card says.
QString HeadColumn::titleFor(const HeadMaps& maps, const QRect& line, int stage) const {
    if (maps.title.isEmpty()) return {};
    const Caption caption = captionOf(maps, stage);
    const auto namesStage = [&](const QString& title) {
        const int room = restBehind(title, line).width();
        const QFontMetricsF metrics(caption_->fontMetrics());
        const QString fits = fittingCaption(caption, metrics, room);
        return caption.text.isEmpty() || (!isCutWord(fits) && metrics.horizontalAdvance(fits) <= room);
    };
    const bool hasProblem = stage >= 0 && stage == maps.problemStage;
    const bool fits = titleWidth(*title_, maps.title) <= line.width();
    const bool isCut = hasProblem && problemLineOf(maps, restBehind(maps.title, line).width()).isCut;
    if (fits && !isCut && (hasProblem || namesStage(maps.title))) return maps.title;
    const QString number = QString::number(numberOf(maps.head));
    return hasProblem || namesStage(number) || !namesStage({}) ? number : QString();
}

void HeadColumn::setTextShare(double share) {
    title_->setFont(titleFont(share));
    caption_->setFont(captionFont(share));
    problem_->setFont(axisFont(kUsualLabel * share));
    enlarge_->setFont(fieldFont(kTextPoints * share));
}

/// On the card of the titled stage.
void HeadColumn::showTitle(const HeadMaps& maps, const HeatmapsLayout& layout, int at, bool canBeEnlarged) {
    setTextShare(layout.textShare());
    const int stage = layout.titledStage(), button = textPx(26 * layout.textShare());
    const QRect whole = layout.titleRect(at), line = whole.adjusted(0, 0, -button, 0);
    const QString title = titleFor(maps, line, stage);
    const QRect rest = restBehind(title, line);
    title_->setText(title);
    title_->setGeometry(QRect(line.topLeft(), QSize(titleWidth(*title_, title), line.height())).intersected(line));
    caption_->setGeometry(rest.translated(0, 1));
    enlarge_->setGeometry(line.right() + 1, line.top(), button, line.height());
    nameEnlarge(*enlarge_, maps.head);
    showCaption(captionOf(maps, stage));
    showProblem(maps, stage == maps.problemStage ? rest : layout.captionRect(at, std::max(0, maps.problemStage)),
                stage == maps.problemStage);
    setLook(*title_, "selected", stage >= 0 && maps.maps[static_cast<std::size_t>(stage)].ownsSelection);
    title_->setVisible(stage >= 0);
    caption_->setVisible(stage >= 0);
    enlarge_->setVisible(stage >= 0 && canBeEnlarged);
}

/// The stage, and what a dot shows; else what a dot shows; else the stage in brief; else nothing.
void HeadColumn::showCaption(const Caption& caption) {
    const QString fits = fittingCaption(caption, QFontMetricsF(caption_->fontMetrics()), caption_->width());
    caption_->setText(isCutWord(fits) ? QString() : fits);
    caption_->setToolTip(caption_->text() == caption.text ? QString() : caption.text);
}

ProblemLine HeadColumn::problemLineOf(const HeadMaps& maps, int room) const {
    return problemLine(captionOf(maps, maps.problemStage).whole(), maps.problem, room, caption_->fontMetrics(),
                       problem_->fontMetrics());
}

/// Behind the caption of its map, or in its place.
void HeadColumn::showProblem(const HeadMaps& maps, const QRect& rect, bool isTitled) {
    problem_->setVisible(maps.problemStage >= 0);
    if (maps.problemStage < 0) return problem_->setText({});
    const ProblemLine line = problemLineOf(maps, rect.width());
    problem_->setGeometry(rect.adjusted(line.begin, 0, 0, 0));
    problem_->setText(line.problem);
    problem_->setToolTip(plainTip(maps.problem.whole));
    if (!isTitled) return;
    const QString caption = captionOf(maps, maps.problemStage).text;
    caption_->setText(line.caption);
    caption_->setToolTip(line.caption == caption ? QString() : caption);
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
