#pragma once
// Sessions that are edited again and again. After each edit an engine of one backend must show what a new engine shows,
// bit for bit, and what the formulas say. Some frames are stopped; the next one is of another session.

#include "backend/checked/CheckedBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/withinBounds.h"

#include <cmath>
#include <functional>
#include <string>

namespace headlight::testing {

inline constexpr int kWalkSteps = 40;
inline constexpr double kWalkRounding = 1e-4; ///< tolerance for float32 with numbers below 100

/// The backend that is tested by walks, and its limits.
struct Walker {
    std::function<std::unique_ptr<Backend>()> make;
    Precision precision{};
    int asks = 23;                        ///< a frame asks its watch fewer times than this
    int minStopped = 5;                   ///< minimum number of the ten stoppable frames of a walk that must be stopped
    std::function<void(Session&)> tame{}; ///< removes options that the backend need not compute; null: nothing
    void limit(Session& session) const {
        if (tame) tame(session);
    }
};

inline std::unique_ptr<Backend> formulas() { return std::make_unique<ReferenceBackend>(); }

/// Returns a frame by a new engine.
inline Frame fresh(std::unique_ptr<Backend> backend, const Session& session, const Demand& demand) {
    return Engine(std::move(backend)).answer(session, demand);
}

/// Returns what is looked at anyway; in two of three steps also every stage number by number and in few pixels, and six
/// cells of each head. In the third step many stages are not wanted, and their rows become stale.
inline Demand walkDemand(const RandomEdits& edits, int step) {
    Demand demand = edits.demand;
    if (step % 3 == 1) return demand;
    for (MapDemand map : everything(edits.session).maps) {
        demand.maps.push_back(map);
        map.pixelHeight = 2, map.pixelWidth = 3;
        map.pooling = static_cast<Pooling>((step + demand.maps.size()) % 3);
        demand.maps.push_back(map);
    }
    for (int l = 0; l < static_cast<int>(edits.session.layers.size()); ++l)
        for (int h = 0; h < sizesOf(edits.session, l).heads; ++h)
            for (const int query : {0, 3})
                for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Context})
                    demand.cells.push_back(CellRef{stage, l, h, query, 1});
    return demand;
}

/// Returns the largest magnitude of all embeddings and parameters; NaN if one of them is NaN.
inline float largestIn(const Session& session) {
    float largest = 0;
    const auto look = [&](const FrozenMatrix& matrix) {
        if (!matrix || matrix->size() == 0 || std::isnan(largest)) return;
        const float here = matrix->cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
        largest = here <= largest ? largest : here;
    };
    look(session.text.embeddings.matrix());
    if (session.source) look(session.source->embeddings.matrix());
    forEachParameter(session, [&](const ParameterRef&, const ParameterValue& value) { look(value.kept); });
    return largest;
}
/// True if errors stay as small as roundings: all steps of a walk have one tolerance.
inline bool isTame(const Session& session) {
    return largestIn(session) < 10 && std::ranges::all_of(session.layers, [](const Layer& layer) {
               return layer.options.normalisation == Normalisation::Softmax && layer.options.temperature > 0.1;
           });
}

inline bool areClose(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= kWalkRounding * std::max(1.0, std::abs(b));
}
inline bool areAllClose(const Matrix& a, const Matrix& b) {
    return std::equal(a.data(), a.data() + a.size(), b.data(), b.data() + b.size(),
                      [](float x, float y) { return areClose(double(x), double(y)); });
}

/// Returns nothing, or the first difference that CheckedBackend does not see: pixels, extremes, kinds of rows, cells.
inline std::string farApart(const Frame& a, const Frame& b) {
    for (std::size_t i = 0; i < a.tiles.size(); ++i) {
        const Tile &x = *a.tiles[i], &y = *b.tiles[i];
        if (!areAllClose(x.values, y.values) || !(x.masked == y.masked)) return nameOf(x.demand) + ": values";
        if (!areClose(x.range.low, y.range.low) || !areClose(x.range.high, y.range.high))
            return nameOf(x.demand) + ": range";
        if (x.oddRows != y.oddRows) return nameOf(x.demand) + ": rows without weights";
    }
    for (std::size_t i = 0; i < a.explanations.size(); ++i) {
        if (!a.explanations[i] != !b.explanations[i]) return "cell: there in one only";
        if (!a.explanations[i]) continue;
        const Explanation &x = *a.explanations[i], &y = *b.explanations[i];
        if (x.kind != y.kind || x.terms.size() != y.terms.size()) return "cell: kind of its row";
        if (!areClose(double(x.result), double(y.result)) || !areClose(x.max, y.max) || !areClose(x.sum, y.sum))
            return "cell: number or what is known of its row";
        for (std::size_t t = 0; t < x.terms.size(); ++t)
            if (x.terms[t].isMasked != y.terms[t].isMasked || !areClose(x.terms[t].value, y.terms[t].value))
                return "cell: mask or terms";
    }
    return {};
}

