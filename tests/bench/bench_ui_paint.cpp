// Measures a frame of maps on the GUI thread: 12 heads, scores and weights, all 24 maps in sight (offscreen).
// paintFrames/TOKENS/HEADS: of how many heads the tiles are new. "maps": how many were painted, a frame; "kpx": their
// pixels, in thousands.
// paintOneMap/TOKENS: from new numbers of one map to its picture, for compare/painting.py; paintOneColorMap/TOKENS: the
// same with QCustomPlot's own map.

#include "backend/host/pooling.h"
#include "base/numberText.h"
#include "base/parallel.h"
#include "document/CallQueue.h"
#include "panels/maps/HeatmapsGrid.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/answered.h"
#include "ui/plot/tiles.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <qcustomplot.h>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr int kHeads = 12;
constexpr QSize kWindow(1700, 1200);

/// As the engine would answer it: no more values than pixels.
std::shared_ptr<const Tile> tileFor(int tokens, const MapDemand& demand, unsigned seed) {
    const int rows = std::min(tokens, demand.pixelHeight), cols = std::min(tokens, demand.pixelWidth);
    const Stage stage = demand.stage;
    Matrix values = noise(rows, cols, seed);
    if (stage == Stage::Weights) values = values.cwiseAbs() / 6;
    auto tile = exactTile(std::move(values), stage, demand.head);
    tile->demand.region = {0, 0, tokens, tokens};
    tile->exact = rows == tokens && cols == tokens;
    tile->stageRows = tile->stageCols = tokens;
    tile->range = {-4, 4};
    return tile;
}

ViewState stateOf(int tokens) {
    ViewState state;
    Tokens words;
    for (int i = 0; i < tokens; ++i) {
        words.texts.push_back("w" + shortest(static_cast<float>(i)));
        words.ids.push_back(i);
    }
    state.session = newSession(1, 3, kHeads, 3, 3);
    state.session.text.tokens = words;
    return state;
}

std::shared_ptr<Response> replyFor(const ViewState& state) {
    auto frame = std::make_shared<Frame>();
    frame->session = state.session;
    return std::make_shared<Response>(Response{{}, frame, {}});
}

void paintFrames(benchmark::State& bench) {
    const int tokens = static_cast<int>(bench.range(0)), changing = static_cast<int>(bench.range(1));
    ViewState state = stateOf(tokens);
    CallQueue calls;
    HeatmapsGrid grid(calls);
    grid.resize(kWindow);
    grid.show();
    MapsBuilder translation;
    calls.run([&] { grid.setContent(translation.of(state, nullptr)); });
    const auto demands = grid.demands();
    // A few frames to go round, made beforehand: making them is the engine's time.
    std::vector<std::shared_ptr<const Response>> replies;
    for (unsigned k = 0; k < 4; ++k) {
        auto response = replyFor(state);
        for (const MapDemand& demand : demands) {
            const std::size_t at = response->tiles.size();
            const bool isNew = k == 0 || demand.head < changing;
            response->tiles.push_back(isNew ? tileFor(tokens, demand, k * 100 + static_cast<unsigned>(at))
                                            : replies[0]->tiles[at]);
        }
        replies.push_back(response);
    }
    std::size_t next = 0;
    const auto paint = [&] {
        const Response& response = *replies[next++ % replies.size()];
        calls.run([&] { grid.setContent(translation.of(state, &response)); });
        while (!testing::arePainted(grid)) QCoreApplication::processEvents();
    };
    const auto painted = [&] {
        int sum = 0;
        for (const auto* map : grid.findChildren<HeatmapView*>()) sum += map->cellPaints();
        return sum;
    };
    while (painted() == 0) {
        paint();
        QCoreApplication::processEvents();
    }
    const int before = painted();
    for (auto _ : bench) paint();
    const QSizeF pixels = grid.findChild<HeatmapView*>()->area().rect.size();
    const auto maps = static_cast<double>(painted() - before);
    bench.counters["maps"] = benchmark::Counter(maps, benchmark::Counter::kAvgIterations);
    bench.counters["kpx"] = benchmark::Counter(maps * pixels.width() * pixels.height() / 1000,
                                               benchmark::Counter::kAvgIterations);
}
BENCHMARK(paintFrames)->ArgsProduct({{64, 256, 1024}, {kHeads, 1}})->Unit(benchmark::kMillisecond)->MinTime(0.5);

