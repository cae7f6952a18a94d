// A backend that was written from the page alone (support/TrialBackend.h): what the engine tells it suffices to compute
// what is on the screen after any edit, as a new one computes it, and as the formulas say.
#include "backend/checked/CheckedBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "core/io/exampleFiles.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/TrialBackend.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/withinBounds.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kSteps = 40;         ///< one in four is stopped
constexpr double kRounding = 1e-4; ///< what float32 may make of numbers below 100

std::unique_ptr<Backend> trial(double room = 1e9) {
    auto backend = std::make_unique<TrialBackend>();
    backend->room = room;
    return backend;
}
std::unique_ptr<Backend> formulas() { return std::make_unique<ReferenceBackend>(); }

/// A frame by an engine of its own.
Frame fresh(std::unique_ptr<Backend> backend, const Session& session, const Demand& demand) {
    return Engine(std::move(backend)).answer(session, demand);
}

/// What is looked at anyway; in two of three steps also every stage number by number and in few pixels, and two cells
/// of each head. In the third, many stages are not wanted, and their rows become stale.
Demand demandOf(const RandomEdits& edits, int step) {
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
            for (const int query : {0, 3}) demand.cells.push_back({l, h, query, 1});
    return demand;
}

/// Of all that is computed with; NaN if that is among it.
float largestIn(const Session& session) {
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
/// Whether roundings remain roundings in it: the largest difference of a walk is one number.
bool isTame(const Session& session) {
    return largestIn(session) < 10 && std::ranges::all_of(session.layers, [](const Layer& layer) {
               return layer.options.normalisation == Normalisation::Softmax && layer.options.temperature > 0.1;
           });
}

bool areClose(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= kRounding * std::max(1.0, std::abs(b));
}
template <class Numbers>
bool areAllClose(const Numbers& a, const Numbers& b) {
    return std::equal(a.data(), a.data() + a.size(), b.data(), b.data() + b.size(),
                      [](float x, float y) { return areClose(double(x), double(y)); });
}

/// Nothing, or the first of what CheckedBackend does not compare: pixels, extremes, kinds of rows, cells.
std::string farApart(const Frame& a, const Frame& b) {
    for (std::size_t i = 0; i < a.tiles.size(); ++i) {
        const Tile &x = *a.tiles[i], &y = *b.tiles[i];
        if (!areAllClose(x.values, y.values) || !(x.masked == y.masked)) return nameOf(x.demand) + ": values";
        if (!areClose(x.range.low, y.range.low) || !areClose(x.range.high, y.range.high))
            return nameOf(x.demand) + ": range";
        if (x.oddRows != y.oddRows) return nameOf(x.demand) + ": rows without weights";
    }
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
        if (!a.cells[i] != !b.cells[i]) return "cell: there in one only";
        if (!a.cells[i]) continue;
        const CellArithmetic &x = *a.cells[i], &y = *b.cells[i];
        if (x.rowKind != y.rowKind || x.masked != y.masked || x.rowMasked != y.rowMasked) return "cell: mask or kind";
        if (!areClose(x.score, y.score) || !areClose(x.rowMax, y.rowMax) || !areClose(x.rowSum, y.rowSum))
            return "cell: score or what is known of its row";
        if (!areAllClose(x.rowWeights, y.rowWeights) || !areAllClose(x.context, y.context))
            return "cell: weights or context";
    }
    return {};
}

bool isStopped(int step) { return step % 4 == 2; }
/// Says no when it is asked for the second time, or later, from step to step another time.
Watch stopping(int step) {
    return [left = 2 + 7 * step % 23](double) mutable { return --left > 0; };
}

/// The largest of the differences, and which stage's it is.
std::pair<double, std::string> worstOf(const std::vector<std::string>& remarks) {
    std::pair<double, std::string> worst;
    for (const std::string& remark : remarks)
        worst = std::max(worst, {std::stod(remark.substr(remark.rfind(' '))), remark});
    return worst;
}

/// Edits a session again and again. In every second walk some frames are stopped; the next one is of another session.
/// Nothing, or where a frame is not what it should be.
std::string walk(const Session& start, unsigned seed) {
    RandomEdits edits(seed);
    edits.session = start;
    Engine engine(std::make_unique<CheckedBackend>(trial(), formulas()));
    const bool hasStops = seed % 2 == 1;
    int cancelled = 0;
    std::string last = "opened";
    for (int step = 0; step < kSteps; ++step) {
        const Session session = edits.session;
        const Demand demand = demandOf(edits, step);
        if (hasStops && isStopped(step)) {
            cancelled += engine.answer(session, demand, stopping(step)).problem == "Cancelled";
        } else {
            const Frame frame = engine.answer(session, demand);
            const auto [largest, remark] = worstOf(engine.remarks());
            for (const std::string& text :
                 {frame.problem, difference(frame, fresh(trial(), session, demand)),
                  farApart(frame, fresh(formulas(), session, demand)), largest < kRounding ? "" : remark})
                if (!text.empty()) return "step " + std::to_string(step) + ", " + last + ": " + text;
        }
        last = edits.step();
        if (last == "new session" || !isTame(edits.session)) edits.session = session;
    }
    return hasStops && cancelled < 5 ? "too few frames were stopped" : "";
}

} // namespace

class TrialBackendTest : public QObject {
    Q_OBJECT

private slots:
    void examples_data() {
        QTest::addColumn<QString>("name");
        for (const ExampleFile& example : exampleFiles()) QTest::newRow(example.name) << example.name;
    }
    void examples() {
        QFETCH(QString, name);
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const std::string text = walk(exampleSession(name.toStdString()), seed);
            QVERIFY2(text.empty(), ("seed " + std::to_string(seed) + ", " + text).c_str());
        }
    }

    /// Random sessions, with NaN and infinities; also where the scores of all heads do not fit into the memory at once.
    /// The formulas' bounds hold for numbers of an ordinary size.
    void anything_data() {
        QTest::addColumn<double>("room");
        QTest::addColumn<bool>("isEnough");
        QTest::newRow("room for all scores") << 1e9 << true;
        QTest::newRow("room for some") << 20e3 << false;
    }
    void anything() {
        QFETCH(double, room);
        QFETCH(bool, isEnough);
        WithinBounds compared;
        int problems = 0, traces = 0;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            RandomEdits edits(seed);
            Engine engine(trial(room));
            for (int step = 0; step < kSteps; ++step, edits.step()) {
                const Session& session = edits.session;
                const Demand demand = step % 5 == 0 ? demandOf(edits, step) : edits.demand;
                const Frame frame = engine.answer(session, demand, isStopped(step) ? stopping(step) : Watch());
                if (isStopped(step)) continue;
                problems += !frame.problem.empty();
                std::string text = difference(frame, fresh(trial(room), session, demand));
                if (step % 5 == 3 && largestIn(session) < 1e5)
                    if (const auto all = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {})) {
                        text += compared(session, *all);
                        ++traces;
                    }
                QVERIFY2(text.empty(),
                         ("seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": " + text).c_str());
            }
        }
        QCOMPARE(problems == 0, isEnough);
        QVERIFY(traces > 10);
    }
};

QTEST_GUILESS_MAIN(TrialBackendTest)
#include "tst_trialBackend.moc"
