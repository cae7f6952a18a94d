#pragma once

#include "attention/RowKind.h"
#include "engine/Demand.h"
#include "session/Mask.h"
#include "session/parameters.h"

#include <variant>
#include <vector>

namespace headlight {

/// The address of an entry of a parameter. For X and X_kv, `row` is the index of the token.
struct ParameterCell {
    Parameter parameter = Parameter::X;
    int layer = 0, head = 0, row = 0, col = 0;
    friend bool operator==(const ParameterCell&, const ParameterCell&) = default;
};

/// The address of a number; std::monostate (nowhere) for a constant.
using Address = std::variant<std::monostate, CellRef, ParameterCell>;

/// A number that another one is made of.
struct Operand {
    Address at;
    float value = 0; ///< the number at that address
    bool isSomewhere() const { return at.index() != 0; }
    friend bool operator==(const Operand&, const Operand&);
};

/// One line of a calculation.
struct Term {
    Operand a, b;          ///< b is nowhere if the rule has no second number, or does not need it
    double value = 0;      ///< what it adds, see Rule; 0 if it is masked
    double total = 0;      ///< the sum of the values up to this one
    bool isMasked = false; ///< hidden, dropped or of a head that is off: it adds nothing, even if a or b is NaN
    friend bool operator==(const Term&, const Term&);
};

/// The rule by which a number follows from its terms. `value` is what a term adds; "value alone" is that of the term at
/// the column of the number.
enum class Rule : unsigned char {
    None,      ///< unknown: the stage is not explained
    Copy,      ///< a, the only term; -inf if it is hidden
    Embedding, ///< a, the only term, from a row of the embedding table
    Sinusoid,  ///< the sine (of an odd column the cosine) of row / period; no terms
    Sum,       ///< sum of values; value = a
    Products,  ///< sum of values + bias; value = a b, without b it is a
    Scaled,    ///< a * factor: the only term
    Softmax,   ///< value alone / sum; value = exp(exponent() - max). 0 if the number is hidden
    Share,     ///< value alone / sum; value = a. 0 if the number is hidden
    Dropout,   ///< a * factor: the only term, masked if it is dropped or hidden: 0
    Norm,      ///< (value alone - mean) / sqrt(variance + eps) * gain + bias; value = a, or a + b rounded to float32
    Rollout, ///< also of a mean of the heads: sum of values; value = factor * a b (a weight of one head times a rollout
             ///< of the layer below; in the first layer without b). A term whose a is nowhere is the identity's share:
             ///< a b, without b it is a
};

/// The explanation of one number, one step back: the numbers that it is computed from, with their addresses. Complete,
/// whatever the size: O(N), O(d) or (rollout) O(heads N) terms. Operands and the result are the float32 numbers of the
/// maps and the session; the rest is computed from them in double. The terms of weights and of a context have the order
/// of the keys, those of a norm the order of the columns. A value type.
struct Explanation {
    CellRef of;
    Rule rule = Rule::None;
    std::vector<Term> terms;
    float result = 0;
    double factor = 1;       ///< Scaled, Softmax: scale / temperature; Dropout: 1 / (1 - rate); Rollout: share / heads
    double period = 1;       ///< Sinusoid: 10000^(2i/d)
    double max = 0, sum = 0; ///< Softmax: the largest exponent, Share: the largest a that counts; the sum of the values
    double mean = 0, variance = 0, eps = 0; ///< Norm
    Operand gain, bias;                     ///< Norm, Products
    RowKind kind = RowKind::Plain;          ///< for weights, masked and dropped ones too: the kind of the row
    HiddenBy hiddenBy;                      ///< for masked scores, weights, dropped weights: what hides the number
    int tableRow = -1;                      ///< Embedding: the row of the table
    std::vector<int> sharedWith;            ///< Embedding: indices of the other tokens with that row, ascending
    /// Returns the exponent of a Softmax term: the scaled score a, or b factor if only a is not finite.
    double exponent(const Term& term) const {
        const auto a = static_cast<double>(term.a.value), b = static_cast<double>(term.b.value);
        return term.b.isSomewhere() ? b * factor : a;
    }
    /// Compares floats bit by bit and doubles by value; all NaNs are equal.
    friend bool operator==(const Explanation&, const Explanation&);
};

} // namespace headlight
