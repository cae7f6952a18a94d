#include "panels/maps/MapsContent.h"

#include "document/compared.h"
#include "panels/maps/HeatmapsPanel.h"
#include "session/pairs.h"
#include "words/conventions.h"
#include "words/rowWords.h"
#include "words/wording.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

int countOf(const Frozen<Tokens>& tokens) { return tokens ? tokens->count() : 0; }

bool isOf(const std::shared_ptr<const Tile>& tile, const MapStage& stage) {
    return tile && tile->demand.stage == stage.stage && tile->demand.layer == stage.layer;
}

std::shared_ptr<const Tile> tileOf(const Response* response, const MapStage& stage, int head) {
    if (!response) return nullptr;
    for (const auto& tile : response->tiles)
        if (isOf(tile, stage) && isOf(tile->demand, stage.compared) && tile->demand.head == head) return tile;
    return nullptr;
}

/// Returns the tiles of a stage of all heads (head -1) or of one; side by side those of both states.
std::vector<const Tile*> tilesOf(const MapStage& stage, const Response* response, int head = -1) {
    std::vector<const Tile*> tiles;
    if (response)
        for (const auto& tile : response->tiles)
            if (isOf(tile, stage) && (head < 0 || tile->demand.head == head)) tiles.push_back(tile.get());
    return tiles;
}

/// Returns the look of a stage's maps. A difference has a range of its own: a typed one is for the numbers themselves.
/// `curve`: the one that stays; null: it is chosen.
MapLook lookIn(const MapStage& stage, const std::vector<const Tile*>& tiles, const ViewState& state,
               const ValueCurve* curve) {
    MapOptions options = state.maps;
    if (stage.compared == Compared::Difference) options.signedColours.range.reset();
    return lookOf(stage, tiles, *state.theme, options, curve);
}

bool hasCells(Stage stage, const Session& session, int layer) {
    const Sizes sizes = sizesOf(session, layer);
    return lengthOf(infoOf(stage).rows, sizes) > 0 && lengthOf(infoOf(stage).cols, sizes) > 0;
}

/// Returns the session and its layer for the labels and sizes of a stage: those of the tiles if they have the stage
/// with cells (without cells there are no tiles, and none are asked for), else the present ones.
std::pair<const Session&, int> labelledBy(Stage stage, Compared compared, int layer, const Session& present,
                                          const Frame* frame) {
    if (!frame || !frame->problem.empty()) return {present, layer}; // there are no tiles
    const Session* answered = sessionOf(*frame, compared);
    const int there = answered ? samePlace(*answered, frame->session, {layer}).layer : -1;
    if (there < 0 || !hasStage(stage, *answered, there) || !hasCells(stage, *answered, there)) return {present, layer};
    return {*answered, there};
}

/// True if scales only widen: while a number is dragged, and for two states, which share a scale.
bool isScaleHeld(const MapsContent& content, const ViewState& state) {
    return state.isDragging || content.compared == Compared::Other || content.compared == Compared::SideBySide;
}

/// True for the map of a difference whose numbers are all 0. Of a masked cell it is not known what the other state has.
bool isUnchanged(const MapContent& map) {
    return map.tile && map.tile->range == Range{0, 0} && !map.tile->firstNonFinite && !map.look.hasNew() &&
           std::ranges::none_of(map.tile->masked.words(), [](std::uint32_t cells) { return cells != 0; });
}

QString nameIn(const MapStage& stage, const QString& name) {
    if (stage.compared == Compared::Now) return name;
    const bool isOfCounterpart = stage.compared == Compared::Other;
    return (isOfCounterpart ? HeatmapsPanel::tr("%1, %2") : HeatmapsPanel::tr("%1, minus %2")).arg(name, stage.other);
}

/// A problem with the numbers of one map.
struct MapProblem {
    QString brief; ///< "c: sum 0", "2 rows: sum 0", "NaN at My → feet"; empty: none
    QString lines; ///< a line for each such row (12 at most), with up to 60 graphemes of a token
};

constexpr int kMaxRows = 12, kMaxTipLength = 60; // lines; graphemes

using OddRows = std::vector<Tile::OddRow>;

OddRows withoutWeights(const Tile& tile, const MapAxes& axes) {
    OddRows rows;
    std::ranges::copy_if(tile.oddRows, std::back_inserter(rows), [&](const Tile::OddRow& odd) {
        return odd.row < axes.rows->count() && odd.kind != RowKind::ScoreNotFinite && !rowWord(odd.kind).isEmpty();
    });
    return rows;
}

