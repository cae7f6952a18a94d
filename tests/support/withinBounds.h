#pragma once
// Compares traces with the formulas in double: every number must be within the bounds of floatBounds.h.

#include "support/floatBounds.h"

#include <array>
#include <string>
#include <vector>

namespace headlight::testing {

/// The number of cells that were compared, and of those that are equal or whose bound is at most a thousandth.
struct Compared {
    double cells = 0, close = 0;
    double share() const { return close / cells; }
};

inline std::string compare(const std::string& stage, const Matrix& values, const MatrixD& expected,
                           const MatrixD& bound, Compared& compared) {
    if (values.rows() != expected.rows() || values.cols() != expected.cols()) return stage + ": size";
    if (bound.rows() != expected.rows() || bound.cols() != expected.cols()) return stage + ": size of the bound";
    for (Index i = 0; i < expected.size(); ++i) {
        const double value = values.data()[i], truth = expected.data()[i], maxDifference = bound.data()[i];
        compared.cells += 1;
        const bool isSame = value == truth || (std::isnan(value) && std::isnan(truth));
        if (isSame) compared.close += 1;
        if (isSame || !std::isfinite(maxDifference)) continue;
        if (!(std::abs(value - truth) <= maxDifference))
            return stage + " " + std::to_string(i) + ": " + shortest(value) + ", not " + shortest(truth) + " within " +
                   shortest(maxDifference);
        compared.close += maxDifference <= 1e-3 * std::max(1.0, std::abs(truth)) ? 1 : 0;
    }
    return {};
}

/// Compares every stage of a layer. Returns nothing, or the first number that is too far off.
inline std::string compareLayer(const Trace& trace, const ReferenceTrace& expected, const FloatBounds& bounds,
                                Compared& compared) {
    for (const StageInfo& info : stages()) {
        if (!bounds.has(info.stage) || (info.isOfModel && !trace.has(info.stage))) continue; // traced in layer 1 only
        if (!trace.has(info.stage)) return std::string(info.id) + " is missing";
        for (std::size_t h = 0; h < expected.all(info.stage).size(); ++h) {
            const std::string text = compare(info.id, trace(info.stage, h), expected(info.stage, h),
                                             bounds(info.stage, h), compared);
            if (!text.empty()) return text;
        }
    }
    return {};
}

inline MatrixD zeros(const MatrixD& like) { return MatrixD::Zero(like.rows(), like.cols()); }

/// Compares each layer twice: with the errors of the layers below, and, with tighter bounds, from the input that it
/// had.
struct WithinBounds {
    Precision precision{};
    std::array<Compared, 3> carried{}, alone{}; ///< one for each layer

    /// Returns nothing, or the first number that is too far off. `traces` are those of all layers.
    std::string operator()(const Session& session, const std::vector<Trace>& traces) {
        MatrixD input = FloatBounds::ofInput(session.text, session.positions), keys;
        if (session.source) keys = FloatBounds::ofInput(*session.source, session.positions);
        std::vector<ReferenceTrace> expected;
        std::vector<FloatBounds> bounds;
        bounds.reserve(traces.size());
        for (std::size_t l = 0; l < traces.size(); ++l) {
            const LayerWeights layer = weightsOf(session.layers[l]);
            const ScoreRule rule = ruleOf(session.layers[l], sizesOf(session, static_cast<int>(l)));
            expected.push_back(reference(session, static_cast<int>(l)));
            bounds.emplace_back(expected[l], layer, rule, input, keys,
                                l > 0 ? std::pair(&expected[l - 1], &bounds[l - 1]) : FloatBounds::Below{}, precision);
            std::string text = compareLayer(traces[l], expected[l], bounds[l], carried[l]);
            if (!text.empty()) return "layer " + std::to_string(l + 1) + ", " + text;
            const Program program = programOf(session, static_cast<int>(l));
            if (program.find(Stage::V)) input = bounds[l](program.result());
            if (!traces[l].has(Stage::X)) continue; // it starts with given stages

            const MatrixD x = traces[l](Stage::X).cast<double>();
            if (session.source && !traces[0].has(Stage::XKv)) continue; // as the first layer does
            const MatrixD xKv = session.source ? MatrixD(traces[0](Stage::XKv).cast<double>()) : MatrixD();
            const ReferenceTrace own = referenceOf(layer, rule, x, session.source ? &xKv : nullptr);
            text = compareLayer(traces[l], own, {own, layer, rule, zeros(x), zeros(xKv), {}, precision}, alone[l]);
            if (!text.empty()) return "layer " + std::to_string(l + 1) + " alone, " + text;
        }
        return {};
    }
};

} // namespace headlight::testing
