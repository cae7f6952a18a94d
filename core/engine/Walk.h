#pragma once

#include "engine/Plan.h"

#include <vector>

namespace headlight {

/// One operation on the way from the embeddings of a sentence to the result of a layer for one query.
struct Step {
    enum class Part : unsigned char {
        All,          ///< the whole stage at once
        Key,          ///< one score; one weighted value that is added to the context
        Exponentials, ///< the exponentials of a softmax
        Sum,          ///< the sum of these, or of the numbers in their place
        Quotients,    ///< the quotients of these numbers and the sum
    };
    Stage stage{};
    Part part = Part::All;
    int key = 0; ///< from 0; 0 unless the part is Key
    friend auto operator<=>(const Step&, const Step&) = default;
};

/// Some cells of a stage. `head` is 0 for stages of the layer.
struct StageCells {
    Stage stage{};
    int head = 0;
    Region cells;
    friend bool operator==(const StageCells&, const StageCells&) = default;
};

/// The computation of one query by one head of a layer, one operation at a time, in the order of stages(): all stages
/// that the layer has, except rollouts. Stages that keys and values need are computed for all tokens, the rest for the
/// query alone. A value type. The layer must exist; if head or query does not, there are no steps.
class Walk {
public:
    /// `key`: the token whose rows are the examples of keys and values.
    Walk(Shape shape, int layer, int head, int query, int key = 0);
    Walk(const Session& session, int layer, int head, int query, int key = 0)
        : Walk(shapeOf(session), layer, head, query, key) {}

    /// Returns the operations of its layer.
    const Program& program() const { return shape_.layers[static_cast<std::size_t>(layer_)].program; }
    int count() const { return count_; }
    Step at(int index) const; ///< `index`: 0 to count() - 1
    /// Returns the index of the step; if there is no such step (any more), of the last one before it, or of the first.
    int indexOf(const Step&) const;

    // These take a step of this walk.

    StageCells makes(const Step&) const; ///< returns what it computes; for a part of a stage, what all parts compute
    std::vector<StageCells> reads(const Step&) const; ///< returns what it reads of this layer
    Region blank(const Step&, Stage, int head) const; ///< returns the cells that are not computed yet after it
    /// Returns numbers that say what it does: at most `maxCount`, of one row that it makes, or the one for its key.
    std::vector<CellRef> examples(const Step&, int maxCount) const;

private:
    struct Phase { ///< steps that differ in their key alone
        Stage stage;
        Step::Part part;
        int first, count;
    };
    StageCells all(Stage) const;
    Op::Kind kindOf(Stage stage) const { return program().find(stage)->kind; }

    std::vector<Phase> phases_;
    Shape shape_;
    int layer_, head_, query_, key_;
    int count_ = 0;
};

} // namespace headlight
