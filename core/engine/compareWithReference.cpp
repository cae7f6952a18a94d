#include "engine/compareWithReference.h"

#include "attention/formulas.h"
#include "engine/EngineState.h"

#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// `expected` is what the formulas give in double; where that is more than float32 can hold, infinity is right.
double distance(double value, double expected) {
    if (std::abs(expected) > static_cast<double>(std::numeric_limits<float>::max()))
        expected = std::copysign(std::numeric_limits<double>::infinity(), expected);
    if (value == expected || (std::isnan(value) && std::isnan(expected))) return 0;
    if (!std::isfinite(value) || !std::isfinite(expected)) return std::numeric_limits<double>::infinity();
    return std::abs(value - expected);
}

void compare(StageDifference& difference, int head, const Matrix& values, const MatrixD& expected) {
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

} // namespace

std::optional<std::string> whyNotCompared(const Session& session, int layer) {
    constexpr double kBudget = 4.0 * 1024 * 1024 * 1024;
    const Sizes s = sizesOf(session, layer);
    const double mask = static_cast<double>(s.tokens) * s.keyTokens; // a byte a cell
    const double bytes = sizeof(double) * numbersOf(session, layer) + mask;
    if (bytes <= kBudget) return {};
    return "This layer is too large to be compared with the formulas: in double precision it would take " +
           gigabytes(bytes) + " of memory, more than the " + gigabytes(kBudget) +
           " that are possible. Shorten the sentence or remove heads.";
}

std::vector<StageDifference> compareWithReference(const Session& session, const Trace& trace, int layer) {
    if (whyNotCompared(session, layer)) return {};
    const ReferenceTrace expected = reference(session, layer);
    std::vector<StageDifference> differences;
    for (const StageInfo& info : stages()) {
        if (info.isInput()) continue; // what both begin with
        const auto& values = trace.all(info.stage);
        const auto& wanted = expected.all(info.stage);
        if (wanted.empty()) continue;
        StageDifference& difference = differences.emplace_back(StageDifference{info.id, 0, 0, -1, 0, 0});
        for (std::size_t h = 0; h < wanted.size(); ++h)
            compare(difference, info.scope == Scope::Head ? static_cast<int>(h) : -1, values.at(h), wanted[h]);
    }
    return differences;
}

} // namespace headlight
