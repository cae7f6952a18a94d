#pragma once

#include "engine/Engine.h"
#include "engine/LayerState.h"
#include "engine/ModelInputs.h"
#include "engine/Plan.h"
#include "engine/StageLine.h"
#include "engine/TokenMoves.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// One session with its layers: the present one, "before" or a pin.
struct Stack {
    Shape shape;
    std::vector<LayerPlan> plan;
    KeptInputs inputs;
    TokenMoves queryMoves, keyMoves; ///< from here to the present one, for differences
    std::vector<LayerState> layers;  ///< as many as the plan
};

/// What an Engine keeps from one answer to the next.
struct Engine::State {
    std::vector<Stack> stacks; ///< the present one, then Demand::others
    Stamp clock = 0;

    struct Shown {
        Stamp stamp = 0, less = 0; ///< of the stage; of the one that it is compared with
        Frozen<RowMap> rowsMoved, colsMoved;
        std::shared_ptr<const Tile> tile;
    };
    struct ShownCell {
        CellDemand demand;
        std::vector<StageLine> lines; ///< while it is explained; none: there is no such cell
        RowKind kind = RowKind::Plain;
        std::shared_ptr<const Explanation> explanation;
    };
    struct Screen {
        std::vector<MapDemand> maps;
        std::vector<Shown> shown;     ///< of each
        std::vector<ShownCell> cells; ///< the last ones that were demanded
    };
    struct ShownStatistics {
        Stamp stamp = 0; ///< of the weights
        std::shared_ptr<const HeadStatistics> statistics;
    };
    std::vector<ShownStatistics> statistics; ///< the last ones that were demanded
    Screen screen;                           ///< of the answer before
    Screen earlier;                          ///< of the last one with other maps: two demands may take turns
    bool areMapsAsBefore = false;            ///< during one answer

    /// What moves a number, and what that was computed from.
    struct Moving {
        SensitivityDemand demand;
        Stamp stamp = 0;              ///< of the weights
        Frozen<Tokens> queries, keys; ///< which share rows of the table
        std::shared_ptr<const Sensitivity> sensitivity;
    };
    std::vector<Moving> moving; ///< of the last answer

    /// What is read of one layer, and where it is shown.
    struct Reading {
        struct Part {
            std::size_t place, begin, count; ///< of the map; of its reads
        };
        int state, layer;
        std::vector<Read> reads;
        std::vector<Answer> answers;
        std::vector<Part> maps;
        /// Of a cell's explanation: one of its lines, or the kind of its row.
        struct LinePart {
            std::size_t place, line, read;
        };
        std::vector<LinePart> lines, kinds;
    };

    explicit State(std::unique_ptr<Backend> b) : backend(std::move(b)) {}
    std::unique_ptr<Backend> backend;
    Result<Ran> answer(Frame& frame, const Watch& watch);
    /// A sentence if what has to be kept in memory would not fit.
    std::string whyTooLarge(const Demand& demand);
    void forget();
    double need = 0;      ///< bytes of scores that the last demand asked for
    bool streams = false; ///< the scores that it asked for are not stored
    double held = 0;      ///< the most that it could hold: so much memory there should be

private:
    /// Brings the layers of all states up to date and reads what the frame shows.
    Result<Ran> compute(const Frame& frame, Screen& now, std::vector<Reading>& readings, const Watch& watch);
    /// What the frame does not show already.
    Reading readingOf(const Frame& frame, int state, int layer, Screen& now);
    /// Appends what its explanation takes of a layer.
    void readCell(ShownCell& cell, std::size_t place, const LayerState& layer, Reading& reading);
    void show(const Frame& frame, Reading& reading, Screen& now);
    void explainCells(const Frame& frame, Screen& now);
    Result<Ran> showDifferences(const Frame& frame, Screen& now, const Watch& watch);
    Result<Ran> addSensitivities(Frame& frame, const Watch& watch);
    Result<Ran> findSensitivity(Moving& one, LayerState& layer);
    Result<Ran> takeStatistics(Frame& frame, const Watch& watch);
    Tile hostTile(const MapDemand& map, const FrozenMatrix& block);
    /// The tile of such a map, if its numbers are still the same; else null. `place`: among the maps.
    std::shared_ptr<const Tile> shownBefore(const MapDemand& demand, const Shown& map, std::size_t place) const;
    /// The layer that the difference is taken from, and how its tokens moved to `map`; null if what does not follow
    /// from the tokens has not the same size.
    LayerState* comparedWith(const Frame& frame, const MapDemand& demand, Shown& map);
    Stack& stackOf(int state) { return stacks[static_cast<std::size_t>(state)]; }
    LayerState& layerOf(int state, int layer) { return stackOf(state).layers[static_cast<std::size_t>(layer)]; }
};

/// Of a state that there is.
const Session& sessionOf(const Frame& frame, int state);

/// Bytes that any backend should have room for.
inline constexpr double kSmall = 64.0 * 1024 * 1024;

/// "3.2 GB"
std::string gigabytes(double bytes);

} // namespace headlight
