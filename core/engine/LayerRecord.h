#pragma once

#include "attention/stages.h"
#include "backend/Backend.h"
#include "engine/Plan.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// A number that changes whenever a stage's values may have changed, and is never used twice.
using Stamp = std::uint64_t;

/// What has happened to the rows of an input: how they moved, and which have changed, new ones among them.
struct RowChange {
    Frozen<RowMap> moved; ///< null: every row is where it was
    IndexSet rows;
};

/// A layer as it is now.
struct LayerNow {
    int number = 0; ///< in its session, from 0
    Frozen<LayerWeights> weights;
    ScoreRule rule;
    Index queryCount = 0;
    LayerInput queries, keys;            ///< X, X_kv
    RowChange queriesChange, keysChange; ///< since the layer was told of them last
    PerStage<FrozenMatrix> host;         ///< embeddings and positions, of the first layer
    PerStage<Stamp> below{};             ///< stamps of the layer below
};

/// What a layer of the backend has been told, and of each stage the rows that are stale: not yet computed for that.
/// A value: an update follows from the record and from what is now, and from nothing else.
class LayerRecord {
public:
    LayerRecord();
    /// Takes over what is now: rows that this changes become stale. The update names nothing to be computed yet.
    LayerUpdate follow(const LayerNow& now, Stamp& clock);
    /// Names in the update what is stale of the stages that are wanted, and which scores are to be dropped.
    void want(const LayerPlan& plan, LayerUpdate& update);
    /// The update has been carried out: what it named is not stale any more.
    void settle(const LayerUpdate& update);

    Stamp stamp(Stage stage, int head) const;
    const PerStage<Stamp>& stamps() const { return stamps_; } ///< of the stages that the layer has one of
    /// Rows of the result that changed since this was asked last: what the layer above has not been told.
    RowChange takeResultChange() { return std::exchange(resultChange_, {}); }

private:
    struct Head {
        Head();
        void dropScores();
        int place = -1;         ///< its index in weights_
        bool hasScores = false; ///< the backend may have them: a run that was to drop them may have been stopped
        bool isRuleNew = true;  ///< since what is known of the rows of the scores was computed
        PerStage<IndexSet> stale;
        IndexSet staleColumns; ///< of Scores
        PerStage<Stamp> stamps{};
    };
    /// What follow() finds out.
    struct Change {
        const LayerNow& now;
        std::optional<RulePart> rule{}; ///< the first part of the rule that differs
        bool areInputsOther = false;    ///< the heads read another stage than before
        bool areHeadsOther = false;     ///< heads came, went or changed places
        Index firstKey = 0, endKey = 0; ///< keys in between have moved or are gone
        PerStage<IndexSet> rows{};      ///< of each stage, that become stale
        std::vector<PerStage<IndexSet>> ofHeads{};
        std::vector<bool> isEdited{}; ///< of each head: it has other weights than before, or is new
    };
    void matchHeads(Change& change, std::vector<HeadUpdate>& updates);
    void move(const Frozen<RowMap>& queries, const Frozen<RowMap>& keys);
    /// Rows of a stage of the layer, or of a head, that become stale.
    IndexSet changedRows(const StageInfo& info, std::size_t head, const Change& change) const;
    IndexSet changedBy(const Source& source, const StageInfo& info, std::size_t head, const Change& change) const;
    std::optional<RulePart> changedRule(const LayerNow& now) const;

    Frozen<LayerWeights> weights_ = LayerWeights();
    ScoreRule rule_;
    bool hasKeys_ = false; ///< X_kv is another input than X
    PerStage<FrozenMatrix> host_;
    PerStage<Stamp> below_{};
    std::vector<Head> heads_;
    PerStage<IndexSet> stale_;
    PerStage<Stamp> stamps_{};
    RowChange resultChange_;
};

} // namespace headlight