/// Returns a line "3 are: sum 0" for each row.
QString allOf(const OddRows& rows, const TokenLabels& labels) {
    QStringList lines;
    for (const auto& [row, kind] : rows) {
        if (lines.size() == kMaxRows) {
            lines << HeatmapsPanel::tr("and %1 more").arg(rows.size() - kMaxRows);
            break;
        }
        lines << QStringLiteral(u"%1 \u2068%2\u2069: %3")
                     .arg(placeText(row), elided(labels.texts[static_cast<std::size_t>(row)], kMaxTipLength),
                          rowWord(kind));
    }
    return lines.join(QLatin1Char('\n'));
}

MapProblem problemOfRows(const OddRows& rows, const TokenLabels& labels) {
    const QString word = rowWord(rows.front().kind), count = QString::number(rows.size());
    const bool areAlike = std::ranges::count(rows, rows.front().kind, &Tile::OddRow::kind) == std::ssize(rows);
    if (rows.size() == 1) {
        const QString& token = labels.texts[static_cast<std::size_t>(rows.front().row)];
        return {QStringLiteral(u"\u2068%1\u2069: %2").arg(elided(token), word), allOf(rows, labels)};
    }
    if (areAlike) return {HeatmapsPanel::tr("%1 rows: %2").arg(count, word), allOf(rows, labels)};
    return {HeatmapsPanel::tr("%1 rows without weights").arg(count), allOf(rows, labels)};
}

/// Returns "NaN at My → feet".
MapProblem problemOfNumber(const Tile& tile, const MapAxes& axes) {
    const auto [row, col] = *tile.firstNonFinite;
    if (row >= axes.rows->count() || col >= axes.cols->count()) return {};
    const Region& region = tile.demand.region;
    const bool isHere = tile.exact && row >= region.row && row < region.row + region.rows && col >= region.col &&
                        col < region.col + region.cols;
    const bool isInfinite = isHere && std::isinf(tile.values(row - region.row, col - region.col));
    const QString &query = axes.rows->texts[static_cast<std::size_t>(row)],
                  &key = axes.cols->texts[static_cast<std::size_t>(col)];
    // Both are isolated, so that the arrow points from query to key whatever their direction of writing is.
    const auto pair = [&](int maxLength) {
        return QStringLiteral(u"\u2068%1\u2069 \u2192 \u2068%2\u2069")
            .arg(elided(query, maxLength), elided(key, maxLength));
    };
    const QString at = isInfinite ? HeatmapsPanel::tr("Infinity at %1") : HeatmapsPanel::tr("NaN at %1");
    return {at.arg(pair(kMaxLabelLength)), at.arg(pair(kMaxTipLength))};
}

/// Returns the rows that lose their weights or have none; else the first number that is not finite. Rows where a score
/// is the reason are not named: the map of the scores says that.
MapProblem problemOf(const MapContent& map) {
    if (!map.tile) return {};
    const OddRows rows = withoutWeights(*map.tile, map.axes);
    if (!rows.empty()) return problemOfRows(rows, *map.axes.rows);
    return map.tile->firstNonFinite ? problemOfNumber(*map.tile, map.axes) : MapProblem();
}

} // namespace

std::optional<int> MapsContent::placeOf(int head) const {
    const auto found = std::ranges::find(heads, head, &HeadMaps::head);
    return found == heads.end() ? std::nullopt : std::optional(static_cast<int>(found - heads.begin()));
}

MapContent MapsBuilder::mapOf(const MapsContent& content, std::size_t s, int head, const ViewState& state,
                              const Response* response) {
    const MapStage& stage = content.stages[s];
    MapContent map;
    map.name = stage.hasHeads() ? HeatmapsPanel::tr("%1, head %2").arg(stage.title()).arg(numberOf(head))
                                : stage.title();
    map.name = nameIn(stage, map.name);
    map.tile = tileOf(response, stage, stage.headOf(head));
    map.before = walk_ ? nullptr : before_.of(map.tile); // a walk has marks of its own, and a sentence on them
    if (map.tile) map.absent = whyWithoutCells(*map.tile, *response->frame);
    map.ownScale = state.maps.scalePerHead;
    map.isEnlarged = content.isEnlarged();
    map.look = content.shared[s];
    const bool isDifference = stage.compared == Compared::Difference;
    if (map.ownScale && map.tile) {
        map.look = lookIn(stage, tilesOf(stage, response, map.tile->demand.head), state, map.look.curve);
        map.look.range = shown_.held({isDifference, stage.stage, head}, map.look.range, isScaleHeld(content, state));
    }
    if (isDifference && isUnchanged(map)) {
        map.absent = HeatmapsPanel::tr("no change");
        map.look.numbers = false; // each would be 0
    }
    const bool isNow = content.compared == Compared::Now;
    if (isNow && stage.hasHeads() && stage.info().isMap()) map.given = state.editedMask();
    map.axes = selectedAxes(stage, viewIn(stage.compared, state));
    if (walk_ && isNow) {
        const int ofHead = stage.headOf(head);
        map.look.blank = walk_->blank(*state.step, stage.stage, ofHead);
        map.light = lightOf(stage, ofHead, *walk_, *state.step, state.view);
        map.isDimmed = stage.hasHeads() && ofHead != state.view.head && *map.light == MapLight();
        const bool grows = stage.stage == state.step->stage && GrowingContext::growsIn(*state.step);
        if (grows && response && map.look.blank != Region{})
            if (const auto grown = growing_.of(map.tile, state, *response)) {
                map.tile = grown;
                map.look.blank = {};
            }
    }
    map.ownsSelection = stage.hasHeads() ? head == state.view.head : state.view.stage == stage.info().id;
    const MapProblem problem = problemOf(map);
    const auto* inPlace = stage.compared == Compared::Other ? std::get_if<int>(&state.maps.counterpart) : nullptr;
    map.head = {stage.hasHeads() ? titleOfHead(inPlace ? *inPlace : stage.headThere(head)) : QString(),
                stage.caption(map.tile.get()), problem.brief, problem.lines, stage.isOff(head)};
    return map;
}

