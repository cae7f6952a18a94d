#pragma once

#include "engine/Plan.h"

#include <vector>

namespace headlight {

/// One operation on the way from the embeddings of a sentence to what a layer makes of one query.
struct Step {
    enum class Part : unsigned char {
        All,          ///< of the stage at once
        Key,          ///< one score; one weighted value that is added to the context
        Exponentials, ///< of a softmax
        Sum,          ///< of these, or of what stands in their place
        Quotients,    ///< by that sum
    };
    Stage stage = Stage::Embeddings;
    Part part = Part::All;
    int key = 0; ///< from 0; 0 unless the part is Key
    friend auto operator<=>(const Step&, const Step&) = default;
};

/// Some cells of a stage. `head` is 0 for stages of the layer.
struct Block {
    Stage stage = Stage::X;
    int head = 0;
    Region cells;
    friend bool operator==(const Block&, const Block&) = default;
};

/// The computation of one query by one head of a layer, one operation at a time, in the order of stages(): all stages
/// that the layer has but rollouts. What keys and values need is computed for all tokens, all else for the query alone.
/// A value; there are such a layer, head and query, or it has no steps.
class Walk {
public:
    /// `key`: whose row the examples of keys and values are.
    Walk(const Session& session, int layer, int head, int query, int key = 0);

    int count() const { return count_; }
    Step at(int index) const; ///< 0 to count() - 1
    /// Of the step; if there is no such step (any more), of the last one before it, or the first.
    int indexOf(const Step&) const;

    // Of a step of this walk.

    Block makes(const Step&) const;                   ///< of a part of a stage, what it works towards
    std::vector<Block> reads(const Step&) const;      ///< of this layer
    Region blank(const Step&, Stage, int head) const; ///< what of a stage is not yet computed after it; empty: nothing
    /// Numbers that say what it does: at most `most`, of one row that it makes, or the one for its key.
    std::vector<CellRef> examples(const Step&, int most) const;

private:
    struct Phase { ///< steps that differ in their key alone
        Stage stage;
        Step::Part part;
        int first, count;
    };
    Block all(Stage) const;

    std::vector<Phase> phases_;
    Shape shape_;
    int layer_, head_, query_, key_;
    bool addsInput_;
    int count_ = 0;
};

} // namespace headlight
