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

/// The maps of a stage of a layer, with their axes and caption, for the screen and for exported pictures.
struct MapStage {
    Stage stage{};
    int layer = 0;
    MapAxes axes;                           ///< with nothing selected
    bool isSigned = true;                   ///< see attention/stages.h
    bool isSelfAttention = true;            ///< keys are tokens of the same sentence
    Compared compared = Compared::Now;      ///< the state shown; not SideBySide
    std::vector<char> newRows{}, newCols{}; ///< in a difference, see MapLook
    QString other{};                        ///< name of the state compared with; empty for Compared::Now
    std::vector<int> heads{};               ///< of another state: the places in it of the present heads; -1: none
    std::vector<char> off{};                ///< the heads that are switched off in the state shown

    const StageInfo& info() const { return infoOf(stage); }
    QString title() const { return titleOf(stage); }
    QString name() const; ///< the title within a line: "scaled scores", "X"
    /// Returns "scores"; when states are compared, "scores · before" or "scores − before"; "rollout · " and its
    /// formula; for a tile whose cells share pixels, "scores · pixel: largest of 20 × 19".
    QString caption(const Tile* tile) const;
    /// Makes the maps show that state. `name` and `other`: the name and session of the state compared with.
    void compare(Compared, const QString& name, const Session& now, const Session& other);
    /// Returns the place that a head of the present layer has in the state shown, or `head` if it is not there.
    int headThere(int head) const;
    bool isOff(int head) const; ///< true if that head, of the state shown, is switched off
    bool hasHeads() const { return info().scope == Scope::Head; } ///< else there is one map for all of them
    int headOf(int head) const { return hasHeads() ? head : 0; }  ///< the head of the map that this head has
    CellRef numberAt(int head, const Cell& cell) const { return {stage, layer, headOf(head), cell.query, cell.key}; }
    /// Returns the cell of a head's map that is lit with these numbers. A lit query and key apply to maps of all heads.
    std::optional<Cell> litCell(const std::vector<Address>& lit, int head) const;
    /// Returns whose tokens the rows are; those of keys are the queries' in self-attention.
    Side rowSide() const { return isSelfAttention && axes.rowsAreKeys ? Side::Tokens : info().rows; }
    int rows() const { return axes.rows ? axes.rows->count() : 0; }
    int cols() const { return axes.cols ? axes.cols->count() : 0; }
    /// True for the other state of the same stage: both have one scale, if both have a sign or none has.
    bool sharesScale(const MapStage& o) const { return stage == o.stage && isSigned == o.isSigned; }
    friend bool operator==(const MapStage&, const MapStage&) = default;
};

/// Returns the states on view: side by side both, the one compared with first.
std::vector<Compared> statesIn(Compared);

/// Makes the maps of stages. Labels are reused as long as the tokens are the same.
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

/// Returns the demand for one number, the largest of a head's map without the column of the first key. Its tile counts
/// for the range of colours if MapOptions::rangeWithoutFirst is set.
MapDemand demandWithoutFirst(const MapStage& stage, int head);

/// True for a tile of one pixel for many cells, which was asked for only to get their range.
bool isForRange(const Tile&);

/// Returns the look that the maps with these tiles share, with the user's choices. Its range is that of all cells, or
/// of the means in the tiles, which spread far less. An automatic curve is the square root for weights whose median is
/// below a hundredth of the largest: along a straight one half of the map would look like 0.
/// `curve`: the one that the stage's maps have already if the user chose none; null: that for these tiles.
MapLook lookOf(const MapStage& stage, const std::vector<const Tile*>& tiles, const Theme& theme,
               const MapOptions& options, const ValueCurve* curve = nullptr);

/// Returns the format of each stage's numbers, whose ranges and cells are given. Those of a difference have a plus sign
/// if there is space for it. Maps of queries and keys have the same decimals,
/// but weights at least two.
std::vector<CellFormat> formatsOf(const std::vector<const MapStage*>& stages, const std::vector<Range>& ranges,
                                  std::optional<int> decimals, const std::vector<QSizeF>& cells,
                                  const QPaintDevice* device);

/// Returns the part of a stage's maps that is visible at that zoom.
MapWindow windowOf(const MapStage& stage, const std::map<Side, SideSpan>& zoom);
/// Returns `zoom` with the change that shows `window` of the stage's maps. Maps that share a side zoom along it
/// together.
std::map<Side, SideSpan> zoomedTo(const MapStage& stage, const std::optional<MapWindow>& window,
                                  std::map<Side, SideSpan> zoom);

/// Returns the light of a map of the stage at a step of the walk of the selected query and head. `head`: 0 if the stage
/// has no heads.
MapLight lightOf(const MapStage& stage, int head, const Walk& walk, const Step& step, const View& view);

/// Returns the stage's axes with the selected query and key, where a side has tokens, and with the selected column of
/// vectors if the selected number is one of this stage.
MapAxes selectedAxes(const MapStage& stage, const View& view);

} // namespace headlight
