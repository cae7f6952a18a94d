#include "document/lookedAt.h"

#include "document/selection.h"
#include "session/pairs.h"
#include "text/alignment.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headlight {
namespace {

/// True if less than half of the tokens of the shorter sentence are in both: it is not the same one with a change.
bool isAnotherSentence(const std::vector<std::string>& before, const std::vector<std::string>& after,
                       const std::vector<int>& from) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
        same += from[i] >= 0 && after[i] == before[static_cast<std::size_t>(from[i])];
    return 2 * same < std::min(before.size(), after.size());
}

/// Moves a selected index, and the visible part of the side, with their tokens; the part reaches from its first token
/// to its last. In another sentence the index becomes 0.
void followTokens(int& place, Trail<Frozen<Tokens>>& trail, std::map<Side, SideSpan>& seen, Side side,
                  const Text& before, const Text& after) {
    if (before.tokens == after.tokens) return;
    const std::vector<int> from = cameFrom(before.tokens->texts, after.tokens->texts);
    trail.leave(before.tokens, place);
    const bool isNewSentence = isAnotherSentence(before.tokens->texts, after.tokens->texts, from);
    place = trail.placeIn(after.tokens).value_or(isNewSentence ? 0 : nearestPlace(from, place));
    const auto found = seen.find(side);
    if (found == seen.end()) return;
    auto& [first, count] = found->second;
    const double last = std::ceil(first + count) - 1, count0 = before.tokens->count();
    if (!(first >= 0 && count > 0 && last < count0)) return; // it is from a file, and cut where it is shown
    const double firstToken = std::floor(first);
    if (std::ranges::none_of(from, [&](int was) { return was >= firstToken && was <= last; })) {
        seen.erase(found); // nothing of it is left
        return;
    }
    const double behind = last + 1 - (first + count);
    const double begin = nearestPlace(from, static_cast<int>(first)) + first - firstToken;
    const double end = nearestPlace(from, static_cast<int>(last)) + 1 - behind;
    if (end > begin)
        found->second = {begin, end - begin};
    else
        seen.erase(found);
}

/// Returns the number of the layer, then those of its heads.
std::vector<int> numbersOf(const Layer& layer) {
    std::vector<int> numbers{layer.number};
    for (const Head& head : layer.heads()) numbers.push_back(head.number);
    return numbers;
}

/// The layer to compare with stays the same one, and nothing takes the place of one that is gone.
void followLayer(Counterpart& counterpart, const std::vector<int>& from) {
    auto* other = std::get_if<OtherLayer>(&counterpart);
    if (!other) return;
    const auto now = std::ranges::find(from, other->layer);
    if (now == from.end())
        counterpart = {};
    else
        other->layer = static_cast<int>(now - from.begin());
}

} // namespace

View viewOf(const ViewState& state) {
    const View& v = state.view;
    View view{v.layer, v.head, v.query, v.key, v.stage, v.column};
    for (const Stage stage : state.maps.stages) view.stages.emplace_back(infoOf(stage).id);
    view.stages.insert(view.stages.end(), v.stages.begin(), v.stages.end());
    view.parameter = symbolOf(state.parameter);
    if (state.isSplit) view.split = true;
    if (state.tokenIds) view.tokenIds = true;
    view.scalePerHead = state.maps.scalePerHead;
    if (state.maps.rangeWithoutFirst) view.rangeWithoutFirst = true;
    view.numbers = state.maps.numbers;
    if (state.maps.numbersAlways) view.numbersAlways = true;
    view.decimals = state.maps.decimals;
    view.signedColours = state.maps.signedColours;
    view.unsignedColours = state.maps.unsignedColours;
    view.pooling = infoOf(state.maps.pooling).id;
    if (state.maps.isEnlarged) view.largeHead = v.head;
    view.region = state.maps.zoom;
    view.unknown = v.unknown;
    return view;
}

FileCaution cautionOf(const ViewState& state) {
    FileCaution now = state.caution;
    bool hasParameter = false;
    forEachParameter(state.session, [&](const ParameterRef& ref, const ParameterValue& value) {
        const ParameterValue* before = valueOf(state.opened, ref);
        hasParameter = hasParameter || (value.kept && before && before->kept == value.kept);
    });
    if (!hasParameter) now.text = now.details = {};
    const EmbeddingTable &vectors = state.session.text.embeddings, &drawn = state.opened.text.embeddings;
    const bool isRandom = std::ranges::any_of(state.session.text.tokens->ids, [&](Index id) {
        return id >= drawn.rows() || (drawn.cols() == vectors.cols() && drawn.row(id) == vectors.row(id));
    });
    now.isXRandom = now.isXRandom && isRandom;
    return now;
}

