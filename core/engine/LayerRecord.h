#pragma once

#include "attention/program.h"
#include "backend/Backend.h"
#include "engine/Plan.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// A number that changes whenever a stage's values may have changed, and is never used twice.
using Stamp = std::uint64_t;

/// A change of the rows of an input: how they moved, and which have changed, new ones among them.
struct RowChange {
    Frozen<RowMap> moved; ///< null: every row is where it was
    IndexSet rows;
};

/// A layer as it is now.
struct LayerNow {
    int number = 0; ///< its index in the session, from 0
    Program program;
    Frozen<LayerWeights> weights;
    ScoreRule rule;
    Index queryCount = 0;
    LayerInput queries, keys;            ///< X, X_kv
    RowChange queriesChange, keysChange; ///< changes since the last follow()
    PerStage<FrozenMatrix> host;         ///< embeddings and positions, of the first layer
    PerStage<Stamp> below{};             ///< stamps of the layer below
};

/// A record of what a layer of the backend has been told, and of the rows of each stage that are stale: not yet
/// computed for that. A value type: an update depends on the record and on the layer as it is now, and on nothing else.
class LayerRecord {
public:
    LayerRecord();
    /// Takes over the layer as it is now; changed rows become stale. The update names nothing to be computed yet.
    LayerUpdate follow(const LayerNow& now, Stamp& clock);
    /// Names in the update the stale rows of the stages that are wanted, and the scores that are to be dropped.
    void want(const LayerPlan& plan, LayerUpdate& update);
    /// Called when the update has been carried out: the rows that it named are not stale any more.
    void settle(const LayerUpdate& update);

    Stamp stamp(Stage stage, int head) const;
    const PerStage<Stamp>& stamps() const { return stamps_; } ///< returns the stamps of stages that are not of heads
    /// Returns the rows of the result that changed since the last call, of which the layer above has not been told.
    RowChange takeResultChange() { return std::exchange(resultChange_, {}); }

private:
    struct Head {
        Head();
        void dropScores();
        int index = -1;         ///< its index in weights_; -1: it is not there
        bool hasScores = false; ///< the backend may have scores: a run that was to drop them may have been stopped
        bool isRuleNew = true;  ///< the rule has changed since the rows of the scores were summarised
        PerStage<IndexSet> stale;
        IndexSet staleColumns; ///< stale columns of Scores
        PerStage<Stamp> stamps{};
    };
    /// The rows that become stale in the stages of a head, and the columns in those that have one for each key.
    struct Stale {
        PerStage<IndexSet> rows{};
        IndexSet columns{};
    };
    /// The differences that follow() finds.
    struct Change {
        const LayerNow& now;
        std::optional<RulePart> rule{}; ///< the first part of the rule that differs
        bool haveHeadsChanged = false;  ///< heads came, went or changed places
        Index firstKey = 0, endKey = 0; ///< keys in between have moved or are gone
        PerStage<IndexSet> rows{};      ///< the rows that become stale in the stages of the layer
        std::vector<Stale> ofHeads{};
        std::vector<bool> isEdited{}; ///< for each head: it has other weights than before, or is new
    };
    void matchHeads(Change& change, std::vector<HeadUpdate>& updates);
    void move(const Frozen<RowMap>& queries, const Frozen<RowMap>& keys);
    /// Returns the rows of an operation's result that become stale, of the layer or of a head.
    IndexSet staleRows(const Op& op, std::size_t head, const Change& change) const;
    /// Returns true if all rows become stale, whatever happens to the inputs.
    bool areAllStale(const Op& op, std::size_t head, const Change& change) const;
    IndexSet rowsThatRead(const IndexSet& keys, const Change& change) const;
    std::optional<RulePart> changedRule(const LayerNow& now) const;

    Program program_;
    Frozen<LayerWeights> weights_ = LayerWeights();
    ScoreRule rule_;
    PerStage<FrozenMatrix> host_;
    PerStage<Stamp> below_{};
    std::vector<Head> heads_;
    PerStage<IndexSet> stale_;
    PerStage<Stamp> stamps_{};
    RowChange resultChange_;
};

} // namespace headlight
