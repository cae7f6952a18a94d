#include "import/givenLayers.h"

#include "base/quotedText.h"
#include "session/Limits.h"

#include <algorithm>
#include <cmath>
#include <cstring>
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
    if (array.name.empty()) { // a single square of 0 and 1 may be a mask, or X
        const bool isSquare = array.shape[sides - 1] == array.shape[sides - 2];
        const bool isGiven = sides > 2 ? isSquare || areWeights(array)
                                       : isSquare && areWeights(array) &&
                                             std::ranges::any_of(array.values, [](float x) { return x > 0 && x < 1; });
        return isGiven ? std::optional(GivenWeights) : std::nullopt;
    }
    const auto stage = stageOfName(array.name, false);
    const auto given = std::ranges::find(kGiven, stage, &std::pair<Stage, Parameter>::first);
    return stage && given != std::end(kGiven) ? std::optional(given->second) : std::nullopt;
}

/// True if the name says that the first of four sides is layers.
bool areLayers(const NamedArray& array) { return plainPart(pathOfName(array.name).back()).ends_with("attentions"); }

/// Returns of how many texts the array is a batch, as its shape says.
std::int64_t textsOf(const NamedArray& array, bool hasPrefixes) {
    const std::size_t sides = array.shape.size();
    const bool isBatch = sides == 5 || (sides == 4 && hasPrefixes && !areLayers(array));
    return isBatch ? array.shape.end()[-4] : 1; // before heads, queries, keys
}

/// Returns the sizes of the array. A side of 1 before the heads is a batch.
Result<GivenArray> shaped(const NamedArray& array, std::size_t index, Parameter parameter) {
    std::vector<std::int64_t> shape = array.shape;
    const std::string name = array.name.empty() ? "array" : "array " + quotedBriefly(array.name);
    if (shape.size() == 5 && shape[1] == 1) shape.erase(shape.begin() + 1);
    while (shape.size() < 4) shape.insert(shape.begin(), 1);
    if (shape.size() > 4 || std::ranges::any_of(shape, [](std::int64_t side) { return side < 1; }))
        return Problem{"Its " + name + " is " + shapeText(array.shape) +
                       ", but what is given must be [heads, rows, columns] or [layers, heads, rows, columns]."};
    return GivenArray{parameter, index, std::size_t(shape[0]), std::size_t(shape[1]), shape[2], shape[3]};
}

/// The stages that the arrays with one prefix are, in the order of the file.
using Named = std::vector<std::pair<Parameter, std::size_t>>;

/// Orders prefixes by the numbers in them: "blocks.2" stands before "blocks.10".
struct ByNumbers {
    bool operator()(const std::string& a, const std::string& b) const { return ::strverscmp(a.c_str(), b.c_str()) < 0; }
};
using NamedByPrefix = std::map<std::string, Named, ByNumbers>;

NamedByPrefix namedIn(std::span<const NamedArray> arrays) {
    NamedByPrefix named;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (const auto stage = stageOf(arrays[i])) named[prefixOfName(arrays[i].name)].emplace_back(*stage, i);
    if (named.size() != 2 || !named.contains("")) return named;
    const Named alone = named.extract("").mapped(); // they belong to the only layers that have a prefix
    Named& others = named.begin()->second;
    others.insert(others.begin(), alone.begin(), alone.end());
    return named;
}

