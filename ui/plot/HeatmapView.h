#pragma once

#include "plot/MapContent.h"
#include "plot/MapRequest.h"
#include "plot/MapTool.h"

#include <QWidget>

#include <memory>
#include <optional>

class QToolButton;

namespace headlight {

class MapPlot;

/// One map of a head: shows its content, and tells what the pointer and the keys ask for. Arrows move the selected
/// cell, Ctrl + arrows ask for another map, Enter for this one large; the wheel zooms at the pointer, a double click
/// (or 0) fits. What the left button does is the tool's.
class HeatmapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);
    ~HeatmapView() override;

    void setContent(const MapContent& content);  ///< repaints what changed
    void setHover(std::optional<Cell> hover);    ///< the crosshair alone, cheap
    void setZoom(std::optional<MapWindow> zoom); ///< nothing: all of the map; cut to what exists
    void userZoom(const MapWindow& window);      ///< the same, as a person does
    void setTool(MapTool* tool);                 ///< lives until it is replaced; null: panning alone
    void pick(const Cell& cell);                 ///< uses the tool on it, or selects it

    const MapContent& content() const;
    const std::optional<MapWindow>& zoom() const { return zoom_; }
    MapArea area() const; ///< where the cells are, in this widget
    /// The number shown for a cell; of a pooled tile the one that stands for it. Nothing outside of the tile.
    std::optional<float> valueAt(int row, int col) const;
    bool isMasked(int row, int col) const;
    /// The tool tip: query and key, or token and dimension; exact value, what its row lacks.
    QString explain(const Cell& cell) const;
    int cellPaints() const;   ///< how often the cells were drawn anew
    bool awaitsPaint() const; ///< in sight, and new cells are not painted yet

signals:
    void hovered(std::optional<headlight::Cell> cell); ///< nothing: the pointer left
    void clicked(headlight::Cell cell);                ///< by mouse or arrow key
    void enlarged();
    void requested(const headlight::MapRequest& request); ///< by the other button, the menu key, Ctrl+C
    void neighbourWanted(QPoint direction);               ///< by Ctrl + arrow: the map that stands there
    void zoomChanged(std::optional<headlight::MapWindow> zoom);
    void painted(); ///< new cells are on the screen

protected:
    bool event(QEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void hideEvent(QHideEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

private:
    QToolButton* makeButton(const QString& sign);
    void placeButtons();
    void pointTo(std::optional<Cell> cell);
    void zoomBy(double factor, QPointF at);
    bool letGo(); ///< whether the button was held
    bool moveSelection(int key, bool toTheEnd);

    MapPlot* plot_;
    QToolButton *fit_ = nullptr, *enlarge_ = nullptr; ///< at the right of the head; null: not wanted yet
    std::optional<MapWindow> zoom_;
    std::optional<Cell> pointed_; ///< as last told
    PanTool pan_;
    MapTool* tool_ = &pan_;
    MapTool* held_ = nullptr; ///< has the button
};

} // namespace headlight
