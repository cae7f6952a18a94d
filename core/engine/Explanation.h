#pragma once

#include "attention/RowKind.h"
#include "engine/Demand.h"
#include "session/Mask.h"
#include "session/parameters.h"

#include <variant>
#include <vector>

namespace headlight {

/// The address of an entry of a parameter. Of X and X_kv, `row` is the place of the token.
struct ParameterCell {
    Parameter parameter = Parameter::X;
    int layer = 0, head = 0, row = 0, col = 0;
    friend bool operator==(const ParameterCell&, const ParameterCell&) = default;
};

/// Where a number stands; nowhere if it is a constant.
using Address = std::variant<std::monostate, CellRef, ParameterCell>;

/// A number that another one is made of.
struct Operand {
    Address at;
    float value = 0; ///< the very number of that place
    bool isSomewhere() const { return at.index() != 0; }
    friend bool operator==(const Operand&, const Operand&);
};

/// One line of a calculation.
struct Term {
    Operand a, b;          ///< b is nowhere if the rule has no second number, or does not need it
    double value = 0;      ///< what it adds, see Rule; 0 if it is masked
    double total = 0;      ///< the sum of the values up to this one
    bool isMasked = false; ///< hidden or dropped: it adds nothing, even if a or b is NaN
    friend bool operator==(const Term&, const Term&);
};

/// How a number is made of its terms. `value` is what a term adds; "alone" is the term at the number's own column.
enum class Rule : unsigned char {
    None,      ///< unknown: the stage is not explained
    Copy,      ///< a: the only term. If it is masked, it is hidden: -inf
    Embedding, ///< likewise, from a row of the embedding table
    Sinusoid,  ///< the sine (of an odd column the cosine) of row / period; no terms
    Sum,       ///< sum of values; value = a
    Products,  ///< sum of values + bias; value = a b, without b it is a
    Scaled,    ///< a * factor: the only term
    Softmax,   ///< value alone / sum; value = exp(exponent() - max). 0 if the number is hidden
    Share,     ///< value alone / sum; value = a. 0 if the number is hidden
    Dropout,   ///< a * factor: the only term, masked if it is dropped or hidden: 0
    Norm,      ///< (value alone - mean) / sqrt(variance + eps) * gain + bias; value = a, or a + b rounded to float32
    Rollout,   ///< sum of values; value = factor * a b (a weight of one head times a rollout of the layer below; in the
               ///< first layer without b). A term whose a is nowhere is the identity's share: a b, without b it is a
};

/// How one number came to be, one step back: the numbers it is made of, with their addresses. Complete, whatever the
/// size: O(N), O(d) or (rollout) O(heads N) terms. Operands and the result are the float32 numbers of the maps and the
/// session; all else is computed from them in double. The terms of weights and of a context stand in the order of the
/// keys, those of a norm in that of the columns. A value.
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
    RowKind kind = RowKind::Plain;          ///< weights, masked or dropped ones too: why the row has none
    HiddenBy hiddenBy;                      ///< masked scores, weights, dropped weights: what hides the number
    int tableRow = -1;                      ///< Embedding: of the table
    std::vector<int> sharedWith;            ///< Embedding: places of the other tokens with that row, ascending
    /// Softmax: the scaled score a; where that is beyond float32 and b factor is not beyond double, that product.
    double exponent(const Term& term) const {
        const auto a = static_cast<double>(term.a.value), b = static_cast<double>(term.b.value);
        return term.b.isSomewhere() ? b * factor : a;
    }
    /// The same, bit by bit but for NaN.
    friend bool operator==(const Explanation&, const Explanation&);
};

} // namespace headlight
