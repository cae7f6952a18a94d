#pragma once

#include "plot/MapPlot.h"
#include "plot/MapTool.h"

#include <QPoint>

#include <optional>

class QToolButton;

namespace headlight {

/// A request for one cell of a map: its menu, or its number for the clipboard.
struct MapRequest {
    enum class Kind { Menu, CopyNumber };
    Kind kind = Kind::Menu;
    Cell cell;
    QPoint at;                    ///< where the menu opens, on the screen
    std::optional<float> value{}; ///< the cell's number; nullopt: unknown
};

/// A map that emits what the pointer and the keys ask for. Arrows move the selected cell, Ctrl + arrows go to
/// another map, Enter enlarges this one; the wheel zooms at the pointer, 0 (or a double click without a tool) shows
/// the whole map. The tool decides what the left button does.
class HeatmapView : public MapPlot {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setContent(const MapContent& content); ///< repaints what changed
    void setHover(std::optional<Cell> hover);
    void setZoom(std::optional<MapWindow> zoom); ///< nullopt: the whole map; clamped to the map
    void userZoom(const MapWindow& window);      ///< setZoom() by the user: emits zoomChanged()
    void setTool(MapTool* tool);                 ///< it must live until it is replaced; null: only pan
    void pick(const Cell& cell);                 ///< uses the tool on it, or selects it

    std::optional<MapWindow> zoom() const; ///< nullopt: the whole map
    /// Returns the number shown for a cell, or for the block it is pooled in. nullopt: outside the tile, or blank.
    std::optional<float> valueAt(int row, int col) const;
    bool isMasked(int row, int col) const;
    /// Returns the tool tip: query and key, or token and dimension; exact value; why the row has no weights, if so.
    QString explain(const Cell& cell) const;

public slots:
    void copy(); ///< requests the number of the selected cell

signals:
    void hovered(std::optional<headlight::Cell> cell); ///< nullopt: the pointer left
    void clicked(headlight::Cell cell);                ///< by mouse or arrow key
    void cellPressed();                                ///< it was by mouse
    void enlarged();
    void requested(const headlight::MapRequest& request); ///< by the right button, the menu key or Ctrl+C
    void neighbourWanted(QPoint direction);               ///< by Ctrl + arrow: the next map in that direction
    void zoomChanged(std::optional<headlight::MapWindow> zoom);

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

private:
    QToolButton* makeButton(const QString& sign);
    void placeButtons();
    bool namesHead(QPointF at) const; ///< it is in the line of the head's name, a button for the head
    Cell nearSelection() const;       ///< the selected cell, or of another map the one nearest to its place
    void pointTo(std::optional<Cell> cell);
    void zoomBy(double factor, QPointF at);
    bool letGo(); ///< cancels the tool's press; true if there was one
    bool moveSelection(int key, bool toTheEnd);

    QToolButton *fit_ = nullptr, *enlarge_ = nullptr; ///< at the right of the head; null: not wanted yet
    std::optional<Cell> pointed_;                     ///< the cell of the last hovered()
    PanTool pan_;
    MapTool* tool_ = &pan_;
    MapTool* held_ = nullptr; ///< handles the pressed button; null: it is up
};

} // namespace headlight