inline bool isStopped(int step) { return step % 4 == 2; }
/// Stops a frame when it asks for the first time or later, depending on `step`.
inline Watch stopping(int step, int asks) {
    return [left = 1 + 7 * step % asks](double) mutable { return --left > 0; };
}

/// Returns the largest of the differences, and the remark that names its stage.
inline std::pair<double, std::string> worstOf(const std::vector<std::string>& remarks) {
    std::pair<double, std::string> worst;
    for (const std::string& remark : remarks)
        worst = std::max(worst, {std::stod(remark.substr(remark.rfind(' '))), remark});
    return worst;
}

/// Edits a session again and again. In every second walk some frames are stopped; the next one is of another session.
/// Returns nothing, or says which frame is wrong.
inline std::string walk(const Walker& walker, const Session& start, unsigned seed) {
    RandomEdits edits(seed, false);
    edits.session = start;
    walker.limit(edits.session);
    Engine engine(std::make_unique<CheckedBackend>(walker.make(), formulas()));
    const bool hasStops = seed % 2 == 1;
    int cancelled = 0;
    std::string last = "opened";
    for (int step = 0; step < kWalkSteps; ++step) {
        const Session session = edits.session;
        const Demand demand = walkDemand(edits, step);
        if (hasStops && isStopped(step)) {
            cancelled += engine.answer(session, demand, stopping(step, walker.asks)).problem == "Cancelled";
        } else {
            const Frame frame = engine.answer(session, demand);
            const auto [largest, remark] = worstOf(engine.remarks());
            for (const std::string& text :
                 {frame.problem, difference(frame, fresh(walker.make(), session, demand)),
                  farApart(frame, fresh(formulas(), session, demand)), largest < kWalkRounding ? "" : remark})
                if (!text.empty()) return "step " + std::to_string(step) + ", " + last + ": " + text;
        }
        last = edits.step();
        walker.limit(edits.session);
        if (last == "new session" || !isTame(edits.session)) edits.session = session;
    }
    return hasStops && cancelled < walker.minStopped ? "too few frames were stopped" : "";
}

/// Walks once with each of the seeds 1 to `seeds`.
inline std::string walkOften(const Walker& walker, const Session& start, unsigned seeds) {
    for (unsigned seed = 1; seed <= seeds; ++seed)
        if (const std::string text = walk(walker, start, seed); !text.empty())
            return "seed " + std::to_string(seed) + ", " + text;
    return {};
}

/// The result of walks through random sessions: the first mistake and its place, the number of frames that were
/// problems, and the number of sessions whose traces were compared with the formulas.
struct AnyWalks {
    std::string text;
    int problems = 0, traces = 0;
};

/// Walks through random sessions with NaN and infinities. The formulas' bounds only hold for numbers of ordinary size.
inline AnyWalks walkAnything(const Walker& walker, unsigned seeds) {
    AnyWalks walks;
    WithinBounds compared{walker.precision};
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        RandomEdits edits(seed, false);
        Engine engine(walker.make());
        walker.limit(edits.session);
        for (int step = 0; step < kWalkSteps; ++step, edits.step(), walker.limit(edits.session)) {
            const Session& session = edits.session;
            const Demand demand = step % 5 == 0 ? walkDemand(edits, step) : edits.demand;
            const Frame frame = engine.answer(session, demand, isStopped(step) ? stopping(step, walker.asks) : Watch());
            if (isStopped(step)) continue;
            walks.problems += !frame.problem.empty();
            walks.text = difference(frame, fresh(walker.make(), session, demand));
            if (step % 5 == 3 && largestIn(session) < 1e5)
                if (const auto all = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {})) {
                    walks.text += compared(session, *all);
                    ++walks.traces;
                }
            if (walks.text.empty()) continue;
            walks.text = "seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": " + walks.text;
            return walks;
        }
    }
    return walks;
}

} // namespace headlight::testing
