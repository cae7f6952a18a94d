#include "panels/pipeline/MaskGrid.h"

#include "plot/paintMap.h"
#include "style/colours.h"
#include "style/textSize.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kGridHeight = 232; // px at the usual size of text: beyond, it scrolls
constexpr int kMinSide = 11, kMaxSide = 28;
constexpr int kShare = 30; // and at most so many hundredths of the screen's height
constexpr int kEdge = 3;   // px right and below, for the mark of the current cell
constexpr int kAir = 8;    // px around labels

/// What masked cells look like in every map.
QBrush hatched(const Theme& theme) {
    constexpr int kStep = static_cast<int>(kHatch);
    QImage pattern(kStep, kStep, QImage::Format_RGB32);
    pattern.fill(theme.masked.rgb());
    for (int x = 0; x < kStep; ++x) pattern.setPixel(x, kStep - 1 - x, hatchColour(theme));
    return QBrush(pattern);
}

QColor allowedColour(const Theme& theme) { return theme.dark ? mixed(theme.text, theme.surface, 0.22) : theme.surface; }

MaskCell cellAt(QPointF place) {
    return {static_cast<int>(std::floor(place.y())), static_cast<int>(std::floor(place.x()))};
}

} // namespace

std::vector<MaskCell> cellsBetween(QPointF from, QPointF to) {
    std::vector<double> turns{0, 1}; // where along the way a line between cells is crossed
    const auto addCrossings = [&turns](double a, double b) {
        for (double line = std::floor(std::min(a, b)) + 1; line < std::max(a, b); ++line)
            turns.push_back((line - a) / (b - a));
    };
    addCrossings(from.x(), to.x());
    addCrossings(from.y(), to.y());
    std::ranges::sort(turns);
    std::vector<MaskCell> cells{cellAt(from)};
    const auto add = [&cells](const MaskCell& cell) {
        if (cells.back() != cell) cells.push_back(cell);
    };
    for (std::size_t i = 1; i < turns.size(); ++i) add(cellAt(from + (to - from) * (turns[i - 1] + turns[i]) / 2));
    add(cellAt(to));
    return cells;
}

MaskGrid::MaskGrid(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setCornerWidget(new QWidget); // between the scroll bars: nothing
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::PointingHandCursor);
    followTextSize(*this, [this] { fitCells(); });
}

void MaskGrid::present(const FrozenMatrix& given, const MapAxes& axes, const Theme& theme) {
    if (given == given_ && axes == axes_ && &theme == theme_) return;
    const bool isOther = axes != axes_ || !given_;
    given_ = given;
    axes_ = axes;
    theme_ = &theme;
    current_ = {std::clamp(current_.query, 0, std::max(0, rows() - 1)),
                std::clamp(current_.key, 0, std::max(0, cols() - 1))};
    if (!given_) endStroke();
    if (isOther) fitCells();
    setAccessibleDescription(rows() > 0 && cols() > 0 ? wordsFor(current_) : QString());
    viewport()->update();
}

QString MaskGrid::wordsFor(const MaskCell& cell) const {
    const QString place = tr("query \u2068%1\u2069, key \u2068%2\u2069")
                              .arg(axes_.rows->texts[static_cast<std::size_t>(cell.query)],
                                   axes_.cols->texts[static_cast<std::size_t>(cell.key)]);
    return (mayAttend(cell) ? tr("%1: may attend") : tr("%1: hidden")).arg(place);
}

// Geometry

/// Cells as large as there is room for all of them, within what a hand can hit.
void MaskGrid::fitCells() {
    setFixedWidth(textPx(kWidth));
    if (rows() == 0 || cols() == 0) return setFixedHeight(textPx(kMinSide));
    const int most = std::min(textPx(kGridHeight), screen()->availableGeometry().height() * kShare / 100);
    const auto isWhole = [&](double side) {
        const QMarginsF space = labelSpace(axes_, {side, side}, this);
        labels_ = {std::ceil(space.left()) + kAir, std::ceil(space.top()) + kAir, kEdge, kEdge};
        side_ = side;
        return across() <= width() && down() <= most;
    };
    for (int side = kMaxSide; !isWhole(side) && side > kMinSide;) --side;
    const int bar = across() > width() ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(std::min(static_cast<int>(down()) + bar, most));
    updateScrollRange();
    viewport()->update();
}

double MaskGrid::across() const { return labels_.left() + labels_.right() + cols() * side_; }
double MaskGrid::down() const { return labels_.top() + labels_.bottom() + rows() * side_; }

/// Whole cells that there is room for.
QSize MaskGrid::seen() const {
    const auto fitting = [this](double room, int all) { return std::clamp(static_cast<int>(room / side_), 1, all); };
    return {fitting(viewport()->width() - labels_.left() - labels_.right(), cols()),
            fitting(viewport()->height() - labels_.top() - labels_.bottom(), rows())};
}

/// Scroll bars count cells.
void MaskGrid::updateScrollRange() {
    if (rows() == 0 || cols() == 0) return;
    const auto set = [](QScrollBar& bar, int all, int part) {
        bar.setRange(0, all - part);
        bar.setPageStep(part);
        bar.setSingleStep(1);
    };
    set(*horizontalScrollBar(), cols(), seen().width());
    set(*verticalScrollBar(), rows(), seen().height());
}

MapArea MaskGrid::area() const {
    if (rows() == 0 || cols() == 0) return {};
    const QSizeF cells = seen();
    return {
        QRectF(QPointF(labels_.left(), labels_.top()), cells * side_),
        {double(verticalScrollBar()->value()), double(horizontalScrollBar()->value()), cells.height(), cells.width()},
        devicePixelRatioF()};
}

