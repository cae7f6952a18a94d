#include "panels/HeatmapsContent.h"

#include "plot/Colormap.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("HeatmapsPanel", text); }

int countOf(const Frozen<Tokens>& tokens) { return tokens ? tokens->count() : 0; }

std::shared_ptr<const Tile> tileOf(const Reply* reply, Stage stage, int layer, int head) {
    if (!reply) return nullptr;
    for (const auto& tile : reply->tiles)
        if (tile && tile->demand.stage == stage && tile->demand.layer == layer && tile->demand.head == head)
            return tile;
    return nullptr;
}

Range rangeOf(const Reply* reply, Stage stage, int layer) {
    Range range;
    if (!reply) return range;
    for (const auto& tile : reply->tiles)
        if (tile && tile->demand.stage == stage && tile->demand.layer == layer) range = united(range, tile->range);
    return range;
}

MapLook lookOf(Stage stage, const Range& data, const ViewState& state) {
    const StageInfo& info = infoOf(stage);
    return {colormapFor(info, *state.theme), colourRange(data, info.signedValues), state.maps.numbers, state.theme};
}

/// "NaN at My → feet" for the first thing that is not a finite number, then shorter, both tokens in each.
QStringList problemOf(const Tile* tile, const MapAxes& axes) {
    if (!tile || !tile->firstNonFinite) return {};
    const auto [row, col] = *tile->firstNonFinite;
    if (row >= axes.rows->count() || col >= axes.cols->count()) return {};
    const Region& region = tile->demand.region;
    const bool isHere = tile->exact && row >= region.row && row < region.row + region.rows && col >= region.col &&
                        col < region.col + region.cols;
    const bool isInfinite = isHere && std::isinf(tile->values(row - region.row, col - region.col));
    const QString &query = axes.rows->texts[static_cast<std::size_t>(row)],
                  &key = axes.cols->texts[static_cast<std::size_t>(col)];
    // Isolated, so that the arrow points from query to key whichever way they are written.
    const auto pair = [&](int most) {
        return QStringLiteral(u"\u2068%1\u2069 \u2192 \u2068%2\u2069").arg(elided(query, most), elided(key, most));
    };
    QStringList ways((isInfinite ? tr("Infinity at %1") : tr("NaN at %1")).arg(pair(kLongestLabel)));
    for (const int most : {kLongestLabel, 9, 7, 5, 4, 3})
        ways << (isInfinite ? QStringLiteral(u"\u221E: %1") : QStringLiteral("NaN: %1")).arg(pair(most));
    return ways;
}

} // namespace

void HeatmapsContent::Labels::show(const Frozen<Tokens>& wanted) {
    if (labels && wanted == tokens) return;
    tokens = wanted;
    labels = wanted ? labelsOf(*wanted) : std::make_shared<const TokenLabels>();
}

MapsContent HeatmapsContent::of(const ViewState& state, const Reply* reply) {
    const int layer = std::clamp(state.view.layer, 0, static_cast<int>(state.session.layers.size()) - 1);
    const Frame* frame = reply ? reply->frame.get() : nullptr;
    // Tiles and labels are always of one session, the one that the reply is for.
    const Session& shown = frame ? frame->session : state.session;
    queries_.show(shown.text.tokens);
    keys_.show(keyText(shown).tokens);

    MapsContent content;
    content.layer = layer;
    content.stages[0] = state.maps.upperStage;
    content.scalePerHead = state.maps.scalePerHead;
    content.rows = queries_.labels->count();
    content.cols = keys_.labels->count();
    content.allHeads = static_cast<int>(state.session.layers[static_cast<std::size_t>(layer)].heads.size());
    if (countOf(state.session.text.tokens) == 0)
        content.message = tr("Type a sentence above");
    else if (frame && !frame->problem.empty())
        content.message = QString::fromStdString(frame->problem);
    if (!content.message.isEmpty()) return content;

    for (int s = 0; s < 2; ++s)
        content.shared[s] = lookOf(content.stages[s], rangeOf(reply, content.stages[s], layer), state);
    for (int head = 0; head < content.allHeads; ++head) {
        if (state.maps.largeHead >= 0 && head != state.maps.largeHead) continue;
        HeadMaps maps{head, tr("Head %1").arg(head + 1), {}, {}};
        for (int s = 0; s < 2; ++s) {
            MapContent& map = maps.maps[s];
            const QString title = QCoreApplication::translate("Stages", infoOf(content.stages[s]).title);
            map.name = tr("%1, head %2").arg(title).arg(head + 1);
            map.caption = title.toUpper();
            map.tile = tileOf(reply, content.stages[s], layer, head);
            map.ownScale = content.scalePerHead;
            map.look = content.scalePerHead && map.tile ? lookOf(content.stages[s], map.tile->range, state)
                                                        : content.shared[s];
            map.axes = {queries_.labels, keys_.labels, state.view.query, state.view.key};
            map.ownsSelection = head == state.view.head;
            if (maps.problem.isEmpty()) maps.problem = problemOf(map.tile.get(), map.axes);
        }
        content.heads.push_back(std::move(maps));
    }
    return content;
}

} // namespace headlight
