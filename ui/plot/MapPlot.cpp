#include "plot/MapPlot.h"

#include "plot/ColorScale.h"
#include "plot/changeMarks.h"
#include "plot/paintCrosshair.h"
#include "plot/paintLabels.h"
#include "style/colours.h"
#include "style/textSize.h"

#include <QEvent>
#include <QPainter>

#include <cmath>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

namespace headlight {
namespace {

/// Veils the cells that the edited mask hides, on stages before the mask, which do not show it themselves.
void paintHidden(QPainter& painter, const MapArea& area, const MapContent& content) {
    if (!content.given || !content.tile || infoOf(content.tile->demand.stage).isMasked) return;
    const Theme& theme = *content.look.theme;
    QColor veil = theme.masked;
    veil.setAlphaF(0.7F);
    const Region seen = regionOf(area.window, content.rows(), content.cols());
    for (int row = seen.row; row < seen.row + seen.rows; ++row)
        for (int col = seen.col; col < seen.col + seen.cols; ++col) {
            if (!content.hides({row, col})) continue;
            const QRectF cell = area.cells(row, col, 1, 1);
            painter.fillRect(cell, veil);
            painter.fillRect(cell, QBrush(hatchColour(theme), Qt::BDiagPattern));
        }
}

/// Returns an image with the pixels of the widget, and with the resolution of its text, which a QPixmap cannot have.
QImage imageFor(const QWidget& widget, const QSize& pixels) {
    QImage image(pixels, QImage::Format_RGB32);
    image.setDotsPerMeterY(qRound(widget.logicalDpiY() / 0.0254));
    image.setDevicePixelRatio(widget.devicePixelRatioF());
    return image;
}

} // namespace

MapPlot::MapPlot(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent); // the card fills it
}

void MapPlot::setContent(const MapContent& content) {
    const MapContent& old = content_;
    const auto cellsOf = [](const MapContent& c) {
        return std::pair(std::tie(c.tile, c.look, c.format, c.margins, c.absent, c.textSize),
                         std::pair(c.rows(), c.cols()));
    };
    const auto cardOf = [](const MapContent& c) {
        return std::tie(c.head, c.margins, c.labelsRows, c.labelsCols, c.textSize, c.look.theme, c.ownScale,
                        c.ownsSelection);
    };
    const bool hasLabels = content.labelsRows || content.labelsCols; // without labels only the selection matters
    if (cellsOf(content) != cellsOf(old)) cells_ = {};
    if (cardOf(content) != cardOf(old) || (hasLabels && content.axes != old.axes) ||
        (content.textSize > 0 && content.format != old.format) || (content.ownScale && content.look != old.look))
        card_ = {};
    update();
    content_ = content;
}

void MapPlot::setWindow(const MapWindow& window) {
    if (window == window_) return;
    window_ = window;
    cells_ = card_ = {};
    update();
}

void MapPlot::setHover(std::optional<Cell> hover) {
    if (hover == hover_) return;
    hover_ = hover;
    update();
}

void MapPlot::setHeadButtons(int width) {
    if (std::exchange(headButtons_, width) == width) return;
    card_ = {};
    update();
}

MapArea MapPlot::area() const {
    return fitted(QRectF(rect().marginsRemoved(content_.margins)), window_, devicePixelRatioF());
}

void MapPlot::resizeEvent(QResizeEvent*) { cells_ = card_ = {}; }

void MapPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) cells_ = card_ = {};
    QWidget::changeEvent(event);
}

QRectF MapPlot::headLine() const {
    const double left = content_.margins.left() + 5.0; // the chip of a selected head begins with the map
    return {left, 1, width() - left - headButtons_, content_.headLine - 3.0};
}

