#pragma once

#include "engine/ConsistencyCheck.h"
#include "engine/Engine.h"
#include "engine/HeadState.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What an Engine keeps from one answer to the next.
struct Engine::State {
    std::unique_ptr<Backend> backend;
    double scoresBudget = 3.0 * 1024 * 1024 * 1024;

    ConsistencyCheck firstInconsistency; ///< of the sessions that answer() gets
    TokenRows queryRows, keyRows;
    FrozenMatrix shownX, shownXKv; ///< as of the stamps below
    std::uint64_t xStamp = 0, xKvStamp = 0;
    std::vector<std::unique_ptr<HeadState>> heads;
    std::uint64_t clock = 0;

    struct Shown {
        MapDemand demand;
        std::uint64_t stamp = 0;
        std::shared_ptr<const Tile> tile;
    };
    std::vector<Shown> shown; ///< the tiles of the answer before
    struct ShownCell {
        CellRef ref;
        std::uint64_t stamp = 0;
        std::shared_ptr<const CellArithmetic> cell;
    };
    std::optional<ShownCell> shownCell;

    void answer(Frame& frame);
    LayerInputs takeInputs(const Session& session, Comparisons& compare);
    void matchHeads(const Layer& layer);
    /// Frees the scores of heads that are not on the screen; then a sentence if the others' would not fit.
    std::string makeRoom(const Demand& demand, const Sizes& sizes, MaskKind mask);
    std::shared_ptr<const Tile> tileFor(const MapDemand& map, const Session& session, const LayerInputs& inputs,
                                        Comparisons& compare);
    std::shared_ptr<const CellArithmetic> cellFor(const CellRef& ref, const Session& session, const LayerInputs& inputs,
                                                  Comparisons& compare);
    void forget();
};

/// "3.2 GB"
std::string gigabytes(double bytes);

} // namespace headlight
