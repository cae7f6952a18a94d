#pragma once

#include "plot/MapContent.h"

#include <QImage>
#include <QWidget>

namespace headlight {

/// One map: a card with caption, labels, cells, selection and hover. Three layers, so that each change paints
/// no more than it must: the card with its labels and the cells are kept as pictures, the crosshair goes on top.
class MapPlot : public QWidget {
    Q_OBJECT

public:
    explicit MapPlot(QWidget* parent);

    const MapContent& content() const { return content_; }
    const MapWindow& seen() const { return window_; }
    MapArea area() const;                          ///< where the cells are
    QRectF headLine() const;                       ///< for the names of the head and the stage
    int cellPaints() const { return cellPaints_; } ///< number of times the cells were repainted
    bool awaitsPaint() const { return cells_.isNull(); }

protected:
    void setContent(const MapContent& content);
    void setWindow(const MapWindow& window);
    void setHover(std::optional<Cell> hover); ///< the crosshair alone, cheap
    void setHeadButtons(int width);           ///< px they take at the right end of the head's line

    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;

private:
    void paintCard();
    void paintVeil(QPainter& painter, const MapArea& place) const;
    void paintCellsOf(const MapArea& area);

    MapContent content_;
    MapWindow window_;
    std::optional<Cell> hover_;
    int headButtons_ = 0;
    QImage card_, cells_; ///< null: to be painted
    int cellPaints_ = 0;
};

} // namespace headlight
