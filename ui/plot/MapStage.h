#pragma once

#include "attention/stages.h"
#include "document/ViewState.h"
#include "engine/Walk.h"
#include "plot/CellFormat.h"
#include "plot/paintCrosshair.h"
#include "plot/paintLabels.h"
#include "plot/paintMap.h"
#include "session/View.h"
#include "words/wording.h"

#include <map>
#include <memory>
#include <optional>

namespace headlight {

/// A stage of a layer as maps: what stands along its sides. The same for the screen and for exported pictures.
struct MapStage {
    Stage stage = Stage::Scores;
    int layer = 0;
    MapAxes axes;                           ///< nothing selected
    bool isSigned = true;                   ///< see attention/stages.h
    Compared compared = Compared::Now;      ///< what its maps are of; not SideBySide
    std::vector<char> newRows{}, newCols{}; ///< of a difference, see MapLook
    QString other{};                        ///< the name of the other state, if they are of that or of a difference

    const StageInfo& info() const { return infoOf(stage); }
    QString title() const { return titleOf(stage, layer); }
    /// "SCORES"; of another state "SCORES · BEFORE", "SCORES − BEFORE"; "ROLLOUT · " and its formula; of a tile whose
    /// cells share pixels "SCORES · pixel: largest of 20 × 19".
    QString caption(const Tile* tile) const;
    /// They are of that state from now on, whose name is `name`.
    void compare(Compared, const QString& name, const Session& now, const Session& other);
    bool hasHeads() const { return info().scope == Scope::Head; } ///< else there is one map for all of them
    int rows() const { return axes.rows ? axes.rows->count() : 0; }
    int cols() const { return axes.cols ? axes.cols->count() : 0; }
    friend bool operator==(const MapStage&, const MapStage&) = default;
};

/// What one sees of them: side by side both, the other one first.
std::vector<Compared> statesIn(Compared);

/// Makes them; the labels once for the same tokens.
class MapStages {
public:
    MapStage of(Stage stage, const Session& session, int layer);

private:
    struct Labels {
        Frozen<Tokens> tokens; ///< null: they are `count` numbers
        int count = 0;
        std::shared_ptr<const TokenLabels> labels;
    };
    std::shared_ptr<const TokenLabels> along(Side side, const Session& session, int layer);
    std::map<Side, Labels> labels_;
};

/// What its colours have to reach: of means those that are shown, which are far from what they are means of; else of
/// the whole stage.
Range rangeToColour(const Tile& tile);

/// How its maps look when their numbers have that range: as a person wants it.
MapLook lookOf(const MapStage& stage, const Range& data, const Theme& theme, const MapOptions& options);

/// How its numbers are written: those of a difference with their sign, where there is room for it.
CellFormat formatOf(const MapStage& stage, const Range& range, std::optional<int> decimals, const QSizeF& cell,
                    const QPaintDevice* device);

/// The part of a stage's maps that a zoom leaves in sight; nothing: all of it.
std::optional<MapWindow> windowOf(const MapStage& stage, const std::map<Side, SideSpan>& zoom);
/// The zoom when that part of its maps is to be seen. Maps that share a side are zoomed along it together.
std::map<Side, SideSpan> zoomedTo(const MapStage& stage, const std::optional<MapWindow>& window,
                                  std::map<Side, SideSpan> zoom);

/// Of a map of the stage, at a step of the walk of the query and head that are selected. `head`: 0 of a layer's stage.
MapLight lightOf(const MapStage& stage, int head, const Walk& walk, const Step& step, const View& view);

/// With the selected query and key where tokens stand along the sides of a stage; with the selected column of vectors
/// if the selected number is one of this stage.
MapAxes selectedAxes(const MapStage& stage, const View& view);

} // namespace headlight
