#include "plot/MapPlot.h"

#include "plot/ColorScale.h"
#include "plot/HeatmapPlottable.h"
#include "plot/paintCrosshair.h"

namespace headlight {
namespace {

constexpr double kRadius = 8;
constexpr double kScaleGap = 10; // between a map and its own scale

QPixmap blank(const QSize& size, double dpr) {
    QPixmap picture(QSizeF(QSizeF(size) * dpr).toSize());
    picture.setDevicePixelRatio(dpr);
    return picture;
}

} // namespace

MapPlot::MapPlot(QWidget* parent) : QCustomPlot(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setLocale(QLocale::c());
    setBackground(Qt::NoBrush);
    axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : axisRect()->axes()) axis->setVisible(false); // labels: see paintLabels
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(false);
    yAxis->setRangeReversed(true);
    plottable_ = new HeatmapPlottable(xAxis, yAxis);
}

void MapPlot::setContent(const MapContent& content) {
    const MapContent& old = content_;
    const bool cellsDiffer = content.tile != old.tile || content.look != old.look || content.margins != old.margins ||
                             content.rows() != old.rows() || content.cols() != old.cols();
    const bool cardDiffers = content.axes != old.axes || content.caption != old.caption ||
                             content.margins != old.margins || content.look.theme != old.look.theme ||
                             content.ownScale != old.ownScale || (content.ownScale && content.look != old.look);
    if (cellsDiffer) cells_ = {};
    if (cardDiffers) card_ = {};
    if (cellsDiffer || cardDiffers || content.ownsSelection != old.ownsSelection) update();
    content_ = content;
    plottable_->setTile(content_.tile);
    plottable_->setLook(content_.look);
}

void MapPlot::setWindow(const MapWindow& window) {
    if (window == window_) return;
    window_ = window;
    cells_ = card_ = {};
    update();
}

void MapPlot::setHover(std::optional<Hover> hover) {
    if (hover == hover_) return;
    hover_ = hover;
    update();
}

void MapPlot::setFocusShown(bool shown) {
    showsFocus_ = shown;
    update();
}

MapArea MapPlot::area() const {
    return {QRectF(rect().marginsRemoved(content_.margins)), window_, devicePixelRatioF()};
}

void MapPlot::resizeEvent(QResizeEvent*) {
    setViewport(rect()); // no replot: paintEvent does what is needed
    cells_ = card_ = {};
}

void MapPlot::paintCard() {
    card_ = blank(size(), devicePixelRatioF());
    const Theme& theme = *content_.look.theme;
    card_.fill(theme.window);
    QPainter painter(&card_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    paintCaption(painter, QPointF(10, 10), content_.caption, theme);
    const MapArea place = area();
    if (place.rect.isEmpty()) return;
    const double scaleWidth = content_.ownScale ? colorScaleWidth(content_.look.range, this) + kScaleGap : 0;
    paintLabels(painter, place, QRectF(rect()).adjusted(0, 0, -scaleWidth, 0), content_.axes, theme);
    if (!content_.ownScale) return;
    const double left = place.rect.right() + content_.margins.right() - scaleWidth;
    paintColorScale(painter, QRectF(left, place.rect.top(), kScaleBar, place.rect.height()), content_.look, place.dpr);
}

void MapPlot::paintCellPicture() {
    const MapArea place = area();
    cells_ = blank(place.rect.size().toSize(), place.dpr);
    cells_.fill(content_.look.theme->sunken);
    ++cellPaints_;
    axisRect()->setMargins(content_.margins);
    xAxis->setRange(window_.col - 0.5, window_.col + window_.cols - 0.5);
    yAxis->setRange(window_.row - 0.5, window_.row + window_.rows - 0.5);
    QCPPainter painter(&cells_);
    painter.translate(-place.rect.topLeft());
    draw(&painter);
}

void MapPlot::paintEvent(QPaintEvent*) {
    if (!content_.look.theme) return;
    const double dpr = devicePixelRatioF();
    if (card_.isNull() || card_.devicePixelRatio() != dpr) paintCard();
    const MapArea place = area();
    const bool hasMap = !place.rect.isEmpty() && window_.rows > 0 && window_.cols > 0;
    const bool hasNewCells = hasMap && (cells_.isNull() || cells_.devicePixelRatio() != dpr);
    if (hasNewCells) paintCellPicture();

    QPainter painter(this);
    painter.drawPixmap(0, 0, card_);
    if (hasMap) painter.drawPixmap(place.rect.topLeft(), cells_);
    const Theme& theme = *content_.look.theme;
    if (const auto cell = content_.selected(); hasMap && cell)
        paintSelection(painter, place, *cell, content_.ownsSelection, theme);
    if (hasMap && hover_ && hover_->query < content_.rows() && hover_->key < content_.cols())
        paintHover(painter, place, *hover_, theme);
    if (showsFocus_) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), kRadius, kRadius);
    }
    painter.end();
    if (hasNewCells) emit painted();
}

} // namespace headlight
