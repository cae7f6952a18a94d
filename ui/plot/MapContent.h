#pragma once

#include "plot/CellFormat.h"
#include "plot/paintCrosshair.h"
#include "plot/paintHead.h"
#include "plot/paintLabels.h"
#include "plot/paintMap.h"

#include <QMargins>

#include <memory>
#include <optional>

namespace headlight {

/// Everything that one map shows. Comparing two contents is cheap: it compares pointers to cells and labels.
struct MapContent {
    QString name;                     ///< "Scores, head 2": the accessible name
    MapHead head;                     ///< "Head 2", "scores"
    std::shared_ptr<const Tile> tile; ///< null before the first answer
    /// The tile before an edit, whose changed cells are marked; null: none are.
    std::shared_ptr<const Tile> before{};
    QString absent{}; ///< why the tile has no cells, or "no change" over them
    MapLook look;
    CellFormat format;
    MapAxes axes;
    std::optional<MapLight> light; ///< shown in place of the crosshair, in the walk step by step
    bool isDimmed = false;         ///< the walk is in another head
    FrozenMatrix given;            ///< the mask that is edited by hand: 1 = may attend; null: none
    QMargins margins;              ///< from the card's edges to the space of the map
    int headLine = 0;              ///< px at the card's top, for its head
    double textSize = 0;           ///< 0: the window's; else labels are as large as digits, see PictureTextSize
    bool canEnlarge = false;       ///< it has the button that shows this head alone
    bool isEnlarged = false;       ///< this head is shown alone; the button shows all heads again
    bool labelsRows = true;        ///< false: another map of the same rows has them
    bool labelsCols = true;
    bool ownScale = false;      ///< a colour scale inside, in the right margin
    bool ownsSelection = false; ///< the selected cell is this head's, or of this stage of the layer
    bool wheelScrolls = false;  ///< the wheel scrolls the surroundings, Ctrl + wheel zooms

    int rows() const { return axes.rows ? axes.rows->count() : 0; }
    int cols() const { return axes.cols ? axes.cols->count() : 0; }
    bool hasNumbers() const { return look.numbers && format.shown() && tile && tile->exact; }
    /// The selected cell, if the map has it.
    std::optional<Cell> selected() const {
        const bool exists = axes.selectedRow >= 0 && axes.selectedRow < rows() && axes.selectedCol >= 0 &&
                            axes.selectedCol < cols();
        return exists ? std::optional(Cell{axes.selectedRow, axes.selectedCol}) : std::nullopt;
    }
    /// True if the edited mask hides the cell; false for a cell outside the mask.
    bool hides(const Cell& cell) const {
        return given && cell.query < given->rows() && cell.key < given->cols() && (*given)(cell.query, cell.key) == 0;
    }
    friend bool operator==(const MapContent&, const MapContent&) = default;
};

} // namespace headlight
