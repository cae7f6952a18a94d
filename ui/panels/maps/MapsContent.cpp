#include "panels/maps/MapsContent.h"

#include "panels/maps/HeatmapsPanel.h"
#include "panels/maps/mapProblem.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <algorithm>

namespace headlight {
namespace {

int countOf(const Frozen<Tokens>& tokens) { return tokens ? tokens->count() : 0; }

std::shared_ptr<const Tile> tileOf(const Response* response, Stage stage, int layer, int head) {
    if (!response) return nullptr;
    for (const auto& tile : response->tiles)
        if (tile && tile->demand.stage == stage && tile->demand.layer == layer && tile->demand.head == head)
            return tile;
    return nullptr;
}

std::vector<const Tile*> tilesOf(Stage stage, int layer, const Response* response) {
    std::vector<const Tile*> tiles;
    if (response)
        for (const auto& tile : response->tiles)
            if (tile && tile->demand.stage == stage && tile->demand.layer == layer) tiles.push_back(tile.get());
    return tiles;
}

/// Of all heads.
MapLook sharedLook(const MapStage& stage, const ViewState& state, const std::vector<const Tile*>& tiles) {
    Range range;
    for (const Tile* tile : tiles) range = united(range, rangeToColour(*tile));
    MapLook look = lookOf(stage, range, *state.theme, state.maps);
    for (const Tile* tile : tiles) explainToo(look, *tile);
    return look;
}

bool hasCells(Stage stage, const Session& session, int layer) {
    const Sizes sizes = sizesOf(session, layer);
    return lengthOf(infoOf(stage).rows, sizes) > 0 && lengthOf(infoOf(stage).cols, sizes) > 0;
}

/// Its labels and sizes are those of the session that the tiles are of, if that has the stage; one without cells has no
/// tiles, and who shows it asks for none.
const Session& labelledBy(Stage stage, int layer, const Session& present, const Frame* frame) {
    if (!frame || !frame->problem.empty()) return present; // there are no tiles
    const Session& answered = frame->session;
    const bool has = layer < static_cast<int>(answered.layers.size()) && hasStage(stage, answered, layer) &&
                     hasCells(stage, answered, layer);
    return has ? answered : present;
}

} // namespace

MapContent MapsBuilder::mapOf(const MapsContent& content, std::size_t s, int head, const ViewState& state,
                              const Response* response) {
    const MapStage& stage = content.stages[s];
    MapContent map;
    map.name = stage.hasHeads() ? HeatmapsPanel::tr("%1, head %2").arg(stage.title()).arg(numberOf(head))
                                : stage.title();
    map.tile = tileOf(response, stage.stage, content.layer, stage.hasHeads() ? head : 0);
    map.ownScale = content.scalePerHead;
    map.look = content.scalePerHead && map.tile ? lookOf(stage, rangeToColour(*map.tile), *state.theme, state.maps)
                                                : content.shared[s];
    if (content.scalePerHead && map.tile) {
        explainToo(map.look, *map.tile);
        map.look.range = shown_.held({stage.stage, head}, map.look.range, state.isDragging);
    }
    if (stage.hasHeads() && stage.info().isMap()) map.given = state.editedMask();
    map.axes = selectedAxes(stage, state.view);
    if (walk_) {
        const int ofHead = stage.hasHeads() ? head : 0;
        map.look.blank = walk_->blank(*state.step, stage.stage, ofHead);
        map.light = lightOf(stage, ofHead, *walk_, *state.step, state.view);
    }
    map.ownsSelection = stage.hasHeads() ? head == state.view.head : state.view.stage == stage.info().id;
    const MapProblem problem = problemOf(map);
    map.head = {stage.hasHeads() ? titleOfHead(head) : QString(), stage.caption(map.tile.get()), problem.brief,
                problem.lines};
    return map;
}

QString whyNoMaps(const ViewState& state, const Response* response) {
    if (countOf(state.session.text.tokens) == 0) return HeatmapsPanel::tr("Type a sentence above");
    return response && response->frame ? QString::fromStdString(response->frame->problem) : QString();
}

QString noKeysWords() { return HeatmapsPanel::tr("Type a second sentence above"); }

MapsContent MapsBuilder::of(const ViewState& state, const Response* response) {
    walk_ = state.step ? std::optional(state.walk()) : std::nullopt;
    const Frame* frame = response ? response->frame.get() : nullptr;
    const Session& session = state.session;
    MapsContent content;
    content.layer = state.view.layer;
    content.selectedHead = state.view.head;
    content.scalePerHead = state.maps.scalePerHead;
    content.zoom = state.maps.zoom;
    content.pooling = state.maps.pooling;
    content.decimals = state.maps.decimals;
    content.allHeads = static_cast<int>(session.layers[static_cast<std::size_t>(content.layer)].heads().size());
    for (const Stage stage : state.shownStages())
        content.stages.push_back(stages_.of(stage, labelledBy(stage, content.layer, session, frame), content.layer));
    content.message = whyNoMaps(state, response);
    const auto isWithoutCells = [](const MapStage& stage) { return stage.rows() == 0 || stage.cols() == 0; };
    const bool areWithoutCells = std::ranges::any_of(content.stages, isWithoutCells);
    if (content.message.isEmpty() && content.stages.empty())
        content.message = HeatmapsPanel::tr("This session does not have these maps");
    if (content.message.isEmpty() && areWithoutCells) content.message = noKeysWords();
    if (content.stages.empty() || areWithoutCells) return content;

    content.isHeld = state.isDragging;
    for (const MapStage& stage : content.stages) {
        const std::vector<const Tile*> tiles = tilesOf(stage.stage, content.layer, response);
        content.shared.push_back(sharedLook(stage, state, tiles));
        Range numbers;
        for (const Tile* tile : tiles) numbers = united(numbers, tile->range);
        content.ranges.push_back(numbers);
        Range& range = content.shared.back().range;
        range = shown_.held({stage.stage, -1}, range, state.isDragging);
    }
    const bool hasHeads = std::ranges::any_of(content.stages, &MapStage::hasHeads);
    for (int head = 0; head < (hasHeads ? content.allHeads : 1); ++head) {
        if (hasHeads && state.maps.isEnlarged && head != state.view.head) continue;
        HeadMaps maps{head, {}};
        for (std::size_t s = 0; s < content.stages.size(); ++s)
            maps.maps.push_back(mapOf(content, s, head, state, response));
        content.heads.push_back(std::move(maps));
    }
    return content;
}

} // namespace headlight
