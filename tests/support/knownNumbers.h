#pragma once
// The numbers that the formulas give for a layer, and how far float32 may be from them.

#include "support/floatBounds.h"
#include "support/printedMath.h"

#include <utility>
#include <vector>

namespace headlight::testing {

class KnownNumbers {
public:
    KnownNumbers(const Session& session, int layer) {
        MatrixD input = FloatBounds::ofInput(session.text, session.positions), keys;
        if (session.source) keys = FloatBounds::ofInput(*session.source, session.positions);
        std::vector<ReferenceTrace> numbers;
        std::vector<FloatBounds> bounds;
        for (int l = 0; l <= layer; ++l) {
            numbers.push_back(reference(session, l));
            const Layer& one = layerAt(session, l);
            bounds.emplace_back(numbers.back(), weightsOf(one), ruleOf(one, sizesOf(session, l)), input, keys,
                                l > 0 ? std::pair(&numbers.end()[-2], &bounds.back()) : FloatBounds::Below{});
            if (numbers.back().has(Stage::V)) input = bounds.back()(programOf(session, l).result());
        }
        numbers_ = std::move(numbers.back());
        bounds_ = std::move(bounds.back());
    }

    bool has(Stage stage) const { return numbers_.has(stage); }
    Index cols(Stage stage) const { return numbers_(stage).cols(); }
    /// Returns a number and its range. `head` is ignored for stages that are not a head's.
    Meant operator()(Stage stage, int head, Index row, Index col) const {
        return off(stage, head, row, col, numbers_(stage, headOf(stage, head))(row, col));
    }
    /// Returns `value` with the range of the number at this place. Inputs are rounded once.
    Meant off(Stage stage, int head, Index row, Index col, double value) const {
        const double tolerance = bounds_.has(stage) ? bounds_(stage, headOf(stage, head))(row, col)
                                                    : FloatBounds::kU * std::abs(value);
        if (std::isnan(tolerance) || std::isinf(tolerance)) return {value, -INFINITY, INFINITY}; // nothing is promised
        return {value, value - tolerance, value + tolerance};
    }

private:
    static std::size_t headOf(Stage stage, int head) {
        return infoOf(stage).scope == Scope::Head ? static_cast<std::size_t>(head) : 0;
    }
    ReferenceTrace numbers_;
    LayerStages<MatrixD> bounds_;
};

} // namespace headlight::testing
