#pragma once

#include "attention/stages.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

namespace headlight {

/// A list of at most N items, without memory of its own.
template <class T, std::size_t N>
class Few {
public:
    constexpr Few() = default;
    constexpr Few(std::initializer_list<T> items) {
        for (const T& item : items) add(item);
    }
    constexpr void add(const T& item) { items_.at(count_++) = item; }
    constexpr const T* begin() const { return items_.data(); }
    constexpr const T* end() const { return items_.data() + count_; }
    constexpr std::size_t size() const { return count_; }
    constexpr const T& operator[](std::size_t i) const { return items_.at(i < count_ ? i : N); } // N throws
    friend bool operator==(const Few&, const Few&) = default;

private:
    std::array<T, N> items_{};
    unsigned char count_ = 0;
};

/// One operation of a layer: how a stage is computed from stages before it. If the stage is of a head, it is carried
/// out for each head. a, b and c are its inputs.
struct Op {
    enum class Kind : unsigned char {
        Lookup,       ///< the row of each token in the table of embeddings
        Positions,    ///< the row of each position: a sinusoid, or of a table
        Given,        ///< the numbers of a parameter
        Copy,         ///< a
        Sum,          ///< a + b
        Affine,       ///< a W + bias; without W the identity, without bias zero
        Norm,         ///< the layer norm of a, or of a + b
        Scores,       ///< a bᵀ
        Scale,        ///< a times ScoreRule::factor
        Mask,         ///< a, and minus infinity where the mask hides the key
        SoftmaxOfAll, ///< the softmax of a over all keys, and then 0 where the mask hides the key
        Softmax,      ///< the softmax of a over the keys that the mask leaves; of b, the scores, where a is infinite
        Shares,       ///< a divided by its sum over the keys that the mask leaves
        Renormalise,  ///< c divided by the sum of its row: computed as the Softmax, which loses no digits
        Dropout,      ///< a divided by the share that is kept, and 0 where it is dropped
        WeightedSum,  ///< a b; 0 in a head that is off
        Beside,       ///< a of all heads, side by side
        Rest,         ///< a divided by the sum of its row without the first key, which is masked; 0 if the sum is 0
        Mean,         ///< the mean of a over the heads that are on
        Rollout       ///< (share A + (1 - share) I) R: A is the Mean of a, R the same stage of the
                      ///< layer below
    };
    Kind kind = Kind::Copy;
    Stage result = Stage::End;
    Few<Stage, 3> inputs{};
    Few<Parameter, 2> parameters{}; ///< weight and bias, or gain and bias; a head or layer may be without them
    bool isFromBelow = false;       ///< it is a copy of a stage of the layer below
    friend bool operator==(const Op&, const Op&) = default;
};

/// A layer as the operations that compute it, in the order of Stage. A value without memory of its own.
class Program {
public:
    void add(const Op& op);
    const Op* begin() const { return ops_.begin(); }
    const Op* end() const { return ops_.end(); }
    const Op* find(Stage result) const; ///< null: the layer does not have the stage
    bool has(Op::Kind) const;
    const Op* findFirst(Op::Kind) const; ///< null: there is none
    const Op& firstOf(Op::Kind) const;   ///< there must be one
    /// Returns the operation whose result is a row of numbers for each query, from which all maps of the head follow:
    /// Scores, or scores or weights that are given.
    const Op& scored() const;
    /// Returns the stage of the layer below that the layer reads; End: it is the first one.
    Stage readFromBelow() const {
        const Op* x = find(Stage::X);
        return x && x->isFromBelow ? x->inputs[0] : Stage::End;
    }
    Stage weights() const; ///< the stage of the weights before dropout
    Stage result() const;  ///< the last stage that is not aside, which the layer above reads
    /// Return the operations up to X and X_kv, and those after them, which a backend carries out.
    std::span<const Op> inputs() const { return {begin(), inputCount_}; }
    std::span<const Op> behindInputs() const { return {begin() + inputCount_, end()}; }
    friend bool operator==(const Program&, const Program&) = default;

private:
    Few<Op, static_cast<std::size_t>(Stage::End)> ops_;
    std::size_t inputCount_ = 0;
};

/// The parts of a session around a layer that decide about its operations.
struct Surroundings {
    Stage below = Stage::End; ///< the result of the layer below; End: it is the first layer
    bool hasPositions = false, hasSecondSentence = false, hasRollouts = false;
    bool hasMeans = false;      ///< of layers with several heads
    bool isSecondBelow = false; ///< a layer below has X_kv, too
};

Program programOf(const Session&, int layer);
Program programOf(const LayerWeights&, const ScoreRule&, const Surroundings&);

/// Returns the first layer that has the stage: the one that shows a stage of the model. 0, if none has it.
int firstLayerWith(Stage, const Session&);

/// Returns true if scores and weights come from X and X_kv by exactly the operations that sensitivity() and pull()
/// know.
bool hasKnownScores(const Program&);

} // namespace headlight
