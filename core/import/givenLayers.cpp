#include "import/givenLayers.h"

#include "base/quotedText.h"
#include "session/Limits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;

constexpr std::pair<Stage, Parameter> kGiven[] = {{Stage::Weights, GivenWeights},
                                                  {Stage::Scores, GivenScores},
                                                  {Stage::Q, GivenQ},
                                                  {Stage::K, GivenK},
                                                  {Stage::V, GivenV}};

/// Returns the stage that an array is by its name or, without one, by its shape; nothing if it is none.
std::optional<Parameter> stageOf(const NamedArray& array) {
    const std::size_t sides = array.shape.size();
    if (sides < 2 || array.areTexts || !array.whyNot.empty()) return std::nullopt;
    if (array.name.empty()) {
        const bool isSquare = sides > 2 && array.shape[sides - 1] == array.shape[sides - 2];
        return isSquare ? std::optional(GivenWeights) : std::nullopt;
    }
    const auto stage = stageOfName(array.name, false);
    const auto given = std::ranges::find(kGiven, stage, &std::pair<Stage, Parameter>::first);
    return stage && given != std::end(kGiven) ? std::optional(given->second) : std::nullopt;
}

/// Returns a prefix with zeros before its numbers: "blocks.000002" stands before "blocks.000010".
std::string ordered(std::string_view prefix) {
    constexpr std::size_t kDigits = 6;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::string text;
    for (std::size_t at = 0; at < prefix.size();) {
        std::size_t end = at;
        while (end < prefix.size() && isDigit(prefix[end])) ++end;
        if (end > at) text.append(kDigits - std::min(kDigits, end - at), '0');
        end = std::max(end, at + 1);
        text += prefix.substr(at, end - at);
        at = end;
    }
    return text;
}

/// Returns the sizes of the array. A side of 1 before the heads is a batch.
Result<GivenArray> shaped(const NamedArray& array, std::size_t index, Parameter parameter) {
    std::vector<std::int64_t> shape = array.shape;
    const std::string name = array.name.empty() ? "array" : "array " + quotedBriefly(array.name);
    if (shape.size() == 5 && shape[1] != 1)
        return Problem{"Its " + name + " is a batch of " + std::to_string(shape[1]) +
                       "; save one of them, such as attentions[:, 0]."};
    if (shape.size() == 5) shape.erase(shape.begin() + 1);
    while (shape.size() < 4) shape.insert(shape.begin(), 1);
    if (shape.size() > 4 || std::ranges::any_of(shape, [](std::int64_t side) { return side < 1; }))
        return Problem{"Its " + name + " is " + shapeText(array.shape) +
                       ", but what is given must be [heads, rows, columns] or [layers, heads, rows, columns]."};
    return GivenArray{parameter, index, std::size_t(shape[0]), std::size_t(shape[1]), shape[2], shape[3]};
}

/// The stages that the arrays with one prefix are, in the order of the file.
using Named = std::vector<std::pair<Parameter, std::size_t>>;

std::map<std::string, Named> namedIn(std::span<const NamedArray> arrays) {
    std::map<std::string, Named> named;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (const auto stage = stageOf(arrays[i])) named[ordered(prefixOfName(arrays[i].name))].emplace_back(*stage, i);
    if (named.size() != 2 || !named.contains("")) return named;
    const Named alone = named.extract("").mapped(); // they belong to the only layers that have a prefix
    Named& others = named.begin()->second;
    others.insert(others.begin(), alone.begin(), alone.end());
    return named;
}

/// Adds the layers of one prefix, if its arrays give any.
Result<void> add(GivenFile& file, const std::string& prefix, const Named& named, std::span<const NamedArray> arrays) {
    const auto has = [&](Parameter p) { return std::ranges::count(named, p, &Named::value_type::first) > 0; };
    const bool areProjected = has(GivenQ) && has(GivenK), hasScores = has(GivenScores);
    const auto isTaken = [&](Parameter p) {
        return p == GivenV ? areProjected || hasScores || has(GivenWeights)
                           : areProjected || !(p == GivenQ || p == GivenK);
    };
    GivenLayers layers{prefix};
    for (const auto& [parameter, array] : named) {
        const bool isComputed = (parameter == GivenScores && areProjected) ||
                                (parameter == GivenWeights && (areProjected || hasScores));
        if (isComputed) file.computed.insert(array);
        if (isComputed || !isTaken(parameter) || layers.has(parameter)) continue;
        const auto one = shaped(arrays[array], array, parameter);
        if (!one) return one.problem();
        layers.arrays.push_back(*one);
    }
    for (const GivenArray& one : layers.arrays)
        if (one.layers != layers.arrays.front().layers || one.heads != layers.arrays.front().heads)
            return Problem{"It has " + listOf(arrays) + ", whose numbers of layers or heads differ."};
    if (!layers.arrays.empty()) file.layers.push_back(std::move(layers));
    return {};
}

/// Gives each mask to the layers with its prefix, or without one to all, unless their weights are given.
void addMasks(GivenFile& file, std::span<const NamedArray> arrays) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const auto role = roleOf(arrays[i]);
        if (!role || role->kind != ArrayRole::Kind::Mask) continue;
        const std::string prefix = ordered(prefixOfName(arrays[i].name));
        for (GivenLayers& layers : file.layers)
            if (!layers.has(GivenWeights) && (prefix.empty() || prefix == layers.prefix)) layers.mask = i;
    }
}

/// Returns a Problem if there is too much of it.
Result<void> check(const GivenFile& file, std::span<const NamedArray> arrays) {
    double count = 0;
    std::size_t layers = 0, heads = 0;
    for (const GivenLayers& of : file.layers) {
        layers += of.arrays.front().layers;
        for (const GivenArray& one : of.arrays) {
            count += double(one.layers) * double(one.heads) * double(one.rows) * double(one.cols);
            heads = std::max(heads, one.heads);
        }
    }
    if (count > double(kMaxGiven))
        return Problem{"What is given has more than " + std::to_string(kMaxGiven) + " numbers: " + listOf(arrays) +
                       ". Save fewer layers or heads, such as attentions[0]."};
    if (layers > kMaxLayers || heads > kMaxHeads)
        return Problem{"It has " + listOf(arrays) +
                       "; at most 64 layers of 64 heads are possible. If the first side is "
                       "a batch, save one of it, such as attentions[0]."};
    return {};
}

} // namespace

bool GivenLayers::has(Parameter parameter) const {
    return std::ranges::find(arrays, parameter, &GivenArray::parameter) != arrays.end();
}

Result<GivenFile> givenIn(std::span<const NamedArray> arrays) {
    GivenFile file;
    for (const auto& [prefix, named] : namedIn(arrays))
        if (auto added = add(file, prefix, named, arrays); !added) return added.problem();
    if (auto right = check(file, arrays); !right) return right.problem();
    addMasks(file, arrays);
    return file;
}

} // namespace headlight
