#include "plot/CellPlot.h"

#include <qcustomplot.h>

#include <new>

namespace headlight {
namespace {

class CellPlottable : public QCPAbstractPlottable {
public:
    using QCPAbstractPlottable::QCPAbstractPlottable;

    std::shared_ptr<const Tile> tile;
    MapLook look;

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
        found = tile && tile->stageCols > 0;
        return found ? QCPRange(-0.5, tile->stageCols - 0.5) : QCPRange();
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        found = tile && tile->stageRows > 0;
        return found ? QCPRange(-0.5, tile->stageRows - 0.5) : QCPRange();
    }

protected:
    void draw(QCPPainter* painter) override {
        if (!tile || !look.colormap || !look.theme) return;
        const QCPRange cols = mKeyAxis->range(), rows = mValueAxis->range();
        const MapArea area{QRectF(mKeyAxis->axisRect()->rect()),
                           {rows.lower + 0.5, cols.lower + 0.5, rows.size(), cols.size()},
                           painter->device()->devicePixelRatioF()};
        // Smoothing, QCustomPlot stands half a pixel aside, which would be a whole one for cells; and it clips a row.
        painter->setAntialiasing(false);
        painter->setClipRect(area.rect);
        try {
            paintCells(*painter, area, *tile, look, PaintTarget::Pixels);
        } catch (const std::bad_alloc&) { // an empty map, until there is memory
        }
        paintNumbers(*painter, area, *tile, look, PaintTarget::Pixels);
    }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
};

} // namespace

class CellPlot::Plot : public QCustomPlot {
public:
    Plot() : cells(new CellPlottable(xAxis, yAxis)) { // owned by the plot
        setLocale(QLocale::c());
        setBackground(Qt::NoBrush);
        axisRect()->setAutoMargins(QCP::msNone);
        axisRect()->setMargins({});
        for (QCPAxis* axis : axisRect()->axes()) axis->setVisible(false); // labels: see paintLabels
        xAxis->grid()->setVisible(false);
        yAxis->grid()->setVisible(false);
        yAxis->setRangeReversed(true);
    }
    using QCustomPlot::draw;

    CellPlottable* cells;
};

CellPlot::CellPlot() : plot_(std::make_unique<Plot>()) {}
CellPlot::~CellPlot() = default;

QPixmap CellPlot::picture(const MapArea& area, const std::shared_ptr<const Tile>& tile, const MapLook& look) {
    QPixmap picture(QSizeF(area.rect.size() * area.dpr).toSize());
    picture.setDevicePixelRatio(area.dpr);
    picture.fill(look.theme->sunken);
    plot_->cells->tile = tile;
    plot_->cells->look = look;
    plot_->setViewport(area.rect.toRect());
    const MapWindow& window = area.window;
    plot_->xAxis->setRange(window.col - 0.5, window.col + window.cols - 0.5);
    plot_->yAxis->setRange(window.row - 0.5, window.row + window.rows - 0.5);
    QCPPainter painter(&picture);
    painter.translate(-area.rect.topLeft());
    plot_->draw(&painter);
    return picture;
}

} // namespace headlight
