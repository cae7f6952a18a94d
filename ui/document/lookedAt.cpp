#include "document/lookedAt.h"

#include "text/alignment.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace headlight {
namespace {

/// The sides of a map whose part is remembered, and where.
constexpr std::array<std::pair<Side, std::optional<View::Part> View::*>, 2> kSides{
    {{Side::Tokens, &View::queries}, {Side::KeyTokens, &View::keys}}};

void followToken(int& place, const Text& before, const Text& after) {
    if (before.tokens == after.tokens) return;
    place = nearestPlace(cameFrom(before.tokens->texts, after.tokens->texts), place);
}

/// Layers and heads are who they are by the numbers that they were drawn under.
template <class T>
std::vector<std::string> numbersOf(const std::vector<T>& drawn) {
    std::vector<std::string> numbers;
    for (const T& one : drawn) numbers.push_back(std::to_string(one.number));
    return numbers;
}

template <class T>
std::vector<int> alignedByNumber(const std::vector<T>& before, const std::vector<T>& after) {
    return cameFrom(numbersOf(before), numbersOf(after));
}

} // namespace

View viewOf(const ViewState& state) {
    const View& v = state.view;
    View view{v.layer, v.head, v.query, v.key};
    for (const Stage stage : state.maps.stages) view.stages.emplace_back(infoOf(stage).id);
    view.parameter = symbolOf(state.parameter);
    view.scalePerHead = state.maps.scalePerHead;
    view.numbers = state.maps.numbers;
    if (state.maps.largeHead >= 0) view.largeHead = state.maps.largeHead;
    for (const auto& [side, part] : kSides)
        if (const auto zoom = state.maps.zoom.find(side); zoom != state.maps.zoom.end())
            view.*part = View::Part{zoom->second.first, zoom->second.count};
    return view;
}

void takeView(ViewState& state, const View& view) {
    state.view = {view.layer, view.head, view.query, view.key};
    MapOptions& maps = state.maps;
    std::vector<Stage> stages;
    for (const std::string& id : view.stages)
        if (const StageInfo* info = findStage(id); info && std::ranges::find(stages, info->stage) == stages.end())
            stages.push_back(info->stage);
    if (!stages.empty()) maps.stages = std::move(stages);
    for (const ParameterInfo& info : parameters())
        if (info.symbol == view.parameter) state.parameter = info.parameter;
    maps.scalePerHead = view.scalePerHead.value_or(maps.scalePerHead);
    maps.numbers = view.numbers.value_or(maps.numbers);
    maps.largeHead = view.largeHead.value_or(-1);
    maps.zoom.clear();
    for (const auto& [side, part] : kSides)
        if (const auto& seen = view.*part) maps.zoom[side] = {seen->first, seen->count};
}

void follow(ViewState& state, const Session& before, const Session& after) {
    View& view = state.view;
    if (before.layers.empty()) return; // of no document
    followToken(view.query, before.text, after.text);
    followToken(view.key, keyText(before), keyText(after));
    const auto& headsBefore = before.layers.at(static_cast<std::size_t>(view.layer)).heads;
    view.layer = nearestPlace(alignedByNumber(before.layers, after.layers), view.layer);
    const auto& headsAfter = after.layers.at(static_cast<std::size_t>(view.layer)).heads;
    const std::vector<int> from = alignedByNumber(headsBefore, headsAfter);
    view.head = nearestPlace(from, view.head);
    if (int& large = state.maps.largeHead; large >= 0 && large < static_cast<int>(headsBefore.size()))
        large = wentTo(from, headsBefore.size())[static_cast<std::size_t>(large)];
}

void cutToWhatExists(ViewState& state) {
    const auto cut = [](int& value, int count) { value = std::clamp(value, 0, std::max(0, count - 1)); };
    View& view = state.view;
    cut(view.layer, static_cast<int>(state.session.layers.size()));
    const Sizes sizes = sizesOf(state.session, view.layer);
    cut(view.head, sizes.heads);
    cut(view.query, sizes.tokens);
    cut(view.key, sizes.keyTokens);
    if (state.maps.largeHead >= sizes.heads) state.maps.largeHead = -1;
    if (state.hover && (state.hover->query >= sizes.tokens || state.hover->key >= sizes.keyTokens)) state.hover.reset();
}

} // namespace headlight