void MapPlot::paintCard() {
    const QSizeF pixels = QSizeF(size()) * devicePixelRatioF(); // rounded up: no other widget paints the last ones
    card_ = imageFor(*this,
                     {static_cast<int>(std::ceil(pixels.width())), static_cast<int>(std::ceil(pixels.height()))});
    const Theme& theme = *content_.look.theme;
    card_.fill(theme.window);
    QPainter painter(&card_);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHead(painter, headLine(), content_.head, content_.ownsSelection, theme);
    const MapArea place = area();
    if (place.rect.isEmpty()) return;
    const double scaleWidth = content_.ownScale ? colorScaleWidth(this) : 0;
    MapAxes axes = content_.axes;
    if (!content_.labelsRows) axes.rows.reset();
    if (!content_.labelsCols) axes.cols.reset();
    {
        const bool areAsDigits = content_.textSize > 0 && content_.format.shown();
        const double share = areAsDigits ? cellFont(content_.format).pointSizeF() / axisFont().pointSizeF() : 1;
        const PictureTextSize text(content_.textSize * share, true);
        paintLabels(painter, place, QRectF(rect()).adjusted(0, content_.headLine, -scaleWidth, 0), axes, theme);
    }
    if (!content_.ownScale) return;
    const QRectF space = rect().marginsRemoved(content_.margins);
    paintColorScale(painter, QRectF(width() - scaleWidth, space.top(), kScaleBar, space.height() - scaleText() / 2),
                    content_.look, place.dpr);
}

/// Dims all but the labels of the columns, which the maps below share.
void MapPlot::paintVeil(QPainter& painter, const MapArea& place) const {
    constexpr float kVeil = 0.6F;
    QColor veil = content_.look.theme->window;
    veil.setAlphaF(kVeil);
    painter.fillRect(QRectF(0, 0, width(), content_.headLine), veil);
    painter.fillRect(QRectF(0, place.rect.top(), width(), height() - place.rect.top()), veil);
}

void MapPlot::paintCellsOf(const MapArea& area) {
    cells_ = imageFor(*this, QSizeF(area.rect.size() * area.dpr).toSize());
    cells_.fill(content_.look.theme->sunken);
    if (!content_.tile || !content_.look.colormap) return;
    QPainter painter(&cells_);
    painter.translate(-area.rect.topLeft());
    try {
        paintCells(painter, area, *content_.tile, content_.look, PaintTarget::Pixels);
    } catch (const std::bad_alloc&) { // an empty map, until there is memory
    }
    paintNumbers(painter, area, *content_.tile, content_.look, content_.format, PaintTarget::Pixels);
    if (content_.absent.isEmpty()) return;
    painter.setFont(textFont(9));
    painter.setPen(content_.look.theme->muted);
    painter.drawText(area.rect.adjusted(4, 4, -4, -4), Qt::AlignCenter | Qt::TextWordWrap, content_.absent);
}

void MapPlot::paintEvent(QPaintEvent*) {
    if (!content_.look.theme) return;
    const PictureTextSize text(content_.textSize, true);
    const double dpr = devicePixelRatioF();
    if (card_.isNull() || card_.devicePixelRatio() != dpr) paintCard();
    const MapArea place = area();
    const bool hasMap = !place.rect.isEmpty() && window_.rows > 0 && window_.cols > 0;
    if (hasMap && (cells_.isNull() || cells_.devicePixelRatio() != dpr)) {
        paintCellsOf(place);
        ++cellPaints_;
    }

    QPainter painter(this);
    painter.drawImage(0, 0, card_);
    if (hasMap) painter.drawImage(place.rect.topLeft(), cells_);
    if (hasMap && place.cellWidth() >= kHatch) paintHidden(painter, place, content_);
    if (hasMap) paintChanges(painter, place, content_);
    const Theme& theme = *content_.look.theme;
    if (hasMap && hover_ && hover_->query < content_.rows() && hover_->key < content_.cols())
        paintHover(painter, place, *hover_, theme); // below the selection, which may be of the same cell
    if (hasMap && content_.light)
        paintLight(painter, place, *content_.light, theme);
    else if (const auto cell = content_.selected(); hasMap && cell)
        paintSelection(painter, place, *cell, content_.ownsSelection, theme);
    if (content_.isDimmed) paintVeil(painter, place);
}

} // namespace headlight
