#include "screen.h"

#include "MainWindow.h"
#include "backend/backends.h"
#include "engine/Engine.h"
#include "engine/Plan.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageButton.h"
#include "plot/HeatmapView.h"
#include "sight.h"
#include "support/answered.h"
#include "support/frames.h"

#include <algorithm>

namespace headlight::monkey {

using testing::isAnswered, testing::seenPanels;

namespace {

bool hasTokens(const Session& session) {
    const Sizes sizes = sizesOf(session);
    return sizes.tokens > 0 && sizes.keyTokens > 0;
}

/// Compares the panel's answer with that of a fresh Engine, asked for this panel alone.
QString wrongReply(const Panel& panel, const ViewState& state) {
    const auto response = state.responseTo(panel);
    Demand demand{response->request.maps};
    demand.cells = panel.request().cells;
    if (state.other) demand.others = {*state.other};
    Engine fresh(std::move(makeBackend(kDefaultBackend)).value());
    const Frame expected = fresh.answer(state.session, demand);
    Frame shown = expected;
    shown.problem = response->frame->problem;
    shown.tiles = response->tiles;
    shown.explanations = response->explanations;
    const std::string wrong = testing::difference(shown, expected);
    if (wrong.empty()) return {};
    return QStringLiteral("The answer to %1 is wrong: %2")
        .arg(QLatin1String(panel.metaObject()->className()), QString::fromStdString(wrong));
}

bool has(const Response* response, const std::shared_ptr<const Tile>& tile) {
    return response && std::ranges::find(response->tiles, tile) != response->tiles.end();
}

QString wrongMaps(MainWindow& window) {
    const ViewState& state = window.workbench().state();
    const auto* panel = window.findChild<HeatmapsPanel*>();
    const auto response = state.responseTo(*panel);
    int seen = 0;
    for (const HeatmapView* view : panel->findChildren<HeatmapView*>()) {
        if (!view->isVisible() || inSight(*view, panel).isEmpty()) continue; // the panel may be out of sight, too
        ++seen;
        const MapContent& content = view->content();
        if (sizesOf(state.session).tokens == 0) return content.name + QStringLiteral(" is shown without tokens.");
        if (content.rows() == 0 || content.cols() == 0) continue; // the second sentence is empty
        if (!content.tile) return content.name + QStringLiteral(" shows nothing.");
        if (!has(response.get(), content.tile)) return content.name + QStringLiteral(" shows what nobody answered.");
    }
    const bool hasProblem = !response || !response->frame->problem.empty();
    const bool mayShow = hasTokens(state.session) && !state.shownStages().empty() && !state.maps.overview;
    return mayShow && !hasProblem && seen == 0 ? QStringLiteral("There are no maps, and nothing says why.") : QString();
}

QString wrongStrip(MainWindow& window) {
    const ViewState& state = window.workbench().state();
    const auto* panel = window.findChild<PipelinePanel*>();
    if (panel->isFolded()) return {};
    const bool wants = panel->request() != Request{};
    const auto response = wants ? state.responseTo(*panel) : nullptr;
    for (const StageInfo& info : stages()) {
        if (!hasStage(info.stage, state.session, state.view.layer)) continue;
        const auto& tile = panel->strip().stage(info.stage).tile();
        const bool isWanted = wants && std::ranges::find(panel->request().maps, info.stage, &MapDemand::stage) !=
                                           panel->request().maps.end();
        const bool hasProblem = response && !response->frame->problem.empty();
        if (tile && !has(response.get(), tile))
            return QStringLiteral("The strip's picture of %1 is an old one; it %2 wanted, of %3 and %4 tokens.")
                .arg(QLatin1String(info.id), isWanted ? QLatin1String("is") : QLatin1String("is not"))
                .arg(sizesOf(state.session).tokens)
                .arg(sizesOf(state.session).keyTokens);
        if (!tile && isWanted && !hasProblem)
            return QStringLiteral("The strip has no picture of %1.").arg(QLatin1String(info.id));
    }
    return {};
}

} // namespace

namespace {

QString shown(const std::vector<MapDemand>& maps) {
    QStringList all;
    for (const MapDemand& map : maps)
        all << QStringLiteral("%1 of layer %2").arg(QString::fromStdString(testing::nameOf(map))).arg(map.layer);
    return all.isEmpty() ? QStringLiteral("nothing") : all.join(QStringLiteral(", "));
}

} // namespace

QString unanswered(MainWindow& window) {
    const ViewState& state = window.workbench().state();
    const auto* maps = window.findChild<HeatmapsPanel*>();
    QStringList all;
    if (!state.frame || state.frame->session != state.session)
        all << QStringLiteral("the frame is %1")
                   .arg(state.frame ? QLatin1String("an older one") : QLatin1String("none"));
    if (maps->grid().isVisible() && maps->grid().demands() != maps->request().maps)
        all << QStringLiteral("the grid wants %1, its panel %2")
                   .arg(shown(maps->grid().demands()), shown(maps->request().maps));
    for (const Panel* panel : seenPanels(window)) {
        if (isAnswered(*panel, state)) continue;
        const auto response = state.responseTo(*panel);
        all << QStringLiteral("%1 wants %2 maps and %3 cells and has %4")
                   .arg(QLatin1String(panel->metaObject()->className()))
                   .arg(panel->request().maps.size())
                   .arg(panel->request().cells.size())
                   .arg(!response                                   ? QStringLiteral("no response")
                        : response->frame->session != state.session ? QStringLiteral("an older one")
                                                                    : QStringLiteral("%1 and %2: %3")
                                                                          .arg(response->tiles.size())
                                                                          .arg(response->explanations.size())
                                                                          .arg(response->frame->problem.c_str()));
    }
    return all.join(QStringLiteral("; "));
}

QString wrongScreen(MainWindow& window) {
    for (const Panel* panel : seenPanels(window))
        if (const QString wrong = wrongReply(*panel, window.workbench().state()); !wrong.isEmpty()) return wrong;
    const QString wrong = wrongMaps(window);
    return wrong.isEmpty() ? wrongStrip(window) : wrong;
}

} // namespace headlight::monkey
