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
    struct LayerBlock {
        FrozenMatrix matrix;
        std::uint64_t stamp = 0; ///< as HeadState::stamp
    };
    PerStage<LayerBlock> blocks;         ///< of the stages that the layer has one of
    std::vector<std::uint64_t> concatOf; ///< stamps of the contexts that stand in Concat
    struct {
        std::uint64_t concat = 0;
        FrozenMatrix w, bias;
    } outputOf; ///< what made Output
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
    std::string makeRoom(const Demand& demand, const Session& session);
    /// Where the values of a stage stand, up to date; neither a matrix nor a head if there is no such stage.
    struct Source {
        const Matrix* matrix = nullptr;
        BackendHead* head = nullptr;
        std::uint64_t stamp = 0;
    };
    Source sourceOf(const MapDemand& map, const Session& session, const LayerInputs& inputs, Comparisons& compare);
    void joinHeads(Stage stage, const Session& session, const LayerInputs& inputs, Comparisons& compare);
    std::shared_ptr<const Tile> tileOf(const MapDemand& map, const Source& source) const;
    std::shared_ptr<const CellArithmetic> cellFor(const CellRef& ref, const Session& session, const LayerInputs& inputs,
                                                  Comparisons& compare);
    void forget();
};

/// "3.2 GB"
std::string gigabytes(double bytes);

} // namespace headlight