QString whyNoMaps(const ViewState& state, const Response* response) {
    if (countOf(state.session.text.tokens) == 0) return HeatmapsPanel::tr("Type a sentence above");
    return response && response->frame ? QString::fromStdString(response->frame->problem) : QString();
}

QString noKeysWords() { return HeatmapsPanel::tr("Type a second sentence above"); }

/// Adds the shown stages; side by side each of them twice.
void MapsBuilder::addStages(MapsContent& content, const ViewState& state, const Frame* frame) {
    const Session* other = frame ? sessionOf(*frame, Compared::Other) : nullptr;
    const Session& now = frame ? frame->session : state.session;
    if (other && state.other && *other == *state.other) other_ = nameOf(state.maps.counterpart);
    for (const Stage stage : state.shownStages())
        for (const Compared one : statesIn(content.compared)) {
            const auto [labels, layer] = labelledBy(stage, one, content.layer, state.session, frame);
            MapStage& made = content.stages.emplace_back(stages_[one].of(stage, labels, layer));
            made.layer = content.layer;
            made.compare(one, other_, now, other ? *other : now);
        }
}

MapsContent MapsBuilder::of(const ViewState& state, const Response* response) {
    walk_ = state.step ? std::optional(state.walk()) : std::nullopt;
    const Frame* frame = response ? response->frame.get() : nullptr;
    const Session& session = state.session;
    before_.follow(state, response);
    MapsContent content;
    content.layer = state.view.layer;
    content.selectedHead = state.view.head;
    content.options = state.maps;
    content.allHeads = static_cast<int>(session.layers[static_cast<std::size_t>(content.layer)].heads().size());
    content.compared = comparedIn(response, state.maps.compared);
    content.isPresenting = state.isPresenting;
    addStages(content, state, frame);
    content.message = whyNoMaps(state, response);
    const auto isWithoutCells = [](const MapStage& stage) { return stage.rows() == 0 || stage.cols() == 0; };
    const bool areWithoutCells = std::ranges::any_of(content.stages, isWithoutCells);
    if (content.message.isEmpty() && areWithoutCells) content.message = noKeysWords();
    if (content.stages.empty() || areWithoutCells) return content;

    content.isHeld = state.isDragging;
    for (const MapStage& stage : content.stages) {
        const std::vector<const Tile*> tiles = tilesOf(stage, response);
        const ValueCurve*& curve = curves_[stage.stage];
        const bool stays = state.isDragging || !state.maps.zoom.empty(); // colours change only with the numbers
        content.shared.push_back(lookIn(stage, tiles, state, stays ? curve : nullptr));
        const bool isChosen = !stage.isSigned && state.maps.unsignedColours.curve.empty();
        if (!tiles.empty()) curve = isChosen ? content.shared.back().curve : nullptr;
        Range numbers;
        for (const Tile* tile : tiles) numbers = united(numbers, tile->range);
        content.ranges.push_back(numbers);
        Range& range = content.shared.back().range;
        range = shown_.held({stage.compared == Compared::Difference, stage.stage, -1}, range,
                            isScaleHeld(content, state));
    }
    const bool hasHeads = std::ranges::any_of(content.stages, &MapStage::hasHeads);
    for (int head = 0; head < (hasHeads ? content.allHeads : 1); ++head) {
        const bool isAlone = state.maps.isEnlarged || content.compared == Compared::SideBySide; // so that numbers fit
        if (hasHeads && isAlone && head != state.view.head) continue;
        HeadMaps maps{head, {}};
        for (std::size_t s = 0; s < content.stages.size(); ++s)
            maps.maps.push_back(mapOf(content, s, head, state, response));
        content.heads.push_back(std::move(maps));
    }
    return content;
}

} // namespace headlight