/// Paints TOKENS x TOKENS new numbers in 600 x 600 pixels, on one thread. Where there are more numbers than pixels, the
/// engine's pooling of all of them is part of it. The map's card around the cells is kept.
void paintOneMap(benchmark::State& bench) {
    const int tokens = static_cast<int>(bench.range(0));
    constexpr int kPixels = 600;
    setComputingThreads(1);
    const Matrix numbers = noise(tokens, tokens, 1);
    const Matrix both[] = {numbers, -numbers};
    HeatmapView map;
    MapContent content = contentOf(exactTile(numbers));
    const QMargins& margins = content.margins;
    map.resize(kPixels + margins.left() + margins.right(), kPixels + margins.top() + margins.bottom());
    map.setContent(content);
    map.show();
    const MapDemand demand = demandFor(map.area(), Stage::Scores, 0, 0, tokens, tokens);
    const Area area{0, 0, tokens, tokens, std::min(tokens, demand.pixelHeight), std::min(tokens, demand.pixelWidth)};
    std::size_t next = 0;
    const int before = map.cellPaints();
    for (auto _ : bench) {
        auto tile = std::make_shared<Tile>();
        tile->demand = demand;
        tile->demand.region = {0, 0, tokens, tokens};
        tile->exact = area.exact();
        tile->stageRows = tile->stageCols = tokens;
        tile->range = content.tile->range;
        poolAll(viewOf(both[next++ % 2]), area, Pooling::LargestMagnitude, tile->values);
        content.tile = std::move(tile);
        map.setContent(content);
        benchmark::DoNotOptimize(map.grab());
    }
    setComputingThreads(0);
    if (map.cellPaints() - before != static_cast<int>(next)) bench.SkipWithError("the cells were not painted anew");
}
BENCHMARK(paintOneMap)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond)->MinTime(0.5);

/// The same numbers in the same pixels by QCustomPlot's QCPColorMap: all cells set, and painted.
void paintOneColorMap(benchmark::State& bench) {
    const int tokens = static_cast<int>(bench.range(0));
    constexpr int kPixels = 600;
    const Matrix numbers = noise(tokens, tokens, 1);
    const Matrix both[] = {numbers, -numbers};
    QCustomPlot plot;
    plot.plotLayout()->setAutoMargins(QCP::msNone);
    plot.axisRect()->setAutoMargins(QCP::msNone);
    plot.axisRect()->setMargins({});
    plot.resize(kPixels, kPixels);
    plot.show();
    auto* map = new QCPColorMap(plot.xAxis, plot.yAxis); // the plot owns it
    map->setInterpolate(false);
    map->data()->setSize(tokens, tokens);
    map->data()->setRange({0, tokens - 1.0}, {0, tokens - 1.0});
    map->setDataRange({-4, 4});
    map->rescaleAxes();
    plot.yAxis->setRangeReversed(true); // the first row is at the top
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) axis->setVisible(false);
    std::size_t next = 0;
    for (auto _ : bench) {
        const Matrix& values = both[next++ % 2];
        for (int row = 0; row < tokens; ++row)
            for (int col = 0; col < tokens; ++col)
                map->data()->setCell(col, row, static_cast<double>(values(row, col)));
        plot.replot(QCustomPlot::rpQueuedRefresh); // into its buffer, which grab() copies
        benchmark::DoNotOptimize(plot.grab());
    }
}
BENCHMARK(paintOneColorMap)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond)->MinTime(0.5);

void moveCrosshair(benchmark::State& bench) {
    ViewState state = stateOf(64);
    CallQueue calls;
    HeatmapsGrid grid(calls);
    grid.resize(kWindow);
    grid.show();
    MapsBuilder translation;
    calls.run([&] { grid.setContent(translation.of(state, nullptr)); });
    const auto response = replyFor(state);
    for (const MapDemand& demand : grid.demands()) response->tiles.push_back(tileFor(64, demand, 1));
    calls.run([&] { grid.setContent(translation.of(state, response.get())); });
    QCoreApplication::processEvents();
    int at = 0;
    for (auto _ : bench) {
        grid.setLit({CellRef{Stage::Weights, 0, 0, at % 64, (at * 7) % 64}}, {});
        ++at;
        QCoreApplication::processEvents();
    }
}
BENCHMARK(moveCrosshair)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, lightTheme());
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
