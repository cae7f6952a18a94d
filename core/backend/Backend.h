#pragma once
// core/backend: the arithmetic of one layer on blocks that the backend owns, wherever they live (memory; or a device,
// which hands out tiles and never a whole matrix), one call for each layer and answer. Which blocks must be computed
// again is the Engine's decision; how is a backend's. One thread at a time.

#include "attention/DropoutMask.h"
#include "attention/RowKind.h"
#include "attention/stages.h"
#include "backend/IndexSet.h"
#include "backend/Pooling.h"
#include "backend/Relocation.h"
#include "base/CellMask.h"
#include "base/Frozen.h"
#include "base/Matrix.h"
#include "base/Result.h"
#include "session/Layer.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

class BackendLayer;

/// How scores become weights, as numbers.
struct ScoreRule {
    float factor = 1; ///< scaled = score * factor; finite
    Mask mask;
    Normalisation normalisation = Normalisation::Softmax;
    bool masksAfter = false;     ///< Options::masksAfter()
    Frozen<DropoutMask> dropout; ///< null: none
    friend bool operator==(const ScoreRule&, const ScoreRule&) = default;
};

/// What a layer reads: rows on the host, or the result of another layer of the same backend, where it stands.
struct LayerInput {
    FrozenMatrix rows;
    BackendLayer* below = nullptr;
    friend bool operator==(const LayerInput&, const LayerInput&) = default;
};

/// What one head is to be brought up to date with.
struct HeadUpdate {
    int was = -1; ///< its index in the run before; -1: it is new
    /// Of Q, K, V: to be computed again where these rows of the input differ from those it was computed from last
    /// (`all`: or the weights do). Null: it stays as it is.
    PerProjection<std::optional<IndexSet>> project;
    struct Attend {
        IndexSet queries, keys; ///< rows of Q and K that changed since the scores were computed last
    };
    std::optional<Attend> attend; ///< scores = Q Kᵀ and the statistics of their rows
    bool forget = false;          ///< gives back the memory of the scores; the next attend starts afresh
};

/// What a layer is to be brought up to date with; what is not named stays as it was after the run before.
struct LayerUpdate {
    const Layer* layer = nullptr; ///< its parameters
    int number = 0;               ///< its place in the session, from 0
    LayerInput queries, keys;     ///< X, X_kv (X itself without a second sentence)
    /// How their rows moved since the run before, and so the rows and columns of all that was made of them; what has
    /// changed is named by its new place, rows that are new are named as changed. Null: nobody moved, or all is others.
    Frozen<Relocation> queriesMoved, keysMoved;
    /// What of the model stands on the host, for reading: embeddings and positions, of the first layer.
    Frozen<PerStage<FrozenMatrix>> given;
    ScoreRule rule;
    std::vector<HeadUpdate> heads; ///< one for each of the layer's
    std::vector<Stage> rollouts;   ///< those that are wanted and not as they were; the layer below has its
    std::optional<Stage> join;     ///< the last of Concat, Output and Result that is wanted
};

/// A rectangle of a stage (within it, not empty), and how many values each way it is to be reduced to (no more than it
/// has). Value (r, c) stands for the rows [row + r rows / height, row + (r + 1) rows / height), likewise for columns.
struct Area {
    Index row = 0, col = 0, rows = 0, cols = 0;
    Index height = 0, width = 0;
    bool exact() const { return height == rows && width == cols; }
    friend bool operator==(const Area&, const Area&) = default;
};

/// One thing to be read of a stage that the update, or one before, has brought up to date.
struct Read {
    enum class What : unsigned char {
        Tile,    ///< `area`, reduced: Answer::values and masked
        Extent,  ///< of the whole stage
        Rows,    ///< whole rows [area.row, area.row + area.rows); masked weights are 0
        RowSums, ///< of the softmax, of the same rows
        RowKinds ///< why the weights of the same rows are none, where they are not
    };
    What what = What::Tile;
    Stage stage = Stage::Scores;
    int head = 0; ///< of a stage that each head has
    Area area;
    Pooling pooling = Pooling::LargestMagnitude;
    /// Not this layer's values but by how much they exceed those of this layer of the same backend, whose rows and
    /// columns stand here so (null: as they do there). Masked is what is masked in either, and in any stage the cells
    /// that only one of them has. Not for RowSums and RowKinds.
    BackendLayer* minus = nullptr;
    Frozen<Relocation> minusRows = {}, minusCols = {};
};

/// Of a whole stage: finite extremes (low > high if there are none; masked cells left out), and the first cell in
/// reading order that is not finite (row -1: none).
struct Extent {
    float low = 1, high = 0;
    Index row = -1, col = -1;
};

struct Answer {
    Matrix values;
    CellMask masked; ///< cells of a tile for which nothing stands that is not masked
    Extent extent;
    /// Over the allowed keys of exp(scaled - max), or of scaled; NaN in a row whose weights are NaN.
    std::vector<double> sums;
    std::vector<RowKind> kinds; ///< one for each row
};

/// The stages of one layer. After any sequence of runs its blocks equal, bit for bit, those of a layer that got the
/// last input of each kind at once.
class BackendLayer {
public:
    virtual ~BackendLayer() = default;

    /// Brings the layer up to date, then answers the reads, each in its place. Returns which rows of the layer's result
    /// (the last of Concat, Output and Result that it has) differ from those after the last run that joined up to it;
    /// none if this run did not. A Problem, or an exception: this layer must not be used any more.
    virtual Result<IndexSet> run(const LayerUpdate&, std::span<const Read>, std::span<Answer>) = 0;
};

class Backend {
public:
    virtual ~Backend() = default;

    /// "CPU · SSE2 · 1 thread": what computes, for people.
    virtual std::string description() const = 0;
    virtual std::unique_ptr<BackendLayer> makeLayer() const = 0;
    /// Bytes that the scores of one head of this size take.
    virtual double scoresBytes(Index queries, Index keys) const = 0;
    /// What it has to say of all that it has computed so far, as lines for people. Any thread.
    virtual std::vector<std::string> remarks() const { return {}; }
};

} // namespace headlight
