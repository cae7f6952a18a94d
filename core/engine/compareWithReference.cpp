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
    const double n = s.tokens, m = s.keyTokens;
    const double head = 3 * n * m + n * s.dk + m * s.dk + m * s.dv + n * s.dv;
    // x of both sentences, the contexts side by side, the output; and one head's mask, a byte a cell
    const double shared = n * s.d + m * s.dContext + n * s.heads * s.dv + n * s.dOut + n * m / 8;
    const double bytes = sizeof(double) * (s.heads * head + shared);
    if (bytes <= kBudget) return {};
    return "This layer is too large to be compared with the formulas: in double precision it would take " +
           gigabytes(bytes) + " of memory, more than the " + gigabytes(kBudget) +
           " that are possible. Shorten the sentence or remove heads.";
}

std::vector<StageDifference> compareWithReference(const Session& session, const Trace& trace, int layer) {
    if (whyNotCompared(session, layer)) return {};
    const ReferenceTrace expected = reference(session, layer);
    std::vector<StageDifference> differences;
    const auto add = [&](const char* stage) -> StageDifference& {
        differences.push_back({stage, 0, 0, -1, 0, 0});
        return differences.back();
    };
    const auto perHead = [&](const char* stage, auto value, auto reference) {
        StageDifference& difference = add(stage);
        for (std::size_t h = 0; h < expected.heads.size(); ++h)
            compare(difference, static_cast<int>(h), trace.heads[h].*value, expected.heads[h].*reference);
    };
    perHead("Q", &HeadTrace::q, &ReferenceHead::q);
    perHead("K", &HeadTrace::k, &ReferenceHead::k);
    perHead("V", &HeadTrace::v, &ReferenceHead::v);
    perHead("scores", &HeadTrace::scores, &ReferenceHead::scores);
    perHead("scaled", &HeadTrace::scaled, &ReferenceHead::scaled);
    perHead("weights", &HeadTrace::weights, &ReferenceHead::weights);
    perHead("context", &HeadTrace::context, &ReferenceHead::context);
    compare(add("concat"), -1, trace.concat, expected.concat);
    if (expected.output.size() > 0) compare(add("output"), -1, trace.output, expected.output);
    return differences;
}

} // namespace headlight
