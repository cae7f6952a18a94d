#include "panels/maps/MapsContent.h"

#include "panels/maps/HeatmapsPanel.h"
#include "panels/maps/compared.h"
#include "panels/maps/mapProblem.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <algorithm>

namespace headlight {
namespace {

int countOf(const Frozen<Tokens>& tokens) { return tokens ? tokens->count() : 0; }

bool isOf(const std::shared_ptr<const Tile>& tile, const MapsContent& content, Stage stage) {
    return tile && tile->demand.stage == stage && tile->demand.layer == content.layer &&
           isOf(tile->demand, content.compared);
}

std::shared_ptr<const Tile> tileOf(const Response* response, const MapsContent& content, Stage stage, int head) {
    if (!response) return nullptr;
    for (const auto& tile : response->tiles)
        if (isOf(tile, content, stage) && tile->demand.head == head) return tile;
    return nullptr;
}

std::vector<const Tile*> tilesOf(Stage stage, const MapsContent& content, const Response* response) {
    std::vector<const Tile*> tiles;
    if (response)
        for (const auto& tile : response->tiles)
            if (isOf(tile, content, stage)) tiles.push_back(tile.get());
    return tiles;
}

/// A difference has a range of its own: what a person gave is that of the numbers.
MapLook lookIn(Compared compared, const MapStage& stage, const Range& data, const ViewState& state) {
    MapOptions options = state.maps;
    if (compared == Compared::Difference) options.signedColours.range.reset();
    return lookOf(stage, data, *state.theme, options);
}

/// Of all heads.
MapLook sharedLook(Compared compared, const MapStage& stage, const ViewState& state,
                   const std::vector<const Tile*>& tiles) {
    Range range;
    for (const Tile* tile : tiles) range = united(range, rangeToColour(*tile));
    MapLook look = lookIn(compared, stage, range, state);
    for (const Tile* tile : tiles) explainToo(look, *tile);
    return look;
}

bool hasCells(Stage stage, const Session& session, int layer) {
    const Sizes sizes = sizesOf(session, layer);
    return lengthOf(infoOf(stage).rows, sizes) > 0 && lengthOf(infoOf(stage).cols, sizes) > 0;
}

/// Its labels and sizes are those of the session that the tiles are of, if that has the stage; one without cells has no
/// tiles, and who shows it asks for none.
const Session& labelledBy(Stage stage, const MapsContent& content, const Session& present, const Frame* frame) {
    if (!frame || !frame->problem.empty()) return present; // there are no tiles
    const Session* answered = sessionOf(*frame, content.compared);
    const bool has = answered && content.layer < static_cast<int>(answered->layers.size()) &&
                     hasStage(stage, *answered, content.layer) && hasCells(stage, *answered, content.layer);
    return has ? *answered : present;
}

/// Of a state and of that before the scale is one, as far as they have been seen.
bool isScaleHeld(const MapsContent& content, const ViewState& state) {
    return state.isDragging || content.compared == Compared::Before;
}

QString nameIn(Compared compared, const QString& name) {
    switch (compared) {
    case Compared::Now: break;
    case Compared::Before: return HeatmapsPanel::tr("%1, before").arg(name);
    case Compared::Difference: return HeatmapsPanel::tr("%1, change").arg(name);
    }
    return name;
}

} // namespace

MapContent MapsBuilder::mapOf(const MapsContent& content, std::size_t s, int head, const ViewState& state,
                              const Response* response) {
    const MapStage& stage = content.stages[s];
    MapContent map;
    map.name = stage.hasHeads() ? HeatmapsPanel::tr("%1, head %2").arg(stage.title()).arg(numberOf(head))
                                : stage.title();
    map.name = nameIn(content.compared, map.name);
    map.tile = tileOf(response, content, stage.stage, stage.hasHeads() ? head : 0);
    map.before = before_.of(map.tile);
    if (map.tile) map.absent = whyWithoutCells(*map.tile, *response->frame);
    map.ownScale = content.scalePerHead;
    map.look = content.scalePerHead && map.tile ? lookIn(content.compared, stage, rangeToColour(*map.tile), state)
                                                : content.shared[s];
    const bool isDifference = content.compared == Compared::Difference;
    if (content.scalePerHead && map.tile) {
        explainToo(map.look, *map.tile);
        map.look.range = shown_.held({isDifference, stage.stage, head}, map.look.range, isScaleHeld(content, state));
    }
    const bool isNow = content.compared == Compared::Now;
    if (isNow && stage.hasHeads() && stage.info().isMap()) map.given = state.editedMask();
    map.axes = selectedAxes(stage, viewInMaps(state));
    if (walk_ && isNow) {
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
    before_.follow(state, response);
    MapsContent content;
    content.layer = state.view.layer;
    content.selectedHead = state.view.head;
    content.scalePerHead = state.maps.scalePerHead;
    content.zoom = state.maps.zoom;
    content.pooling = state.maps.pooling;
    content.decimals = state.maps.decimals;
    content.allHeads = static_cast<int>(session.layers[static_cast<std::size_t>(content.layer)].heads().size());
    content.wanted = state.maps.compared;
    content.compared = comparedIn(response, content.wanted);
    const bool isDifference = content.compared == Compared::Difference;
    for (const Stage stage : state.shownStages()) {
        content.stages.push_back(stages_.of(stage, labelledBy(stage, content, session, frame), content.layer));
        content.stages.back().isSigned = content.stages.back().isSigned || isDifference;
    }
    content.message = whyNoMaps(state, response);
    const auto isWithoutCells = [](const MapStage& stage) { return stage.rows() == 0 || stage.cols() == 0; };
    const bool areWithoutCells = std::ranges::any_of(content.stages, isWithoutCells);
    if (content.message.isEmpty() && content.stages.empty())
        content.message = HeatmapsPanel::tr("This session does not have these maps");
    if (content.message.isEmpty() && areWithoutCells) content.message = noKeysWords();
    if (content.stages.empty() || areWithoutCells) return content;

    content.isHeld = state.isDragging;
    for (const MapStage& stage : content.stages) {
        const std::vector<const Tile*> tiles = tilesOf(stage.stage, content, response);
        content.shared.push_back(sharedLook(content.compared, stage, state, tiles));
        Range numbers;
        for (const Tile* tile : tiles) numbers = united(numbers, tile->range);
        content.ranges.push_back(numbers);
        Range& range = content.shared.back().range;
        range = shown_.held({isDifference, stage.stage, -1}, range, isScaleHeld(content, state));
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