SessionFile fileOf(const ViewState& state) { return {state.session, viewOf(state), cautionOf(state)}; }

void takeColours(MapOptions& maps, const View& view) {
    // A range and a curve fit the numbers of one session.
    maps.signedColours = view.signedColours.value_or(ColourChoice{.map = maps.signedColours.map});
    maps.unsignedColours = view.unsignedColours.value_or(ColourChoice{.map = maps.unsignedColours.map});
    for (const PoolingInfo& info : kPoolingList)
        if (info.id == view.pooling) maps.pooling = info.pooling;
}

void takeView(ViewState& state, const View& view) {
    // Older versions could enlarge a head that was not the selected one.
    state.view = {view.layer, view.largeHead.value_or(view.head), view.query, view.key, view.stage, view.column};
    state.view.unknown = view.unknown;
    state.entry.reset();
    MapOptions& maps = state.maps;
    std::set<Stage> stages;
    for (const std::string& id : view.stages) {
        if (const StageInfo* info = findStage(id))
            stages.insert(info->stage);
        else
            state.view.stages.push_back(id); // a later version has it: it is written back
    }
    if (!stages.empty()) maps.stages = {stages.begin(), stages.end()};
    for (const ParameterInfo& info : parameters())
        if (info.symbol == view.parameter) state.parameter = info.parameter;
    state.isSplit = view.split.value_or(false);
    state.tokenIds = view.tokenIds.value_or(false);
    maps.scalePerHead = view.scalePerHead.value_or(maps.scalePerHead);
    maps.rangeWithoutFirst = view.rangeWithoutFirst.value_or(false);
    maps.numbers = view.numbers.value_or(maps.numbers);
    maps.numbersAlways = view.numbersAlways.value_or(false);
    maps.decimals = view.decimals;
    takeColours(maps, view);
    maps.isEnlarged = view.largeHead.has_value();
    maps.overview = false;
    maps.hand = MapHand::Pan;
    maps.compared = Compared::Now;
    maps.counterpart = {};
    maps.zoom = view.region;
}

void follow(ViewState& state, Trails& trails, const Session& before, const Session& after) {
    View& view = state.view;
    if (before.layers.empty()) return; // there was no document
    followTokens(view.query, trails.query, state.maps.zoom, Side::Tokens, before.text, after.text);
    followTokens(view.key, trails.key, state.maps.zoom, Side::KeyTokens, keyText(before), keyText(after));
    const Layer& layerBefore = layerAt(before, view.layer);
    const std::vector<int> layersFrom = pairedByNumber(before.layers, after.layers);
    view.layer = nearestPlace(layersFrom, view.layer);
    followLayer(state.maps.counterpart, layersFrom);
    const Layer& layerAfter = layerAt(after, view.layer);
    const std::vector<int> from = pairedByNumber(layerBefore.heads(), layerAfter.heads());
    if (const auto left = numbersOf(layerBefore), now = numbersOf(layerAfter); left != now) {
        trails.head.leave(left, view.head);
        view.head = trails.head.placeIn(now).value_or(nearestPlace(from, view.head));
    }
}

void cutToWhatExists(ViewState& state) {
    View& view = state.view;
    cutToWhatExists(view, state.session);
    const StageInfo& stage = infoOf(selectedCell(state.session, view).stage);
    const Index columns = lengthOf(stage.cols, sizesOf(state.session, view.layer));
    if (stage.cols != Side::KeyTokens)
        view.column = std::clamp(view.column, 0, std::max(0, static_cast<int>(columns) - 1));
    if (state.step) {
        const Walk walk = state.walk();
        state.step = walk.count() ? std::optional(walk.at(walk.indexOf(*state.step))) : std::nullopt;
    }
    if (state.entry && !exists(state.session, *state.entry)) state.entry.reset();
    std::erase_if(state.lit, [&](const Address& at) { return !exists(state.session, at); });
}

} // namespace headlight
