#pragma once

#include "base/Matrix.h"
#include "panels/pipeline/givenMask.h"
#include "plot/paintLabels.h"

#include <QAbstractScrollArea>

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// A given mask as a map of its own: queries are rows, keys columns; light: may attend, hatched: may not. A click flips
/// a cell, a drag gives all that it crosses the same value, Esc takes the drag back. Arrows move the current cell,
/// Space flips it. Told what to show, it says what a person did; knows no Workbench.
class MaskGrid : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int kWidth = 328; ///< px at the usual size of text
    explicit MaskGrid(QWidget* parent = nullptr);

    /// `given`: [queries, keys]; null: nothing to show.
    void present(const FrozenMatrix& given, const MapAxes& axes, const Theme& theme);

    int rows() const { return given_ ? static_cast<int>(given_->rows()) : 0; }
    int cols() const { return given_ ? static_cast<int>(given_->cols()) : 0; }
    bool mayAttend(const MaskCell& cell) const { return (*given_)(cell.query, cell.key) != 0; }
    const MaskCell& current() const { return current_; }
    QString wordsFor(const MaskCell& cell) const; ///< "query feet, key shoes: may attend"
    MapArea area() const;                         ///< the cells in sight, in the viewport
    double cellSide() const { return side_; }     ///< px
    void flip(const MaskCell& cell);              ///< as a click does

signals:
    void strokeBegan();     ///< until it has ended all that is painted is one step
    void strokeCancelled(); ///< comes before its end: all that it painted is to be taken back, wherever
    void strokeEnded();
    void painted(const std::vector<headlight::MaskCell>& cells, bool mayAttend);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void hideEvent(QHideEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    bool viewportEvent(QEvent*) override;

private:
    struct Stroke {
        bool mayAttend = false; ///< what it paints
        QPointF at;             ///< in cells: x of keys, y of queries
        bool hasPainted = false;
    };
    void fitCells();
    void updateScrollRange();
    QSize seen() const;
    double across() const; ///< px that all of it takes
    double down() const;
    QPointF cellsAt(QPointF viewportPoint) const;
    bool has(const MaskCell& cell) const;
    void strokeTo(QPointF cells);
    void endStroke();
    void reveal(const MaskCell& cell);
    void paintCells(QPainter& painter, const MapArea& area) const;

    FrozenMatrix given_;
    MapAxes axes_;
    const Theme* theme_ = nullptr;
    double side_ = 0;
    QMarginsF labels_;
    MaskCell current_;
    std::optional<Stroke> stroke_;
};

/// Cells that the way from one point to another crosses, both ends among them, each once; x of keys, y of queries.
std::vector<MaskCell> cellsBetween(QPointF from, QPointF to);

void makeMaskGridAccessible(); ///< once

} // namespace headlight
