#pragma once
// core/backend: the arithmetic of one layer on blocks that a backend owns, in memory or on a device. The engine decides
// which rows of which stage are stale; a backend computes these and answers reads (tiles, extents, rows, kinds of
// rows). A backend and its layers are called by one thread at a time, except for remarks().
//
// A frame is one run() of each layer, beginning with the first, and then Backend::finish(). Answers are valid once
// finish() has returned Done, so an ordinary frame waits for a device once (with much work several times, to see that
// it is alive). Sums over keys or columns are taken in an order that does not depend on which rows are asked for: a row
// that is computed again has the bits that computing everything gives it.

#include "attention/RowKind.h"
#include "attention/program.h"
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

/// The input of a layer: rows on the host or, if there are none, the result of another layer of the same backend, in
/// its place. Rollout and Product build on the same stage of that layer; in the first layer on the identity.
struct LayerInput {
    FrozenMatrix rows;
    BackendLayer* below = nullptr;
    friend bool operator==(const LayerInput&, const LayerInput&) = default;
};

/// The work for one head.
struct HeadUpdate {
    int indexBefore = -1; ///< its index in the previous update, even if that was stopped; -1: it is new
    /// The rows of stored stages (affine ones, scores, context) to be computed again, and those of virtual stages
    /// (StageInfo) that may have changed. A stage that is not wanted names its rows when it is wanted again. If a stage
    /// is wanted, so are all that it is computed from. A row of the scores must be summarised again (RowKind, extremes,
    /// sum) if weights or context name it, even if the scores do not. Example: when a token is removed, no score that
    /// stays changes, but the sums of the rows that attended to it do.
    PerStage<IndexSet> rows;
    IndexSet columns;         ///< columns of Scores to be computed again: changed keys; all: their number may differ
    bool isRuleNew = false;   ///< every row of the scores must be summarised again
    bool streams = false;     ///< its scores are not to be stored: see Backend::canStream()
    bool dropsScores = false; ///< the memory of the scores is to be released; all are named when they are wanted again
};

/// The state that a layer is to be brought to. Rows that are not named are as they were.
struct LayerUpdate {
    int number = 0;               ///< the index of the layer in its session, from 0
    Program program;              ///< its operations behind the inputs are carried out
    Frozen<LayerWeights> weights; ///< never null
    ScoreRule rule;
    LayerInput queries, keys; ///< X, X_kv; equal (==) exactly if there is no second sentence
    /// The moves of the rows of X and X_kv, and so of the rows and columns of all stages. They come first, before
    /// anything is computed, and rows are named by their new places. Null: every row is where it was.
    Frozen<RowMap> queriesMoved, keysMoved;
    PerStage<IndexSet> rows; ///< changed rows of X and X_kv; rows of other stages of the layer to be computed again
    std::vector<HeadUpdate> heads;
};

/// A rectangle of a stage, within it and not empty, and the numbers of values that its rows and columns are reduced to
/// (at most its size). Value (r, c) stands for the rows [row + r rows / height, row + (r + 1) rows / height) and for
/// the columns [col + c cols / width, col + (c + 1) cols / width).
struct Area {
    Index row = 0, col = 0, rows = 0, cols = 0;
    Index height = 0, width = 0;
    bool exact() const { return height == rows && width == cols; }
    friend bool operator==(const Area&, const Area&) = default;
};

/// A read of a stage. All rows that it covers have been named by this update or an earlier one.
struct Read {
    enum class What : unsigned char {
        Tile,    ///< `area`, reduced, in Answer::values
        Extent,  ///< the extent of the whole stage
        Rows,    ///< whole rows [area.row, area.row + area.rows); masked weights are 0, masked scores -inf
        RowKinds ///< the kinds of these rows of the weights of the stage's head
    };
    What what = What::Tile;
    Stage stage{};
    int head = 0; ///< the index of the head, if each head has the stage
    Area area;
    Pooling pooling = Pooling::LargestMagnitude;
};

/// The extremes of the finite cells of a whole stage (low > high if there are none), and its first cell in reading
/// order that is not finite (row -1: none). Masked cells do not count.
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
    /// The watch stopped the work. Rows have moved, and heads have their new places. Named rows may be computed or not,
    /// and are named again. RowMaps are not: nothing that follows from them may be left for later.
    Stopped
};

/// The stages of one layer.
class BackendLayer {
public:
    virtual ~BackendLayer() = default;

    /// Brings the layer up to date, then writes the answer to each read. The answers are empty before, and stay at
    /// their addresses until the frame ends. Calls `watch` now and then, with the part that is done. May be called
    /// again with nothing named, to read more or to release scores. After a Problem or an exception, no layer of this
    /// stack is used any more.
    virtual Result<Ran> run(const LayerUpdate&, std::span<const Read>, std::span<Answer>, const Watch& watch) = 0;
    /// Releases LayerInput::rows, which the next run() gets again.
    virtual void forgetInputs() {}
};

class Backend {
public:
    virtual ~Backend() = default;

    /// Returns what computes, for people: "CPU · SSE2 · 1 thread".
    virtual std::string description() const = 0;
    virtual std::unique_ptr<BackendLayer> makeLayer() = 0;
    /// Waits until all layers have done their work. Not called after a run that was stopped.
    virtual Result<Ran> finish(const Watch&) { return Ran::Done; }

    /// Return the bytes that the scores of one head of this size take, and the maximum for those of all heads together.
    virtual double scoresBytes(Index queries, Index keys) const = 0;
    virtual double memory() const = 0;
    /// Returns true if it can compute without storing scores. If they would take more than memory(), all heads are told
    /// to stream (HeadUpdate::streams): rows are then computed when they are read, with the same bits, and a run calls
    /// its watch much more often.
    virtual bool canStream() const { return false; }
    /// Returns why it cannot compute such a session, as a sentence; empty if it can. This is no failure.
    virtual std::string whyNot(const Session&) const { return {}; }
    /// Returns remarks on all that it has computed so far, as lines for people. Any thread.
    virtual std::vector<std::string> remarks() const { return {}; }
};

} // namespace headlight
