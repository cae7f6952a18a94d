#pragma once

#include "engine/ConsistencyCheck.h"
#include "engine/Engine.h"
#include "engine/LayerState.h"
#include "engine/ModelInputs.h"
#include "engine/Plan.h"
#include "engine/TokenMoves.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// One session with its layers: the present one, "before" or a pin.
struct Stack {
    ConsistencyCheck firstInconsistency; ///< of the sessions that come here
    KeptPlan plan;
    KeptInputs inputs;
    TokenMoves queryMoves, keyMoves; ///< from here to the present one, for differences
    std::vector<LayerState> layers;  ///< as many as were ever needed, from the first
};

/// Bytes that any backend should have room for.
inline constexpr double kSmall = 64.0 * 1024 * 1024;

/// What an Engine keeps from one answer to the next.
struct Engine::State {
    std::shared_ptr<const Backend> backend;
    double scoresBudget = 3.0 * 1024 * 1024 * 1024;

    std::vector<Stack> stacks; ///< the present one, then Demand::others
    Stamp clock = 0;

    struct Shown {
        Stamp stamp = 0, less = 0; ///< of the stage; of the one that it is compared with
        Frozen<Relocation> rowsMoved, colsMoved;
        std::shared_ptr<const Tile> tile;
    };
    struct ShownCell {
        CellRef ref;
        Stamp stamp = 0;
        double factor = 1; ///< which may move by less than a float shows
        std::shared_ptr<const CellArithmetic> cell;
        bool isAs(const ShownCell& o) const { return ref == o.ref && stamp == o.stamp && factor == o.factor; }
    };
    struct Screen {
        std::vector<MapDemand> maps;
        std::vector<Shown> shown;     ///< of each
        std::vector<ShownCell> cells; ///< the last ones that were demanded
    };
    Screen screen;                ///< of the answer before
    Screen earlier;               ///< of the last one with other maps: two demands may take turns
    bool areMapsAsBefore = false; ///< during one answer
    /// The tile of such a map, if its numbers are still the same; else null. `place`: among the maps.
    std::shared_ptr<const Tile> shownBefore(const MapDemand& demand, const Shown& map, std::size_t place) const;

    Result<void> answer(Frame& frame, const Watch& watch);
    /// A sentence if what has to be kept in memory would not fit.
    std::string whyTooLarge();
    /// Brings the layers of one state up to date and reads what the frame shows of it.
    Result<void> compute(Frame& frame, int state, Screen& now, const Watch& watch);
    /// What has to be read of a layer that knows what is wanted; the rest stands in `now` already.
    struct Reading {
        struct Map {
            std::size_t place;
            std::size_t begin, count; ///< of its reads
        };
        struct Cell {
            std::size_t place;
            std::size_t begin; ///< of its reads
        };
        std::vector<Read> reads;
        std::vector<Map> maps;
        std::vector<Cell> cells;
    };
    Reading readingOf(const Frame& frame, int state, int layer, const LayerPlan& plan, Screen& now);
    Stack& stackOf(int state) { return stacks[static_cast<std::size_t>(state)]; }
    LayerState& layerOf(int state, int layer) { return stackOf(state).layers[static_cast<std::size_t>(layer)]; }
    /// What the frame shows of such a layer, as far as `plan` says.
    Result<void> readLayer(Frame& frame, int state, int layer, const LayerPlan& plan, Screen& now);
    /// The layer that the difference is taken from, and how its tokens moved to `map`; null if what does not follow
    /// from the tokens has not the same size.
    LayerState* comparedWith(const Frame& frame, const MapDemand& demand, const Sizes& sizes, Shown& map);
    void forget();

    double need = 0; ///< bytes of scores that the last demand asked for
    double held = 0; ///< the most that it could hold: so much memory there should be
};

template <class T>
Attempt<T> Engine::tried(const Work<T>& work, double multiplications, const Watch& progress) {
    if (!fallback_) return work(*state_, progress);
    Attempt<T> attempt = patiently<T>([work, state = state_](const Watch& p) { return work(*state, p); },
                                      patienceFor(multiplications, patience_), progress);
    if (attempt.fault.kind != Fault::Kind::Backend) return attempt;
    takeOver(attempt.fault.why);
    return work(*state_, progress);
}

const Session& sessionOf(const Frame& frame, int state);

/// "3.2 GB"
std::string gigabytes(double bytes);

} // namespace headlight
