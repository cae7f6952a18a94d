#pragma once
// core/backend: the arithmetic of one layer on blocks that a backend owns, in memory or on a device. The engine decides
// which rows of which stage are stale; a backend computes these, and hands out tiles, rows and what is known of rows,
// never a whole matrix. All calls of a backend and its layers come from one thread at a time, but remarks().
//
// A frame is run() of each layer, from the first, then Backend::finish(). Answers are valid after finish() said Done,
// so a device is waited for once in an ordinary frame (much work: in parts, to see that it is alive). Any sum over keys
// or columns is taken in an order that does not depend on which rows are asked for: a row that is computed again has
// the bits that computing everything gives it.

#include "attention/LayerWeights.h"
#include "attention/RowKind.h"
#include "attention/stages.h"
#include "backend/IndexSet.h"
#include "backend/Pooling.h"
#include "backend/RowMap.h"
#include "base/Frozen.h"
#include "base/Matrix.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headlight {

class BackendLayer;

/// What a layer reads: rows on the host, or the result of another layer of the same backend, where it is. Rollout and
/// Product are made of the same stage of that layer; of the first layer, which reads rows, of the identity.
struct LayerInput {
    FrozenMatrix rows;
    BackendLayer* below = nullptr;
    friend bool operator==(const LayerInput&, const LayerInput&) = default;
};

/// What is to be done for one head.
struct HeadUpdate {
    int was = -1; ///< its index in the update before, stopped or not; -1: it is new
    /// Rows to be computed again: of Q, K, V, Scores and Context. Of virtual stages (StageInfo) the rows that may have
    /// changed. A stage that is not wanted has none: its rows are named when it is. Where a stage is wanted, so are the
    /// stored ones that it is computed from: Context finds Scores up to date. What is known of a row of the scores must
    /// be computed again if the row is named in Weights, Dropped or Context, even if nothing of Scores is: keys may
    /// have gone, perhaps in an update that was stopped.
    PerStage<IndexSet> rows;
    IndexSet columns;         ///< of Scores, to be computed again: keys that changed; all: also how many they are
    bool isRuleNew = false;   ///< what is known of every row of the scores must be computed again
    bool streams = false;     ///< its scores are not to be stored: see Backend::canStream()
    bool dropsScores = false; ///< their memory is to be released; all of them are named when they are wanted again
};

/// What a layer is to be brought up to date with. Rows that are not named are as they were.
struct LayerUpdate {
    int number = 0;               ///< of the layer in its session, from 0
    Frozen<LayerWeights> weights; ///< never null
    ScoreRule rule;
    LayerInput queries, keys; ///< X, X_kv; equal (==) exactly if there is no second sentence
    /// Where the rows of X and X_kv were, and so the rows and columns of all stages: done first, before anything is
    /// computed. Null: every row is where it was. Rows that are named are named by their new place.
    Frozen<RowMap> queriesMoved, keysMoved;
    PerStage<IndexSet> rows; ///< of stages of the layer: X and X_kv that changed; to be computed again of the others
    std::vector<HeadUpdate> heads;
};

/// A rectangle of a stage (within it, not empty), and how many values each way it is reduced to (no more than it
/// has). Value (r, c) stands for the rows [row + r rows / height, row + (r + 1) rows / height), likewise for columns.
struct Area {
    Index row = 0, col = 0, rows = 0, cols = 0;
    Index height = 0, width = 0;
    bool exact() const { return height == rows && width == cols; }
    friend bool operator==(const Area&, const Area&) = default;
};

/// Something to be read of a stage. All rows that it covers have been named by this update or one before.
struct Read {
    enum class What : unsigned char {
        Tile,    ///< `area`, reduced: Answer::values
        Extent,  ///< of the whole stage
        Rows,    ///< whole rows [area.row, area.row + area.rows); masked weights are 0, masked scores -inf
        RowKinds ///< of the same rows of the weights of the stage's head
    };
    What what = What::Tile;
    Stage stage = Stage::Scores;
    int head = 0; ///< of a stage that each head has
    Area area;
    Pooling pooling = Pooling::LargestMagnitude;
};

/// Of a whole stage: finite extremes (low > high if there are none; masked cells left out), and the first cell in
/// reading order that is not finite (row -1: none).
struct Extent {
    float low = 1, high = 0;
    Index row = -1, col = -1;
};

struct Answer {
    Matrix values;
    Extent extent;
    std::vector<RowKind> kinds; ///< one for each row
};

enum class Ran : unsigned char {
    Done,
    /// The watch said so. Rows have moved, and heads are where this update says; what was named may be computed or not,
    /// and is named again. RowMaps are not given again: what follows from them must not be left for later.
    Stopped
};

/// The stages of one layer.
class BackendLayer {
public:
    virtual ~BackendLayer() = default;

    /// Brings the layer up to date, then answers the reads, each in its place; answers are empty before, and stay where
    /// they are until the frame ends. `watch` is asked now and then, with the part that is done. A layer may run again
    /// with nothing named, to read more or to release scores. A Problem or an exception: no layer of this stack is used
    /// any more.
    virtual Result<Ran> run(const LayerUpdate&, std::span<const Read>, std::span<Answer>, const Watch& watch) = 0;
    /// Holds LayerInput::rows no longer: the next run names them.
    virtual void forgetInputs() {}
};

/// What went between the host and a device since the backend was made, how often the host waited, and what the device
/// was asked to do.
struct Traffic {
    double up = 0, down = 0; ///< bytes
    long waits = 0;
    double multiplications = 0;
};

class Backend {
public:
    virtual ~Backend() = default;

    /// "CPU · SSE2 · 1 thread": what computes, for people.
    virtual std::string description() const = 0;
    virtual std::unique_ptr<BackendLayer> makeLayer() = 0;
    /// Waits until all layers have done what they were asked to. Not called after a run that was stopped.
    virtual Result<Ran> finish(const Watch&) { return Ran::Done; }

    /// Bytes that the scores of one head of this size take, and that all together may take.
    virtual double scoresBytes(Index queries, Index keys) const = 0;
    virtual double memory() const = 0;
    /// Where they would take more than that, all heads are told to stream (HeadUpdate::streams): no scores are kept,
    /// and rows are computed when they are read, with the same bits; then a run asks its watch much more often. False:
    /// it cannot.
    virtual bool canStream() const { return false; }
    /// Why it cannot compute such a session, as a sentence; empty: it can. This is no failure.
    virtual std::string whyNot(const Session&) const { return {}; }
    virtual Traffic traffic() const { return {}; }
    /// What it says of all that it has computed so far, as lines for people. Any thread.
    virtual std::vector<std::string> remarks() const { return {}; }
};

} // namespace headlight
