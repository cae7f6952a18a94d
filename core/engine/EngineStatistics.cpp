#include "base/parallel.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <span>
#include <utility>

namespace headlight {
namespace {

constexpr Index kWeightsOfStrip = 1 << 19, kStatisticsRows = 16;
constexpr double kOfWeight = 16; ///< the work of a weight in multiplications; most of it is a logarithm

/// Reads the weights in strips of rows, and calls `watch` before each. If stopped, `statistics` has only some rows.
Result<Ran> takeRows(LayerState& layer, Backend& backend, WeightKind kind, Stage weights, const Watch& watch,
                     HeadStatistics& statistics) {
    const Index rows = layer.sizes().tokens, keys = layer.sizes().keyTokens;
    const Index maxRows = std::max<Index>(1, kWeightsOfStrip / std::max<Index>(1, keys));
    for (Index first = 0; first < rows; first += maxRows) {
        if (!shouldContinue(watch, static_cast<double>(first) / static_cast<double>(rows))) return Ran::Stopped;
        const Read read{
            Read::What::Rows, weights, statistics.of.head, {first, 0, std::min(maxRows, rows - first), 0, 0, 0}, {}};
        Answer answer;
        auto ran = layer.read({&read, 1}, {&answer, 1});
        if (ran) ran = backend.finish({});
        if (!ran) return ran;
        const Matrix& strip = answer.values;
        statistics.rows.resize(static_cast<std::size_t>(first + strip.rows()));
        inParallel(strip.rows(), kStatisticsRows, kOfWeight * static_cast<double>(strip.size()),
                   [&](Index begin, Index end) {
                       for (Index row = begin; row < end; ++row)
                           statistics.rows[static_cast<std::size_t>(first + row)] = rowStatistics(
                               {strip.data() + row * keys, static_cast<std::size_t>(keys)}, first + row, kind);
                   });
    }
    return Ran::Done;
}

} // namespace

Result<Ran> Engine::State::takeStatistics(Frame& frame, const Watch& watch) {
    std::vector<ShownStatistics> now;
    for (const StatisticsDemand& demand : frame.demand.statistics) {
        ShownStatistics& shown = now.emplace_back();
        const bool isKnown = demand.state >= 0 && demand.state < static_cast<int>(stacks.size());
        if (!isKnown || !stackOf(demand.state).shape.hasHead(demand.layer, demand.head)) continue;
        const Session& session = sessionOf(frame, demand.state);
        LayerState& layer = layerOf(demand.state, demand.layer);
        const Stage weights = layer.program().weights();
        shown.stamp = layer.stamp(weights, demand.head);
        shown.tokens = session.text.tokens;
        const auto before = std::ranges::find_if(statistics, [&](const ShownStatistics& one) {
            return one.stamp == shown.stamp && one.tokens == shown.tokens && one.statistics &&
                   one.statistics->of == demand;
        });
        if (before != statistics.end()) {
            shown.statistics = before->statistics;
            continue;
        }
        HeadStatistics made{demand, {}, {}};
        const WeightKind kind{layer.rule().normalisation == Normalisation::Softmax || layer.rule().areGiven,
                              session.source ? std::span<const int>() : session.text.tokens->ids};
        const double part = 1.0 / static_cast<double>(frame.demand.statistics.size());
        const double from = static_cast<double>(now.size() - 1) * part;
        const auto ran = takeRows(layer, *backend, kind, weights, partOf(watch, from, from + part), made);
        if (!ran || *ran == Ran::Stopped) return ran;
        for (std::size_t m = 0; m < made.means.size(); ++m) made.means[m] = meanOf(static_cast<Measure>(m), made.rows);
        shown.statistics = std::make_shared<HeadStatistics>(std::move(made));
    }
    for (const ShownStatistics& shown : now) frame.statistics.push_back(shown.statistics);
    if (!now.empty()) statistics = std::move(now);
    return Ran::Done;
}

} // namespace headlight
