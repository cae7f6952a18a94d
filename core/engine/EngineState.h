#pragma once

#include "engine/Engine.h"
#include "engine/LayerState.h"
#include "engine/ModelInputs.h"
#include "engine/Plan.h"
#include "engine/StageLine.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace headlight {

/// One session with its layers: the present one, "before" or a pin.
struct Stack {
    Shape shape;
    Demand demand; ///< what is asked of it, with its own places of layers and heads; without the sessions
    std::vector<LayerPlan> plan;
    KeptInputs inputs;
    TokenMoves queryMoves, keyMoves; ///< from this session to the present one, for differences
    std::vector<LayerState> layers;  ///< as many as the plan has
};

/// The data that an Engine keeps from one answer to the next.
struct Engine::State {
    std::vector<Stack> stacks; ///< the present session, then Demand::others
    Stamp clock = 0;

    struct Shown {
        Stamp stamp = 0, less = 0; ///< stamps of the stage and of the one that is subtracted
        int headBefore = 0;        ///< the head that is subtracted
        Frozen<RowMap> rowsMoved, colsMoved;
        std::shared_ptr<const Tile> tile;
    };
    struct ShownCell {
        CellDemand demand;
        std::vector<StageLine> lines; ///< kept until the cell is explained; empty: there is no such cell
        RowKind kind = RowKind::Plain;
        std::shared_ptr<const Explanation> explanation;
    };
    struct Screen {
        Session session;
        std::vector<Session> others;
        std::vector<MapDemand> maps;
        std::vector<Shown> shown;     ///< one for each map; without a tile if it is made in a later part
        std::vector<ShownCell> cells; ///< the cells that were demanded last
    };
    struct ShownStatistics {
        Stamp stamp = 0;       ///< the stamp of the weights
        Frozen<Tokens> tokens; ///< those of the queries
        std::shared_ptr<const HeadStatistics> statistics;
    };
    std::vector<ShownStatistics> statistics; ///< the ones that were demanded last
    Screen screen;                           ///< the screen of the previous answer
    Screen earlier;                          ///< the last screen with other maps, since two demands may alternate
    bool areMapsAsBefore = false;            ///< the maps are those of `screen`; valid during one answer

    /// A sensitivity, and what it was computed from.
    struct ShownSensitivity {
        CellDemand demand;
        Stamp stamp = 0;              ///< the stamp of the weights
        Frozen<Tokens> queries, keys; ///< tokens that share rows of the table
        std::shared_ptr<const Sensitivity> sensitivity;
    };
    std::vector<ShownSensitivity> sensitivities; ///< the ones that were demanded last

    /// The reads of one layer, and where they are shown.
    struct Reading {
        struct MapReads {
            std::size_t place, begin, count; ///< index of the map; its reads [begin, begin + count)
        };
        int state, layer;
        std::vector<Read> reads;
        std::vector<Answer> answers;
        std::vector<MapReads> maps;
        /// A read for a cell's explanation: of one of its lines, or of the kind of its row.
        struct LineRead {
            std::size_t place, line, read;
        };
        std::vector<LineRead> lines, kinds;
    };

    explicit State(std::unique_ptr<Backend> b) : backend(std::move(b)) {}
    std::unique_ptr<Backend> backend;
    Result<Ran> answer(Frame& frame, const Watch& watch, const Sink& sink);
    /// Returns a sentence if the scores that must be kept do not fit into memory. Sets `need` and `streams`.
    std::string whyTooLarge();
    void forget();
    double need = 0;      ///< bytes of the scores of the last demand
    bool streams = false; ///< the scores of the last demand are not stored
    double held = 0;      ///< the largest `need` that was met: so much memory should be available

private:
    /// The places of maps that are made later, by state, layer and head.
    using Left = std::map<std::tuple<int, int, int>, std::vector<std::size_t>>;
    Left mapsLeft(const Frame& frame) const;         ///< returns the maps whose tiles the last answer does not have
    void plan(const Frame& frame, const Left& left); ///< plans all but these
    Result<Ran> answerPlanned(Frame& frame, const Watch& watch);
    /// Brings the layers of all states up to date and reads what the frame shows.
    Result<Ran> compute(const Frame& frame, Screen& now, std::vector<Reading>& readings, const Watch& watch);
    /// Returns the reads for what is not known from previous frames.
    Reading readingOf(const Frame& frame, int state, int layer, Screen& now);
    /// Appends the reads of a layer for a cell's explanation.
    void readCell(ShownCell& cell, std::size_t place, const LayerState& layer, Reading& reading);
    void show(const Frame& frame, Reading& reading, Screen& now);
    void explainCells(const Frame& frame, Screen& now);
    Result<Ran> showDifferences(const Frame& frame, Screen& now, const Watch& watch);
    Result<Ran> addSensitivities(Frame& frame, const Watch& watch);
    Result<Ran> findSensitivity(ShownSensitivity& one, LayerState& layer);
    Result<Ran> takeStatistics(Frame& frame, const Watch& watch);
    Tile hostTile(const MapDemand& map, const FrozenMatrix& block);
    /// Returns the earlier tile of this map if its numbers are still the same; else null. `place`: index of the map.
    std::shared_ptr<const Tile> shownBefore(const MapDemand& demand, const Shown& map, std::size_t place) const;
    /// Returns the layer that is subtracted, and in `map` its head and how its tokens moved; null if there is none, or
    /// if a side that does not follow from the tokens differs. `place`: index of the map.
    LayerState* comparedWith(const Frame& frame, std::size_t place, Shown& map);
    Stack& stackOf(int state) { return stacks[static_cast<std::size_t>(state)]; }
    LayerState& layerOf(int state, int layer) { return stackOf(state).layers[static_cast<std::size_t>(layer)]; }
};

inline bool isDone(const Result<Ran>& ran) { return ran && *ran == Ran::Done; }

/// Returns the session of a state, which must exist.
const Session& sessionOf(const Frame& frame, int state);

/// Bytes that any backend should be able to hold.
inline constexpr double kSmall = 64.0 * 1024 * 1024;

/// Returns a size as text: "3.2 GB".
std::string gigabytes(double bytes);

} // namespace headlight