QPointF MaskGrid::cellsAt(QPointF point) const {
    const MapArea place = area();
    return {place.window.col + (point.x() - place.rect.left()) / side_,
            place.window.row + (point.y() - place.rect.top()) / side_};
}

bool MaskGrid::has(const MaskCell& cell) const {
    return cell.query >= 0 && cell.query < rows() && cell.key >= 0 && cell.key < cols();
}

void MaskGrid::reveal(const MaskCell& cell) {
    const auto show = [](QScrollBar& bar, int place) {
        bar.setValue(std::clamp(bar.value(), place - bar.pageStep() + 1, place));
    };
    show(*horizontalScrollBar(), cell.key);
    show(*verticalScrollBar(), cell.query);
}

void MaskGrid::resizeEvent(QResizeEvent*) { updateScrollRange(); }
void MaskGrid::scrollContentsBy(int, int) { viewport()->update(); }

// Painting

void MaskGrid::paintCells(QPainter& painter, const MapArea& area) const {
    const QBrush hidden = hatched(*theme_);
    const Region shown = regionOf(area.window, rows(), cols());
    painter.setClipRect(area.rect);
    painter.fillRect(area.rect, theme_->border); // the lines between them
    for (int query = shown.row; query < shown.row + shown.rows; ++query)
        for (int key = shown.col; key < shown.col + shown.cols; ++key) {
            const QRectF cell = QRectF(area.x(key), area.y(query), side_, side_).adjusted(0.5, 0.5, -0.5, -0.5);
            painter.fillRect(cell, mayAttend({query, key}) ? QBrush(allowedColour(*theme_)) : hidden);
        }
    painter.setClipping(false);
    painter.setPen(theme_->border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.rect);
}

void MaskGrid::paintEvent(QPaintEvent*) {
    if (!theme_ || rows() == 0 || cols() == 0) return;
    QPainter painter(viewport());
    const MapArea place = area();
    paintCells(painter, place);
    painter.setRenderHint(QPainter::Antialiasing);
    MapAxes axes = axes_;
    if (hasFocus()) {
        axes.selectedRow = current_.query;
        axes.selectedCol = current_.key;
    }
    paintLabels(painter, place, QRectF(viewport()->rect()), axes, *theme_);
    const QRectF cell = place.cells(current_.query, current_.key, 1, 1);
    if (!hasFocus() || cell.isEmpty()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->surface, 4));
    painter.drawRect(cell);
    painter.setPen(QPen(theme_->accent, 2));
    painter.drawRect(cell);
}

// What a person does

void MaskGrid::flip(const MaskCell& cell) {
    if (has(cell)) emit painted({cell}, !mayAttend(cell));
}

void MaskGrid::mousePressEvent(QMouseEvent* event) {
    const QPointF at = cellsAt(event->position());
    const MaskCell cell = cellAt(at);
    if (event->button() != Qt::LeftButton || !area().rect.contains(event->position()) || !has(cell)) return;
    stroke_ = Stroke{!mayAttend(cell), at};
    emit strokeBegan();
    strokeTo(at);
}

void MaskGrid::mouseMoveEvent(QMouseEvent* event) {
    if (stroke_ && event->buttons().testFlag(Qt::LeftButton)) strokeTo(cellsAt(event->position()));
}

/// Also where the pointer jumped: nothing between is left out.
void MaskGrid::strokeTo(QPointF cells) {
    std::vector<MaskCell> crossed = cellsBetween(std::exchange(stroke_->at, cells), cells);
    std::erase_if(crossed, [this](const MaskCell& cell) { return !has(cell); });
    if (crossed.empty()) return;
    current_ = crossed.back();
    reveal(current_);
    std::erase_if(crossed, [this](const MaskCell& cell) { return mayAttend(cell) == stroke_->mayAttend; });
    viewport()->update();
    if (crossed.empty()) return;
    stroke_->hasPainted = true;
    emit painted(crossed, stroke_->mayAttend);
}

void MaskGrid::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) endStroke();
}

void MaskGrid::hideEvent(QHideEvent* event) {
    endStroke();
    QAbstractScrollArea::hideEvent(event);
}

void MaskGrid::endStroke() {
    if (std::exchange(stroke_, std::nullopt)) emit strokeEnded();
}

void MaskGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && stroke_) {
        if (stroke_->hasPainted) emit strokeCancelled();
        return endStroke();
    }
    const bool isFar = event->modifiers().testFlag(Qt::ControlModifier);
    MaskCell to = current_;
    switch (event->key()) {
    case Qt::Key_Left: --to.key; break;
    case Qt::Key_Right: ++to.key; break;
    case Qt::Key_Up: --to.query; break;
    case Qt::Key_Down: ++to.query; break;
    case Qt::Key_Home: to = {isFar ? 0 : to.query, 0}; break;
    case Qt::Key_End: to = {isFar ? rows() - 1 : to.query, cols() - 1}; break;
    case Qt::Key_Space: return flip(current_);
    default: return QAbstractScrollArea::keyPressEvent(event);
    }
    if (!has(to)) return;
    current_ = to;
    reveal(current_);
    setAccessibleDescription(wordsFor(current_));
    viewport()->update();
}

void MaskGrid::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void MaskGrid::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool MaskGrid::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = area().cellAt(help->pos());
    if (cell && has({cell->query, cell->key}))
        QToolTip::showText(help->globalPos(), plainTip(wordsFor({cell->query, cell->key})), viewport(),
                           area().cells(cell->query, cell->key, 1, 1).toAlignedRect());
    else
        QToolTip::hideText();
    return true;
}

} // namespace headlight
