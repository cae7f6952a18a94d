#pragma once
// Compares a trace with the formulas in double precision: how far each stage is from them, and where.

#include "attention/formulas.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace headlight::testing {

/// The distance of one stage of a trace from the formulas in double precision, over all heads.
struct StageDifference {
    std::string stage;    ///< "Q" ... "context" (stages.h), "concat", "output"
    double largest = 0;   ///< largest absolute difference; infinity where only one of the two is NaN or infinite
    double magnitude = 0; ///< largest finite magnitude of the reference, to judge the difference by
    int head = -1;        ///< where it is (from 0); -1 if the stage is no head's
    Index row = 0, col = 0;
};

/// Returns how far `value` is from what the formulas give in double. Beyond float32, infinity is right.
inline double distance(double value, double expected) {
    if (std::abs(expected) > static_cast<double>(std::numeric_limits<float>::max()))
        expected = std::copysign(std::numeric_limits<double>::infinity(), expected);
    if (value == expected || (std::isnan(value) && std::isnan(expected))) return 0;
    if (!std::isfinite(value) || !std::isfinite(expected)) return std::numeric_limits<double>::infinity();
    return std::abs(value - expected);
}

inline void compare(StageDifference& difference, int head, const Matrix& values, const MatrixD& expected) {
    for (Index row = 0; row < expected.rows(); ++row) {
        for (Index col = 0; col < expected.cols(); ++col) {
            const double d = distance(static_cast<double>(values(row, col)), expected(row, col));
            if (std::isfinite(expected(row, col)))
                difference.magnitude = std::max(difference.magnitude, std::abs(expected(row, col)));
            if (d <= difference.largest) continue;
            difference.largest = d;
            difference.head = head;
            difference.row = row;
            difference.col = col;
        }
    }
}

/// Returns one entry per stage, in the order of stages(). `trace` must be of this session's layer.
inline std::vector<StageDifference> compareWithReference(const Session& session, const Trace& trace, int layer = 0) {
    const ReferenceTrace expected = reference(session, layer);
    std::vector<StageDifference> differences;
    for (const StageInfo& info : stages()) {
        if (info.stage <= Stage::XKv) continue; // the input, which is the same in both
        const auto& values = trace.all(info.stage);
        const auto& wanted = expected.all(info.stage);
        if (wanted.empty()) continue;
        StageDifference& difference = differences.emplace_back(StageDifference{info.id, 0, 0, -1, 0, 0});
        for (std::size_t h = 0; h < wanted.size(); ++h)
            compare(difference, info.scope == Scope::Head ? static_cast<int>(h) : -1, values.at(h), wanted[h]);
    }
    return differences;
}

} // namespace headlight::testing