/// Adds the layers of one prefix, if its arrays give any.
Result<void> add(GivenFile& file, const std::string& prefix, const Named& named, std::span<const NamedArray> arrays,
                 bool hasPrefixes) {
    const auto has = [&](Parameter p) { return std::ranges::count(named, p, &Named::value_type::first) > 0; };
    const Parameter first = has(GivenQ) && has(GivenK) ? GivenQ : has(GivenScores) ? GivenScores : GivenWeights;
    if (!has(first)) return {};
    GivenLayers layers{prefix};
    for (const auto& [parameter, array] : named) {
        const bool isFirst = parameter == first || (parameter == GivenK && first == GivenQ);
        if (!isFirst && (parameter == GivenScores || parameter == GivenWeights)) file.computed.insert(array);
        if (!isFirst && parameter == GivenWeights && !layers.weights) layers.weights = array;
        if (!(isFirst || parameter == GivenV) || layers.has(parameter)) continue;
        if (const std::int64_t texts = textsOf(arrays[array], hasPrefixes); texts > 1) // others have another number
            return Problem{"Its array " + quotedBriefly(arrays[array].name) + " is a batch of " +
                           std::to_string(texts) + "; save one of them, such as " +
                           showable(arrays[array].name, kBriefly) +
                           (arrays[array].shape.size() == 5 ? "[:, 0]." : "[0].")};
        const auto one = shaped(arrays[array], array, parameter);
        if (!one) return one.problem();
        file.mayBeBatch |= arrays[array].shape.size() == 4 && one->layers > 1 && !areLayers(arrays[array]);
        layers.arrays.push_back(*one);
    }
    for (const GivenArray& one : layers.arrays)
        if (one.layers != layers.arrays.front().layers || one.heads != layers.arrays.front().heads)
            return Problem{"It has " + listOf(arrays) + ", whose numbers of layers or heads differ."};
    file.layers.push_back(std::move(layers));
    return {};
}

/// Gives each mask, scale and W_o to the layers with its prefix, or without one to all, unless their stages are later.
void addOthers(GivenFile& file, std::span<const NamedArray> arrays) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const auto role = roleOf(arrays[i]);
        if (!role || isFalse(arrays[i])) continue;
        const bool isOutput = role->kind == ArrayRole::Kind::Parameter &&
                              (role->parameter == Wo || role->parameter == Bo);
        for (GivenLayers& layers : file.layers) {
            if (!role->layer.empty() && role->layer != layers.prefix) continue;
            const std::vector<std::int64_t>& shape = arrays[i].shape;
            const auto ofQueries = std::ranges::find_if(
                layers.arrays, [](const GivenArray& one) { return one.parameter == GivenQ || one.isMap(); });
            const bool isSmall = shape.size() > 1 && ofQueries != layers.arrays.end() && shape.back() < ofQueries->rows;
            if (role->kind == ArrayRole::Kind::Mask && !layers.has(GivenWeights)) {
                if (!isCausal(arrays[i]) || (isSmall && !layers.mask)) layers.mask = i;
                if (isCausal(arrays[i]) && !isSmall) layers.causal = i; // a larger one is cut
            }
            if (role->kind == ArrayRole::Kind::Scale && !layers.has(GivenWeights)) layers.scale = i;
            if (isOutput && layers.has(GivenV) && layers.arrays.front().layers == 1)
                layers.output.push_back({i, *role, &arrays[i].shape});
        }
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

bool areWeights(const NamedArray& array) {
    const auto cols = static_cast<std::size_t>(array.shape.back());
    for (std::size_t at = 0; at < array.values.size(); at += cols) {
        double sum = 0;
        for (std::size_t col = 0; col < cols; ++col) {
            const float x = array.values[at + col];
            if (!(x >= 0)) return false;
            sum += static_cast<double>(x);
        }
        if (std::abs(sum - 1) > 1e-2 && sum != 0) return false;
    }
    return true;
}

bool GivenLayers::has(Parameter parameter) const {
    return std::ranges::find(arrays, parameter, &GivenArray::parameter) != arrays.end();
}

std::int64_t textsIn(std::span<const NamedArray> arrays) {
    const auto named = namedIn(arrays);
    std::int64_t texts = 1;
    for (const auto& [prefix, of] : named)
        for (const auto& [parameter, array] : of) texts = std::max(texts, textsOf(arrays[array], named.size() > 1));
    return texts;
}

Result<GivenFile> givenIn(std::span<const NamedArray> arrays) {
    GivenFile file;
    const auto named = namedIn(arrays);
    for (const auto& [prefix, of] : named)
        if (auto added = add(file, prefix, of, arrays, named.size() > 1); !added) return added.problem();
    if (auto right = check(file, arrays); !right) return right.problem();
    addOthers(file, arrays);
    return file;
}

} // namespace headlight
