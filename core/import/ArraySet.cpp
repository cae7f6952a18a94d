#include "import/ArraySet.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "import/layerOf.h"
#include "import/tokenIds.h"
#include "session/Limits.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;
using Kind = ArrayRole::Kind;

Problem notUnderstood(const ArraySet& set, std::span<const NamedArray> arrays, const std::string& why) {
    if (!set.unused.empty()) return {"It has " + listOf(arrays) + ", but " + unusedText(set, arrays) + "."};
    return {"It has " + listOf(arrays) + ", but " + why +
            ". Layers are recognised by names such as W_query, W_key.weight, q_proj.weight, heads.0.W_value, "
            "in_proj_weight and out_proj.bias."};
}

/// Returns why X cannot be the vectors of the tokens; empty if it can.
std::string whyNoX(const NamedArray& x) {
    const std::size_t sides = x.shape.size();
    if (sides > 0 && std::ranges::find(x.shape, 0) != x.shape.end()) return "it is empty";
    if (sides == 2 || (sides == 3 && x.shape[0] == 1)) return {};
    if (sides != 3) return "its shape is not [tokens, d]";
    return "it is a batch of " + std::to_string(x.shape[0]) + "; save one of them, such as X[0]" +
           (x.shape[1] == 1 ? ", or X[:, 0] if it is [tokens, batch, d]" : "");
}

/// Drops X or X_kv if its width is not the number of rows of the weight that reads it.
void dropUnfitting(ArraySet& set, std::optional<std::size_t>& x, Index width, const char* weight, Index rows) {
    if (!x || width == rows) return;
    set.unused[*x] = "it has " + std::to_string(width) + " numbers for each token, but " + weight + " has " +
                     std::to_string(rows) + " rows";
    x.reset();
}

void dropTokens(std::optional<std::size_t>& tokens, const std::optional<std::size_t>& x, const char* name,
                std::span<const NamedArray> arrays, std::map<std::size_t, std::string>& late) {
    if (!tokens || !x || arrays[*tokens].shape[0] == tokensOf(arrays[*x])) return;
    late[*tokens] = "it has " + std::to_string(arrays[*tokens].shape[0]) + " tokens, but " + name + " has " +
                    std::to_string(tokensOf(arrays[*x])) + " rows";
    tokens.reset();
}

/// Takes X or X_kv, unless there is one; or notes why it cannot be the vectors of the tokens.
void takeX(ArraySet& set, std::optional<std::size_t>& x, std::size_t array, const NamedArray& numbers) {
    if (x) return;
    if (std::string why = whyNoX(numbers); why.empty())
        x = array;
    else if (!numbers.name.empty() || numbers.shape.size() == 3)
        set.unused[array] = std::move(why);
}

/// The arrays of each layer by its name, in the order of the file.
using NamedByLayer = std::vector<std::pair<std::string, std::vector<MeantArray>>>;

/// Adds the layers that can be made. Returns why the first of the others cannot; empty if all can.
std::string addLayers(ArraySet& set, const NamedByLayer& layers, Index d, Index dSource, const ArrayHints& hints) {
    std::string why;
    for (const auto& [name, arrays] : layers) {
        auto layer = layerOf(name, arrays, hints, set.layers.empty() ? d : 0, dSource);
        if (layer && *layer)
            set.layers.push_back(std::move(**layer));
        else if (!layer && why.empty())
            why = (name.empty() ? "" : "of " + quotedBriefly(name) + " ") + layer.text();
    }
    return why;
}

/// The layer norms of a file by the module that they stand in.
using NormsByModule = std::map<std::string, std::vector<ArrayNorm>>;

void addNorm(NormsByModule& norms, std::size_t array, const ArrayRole& role) {
    std::vector<ArrayNorm>& of = norms[role.layer];
    auto norm = std::ranges::find(of, role.norm, &ArrayNorm::name);
    if (norm == of.end()) norm = of.insert(of.end(), {{}, {}, role.place, role.norm});
    (role.parameter == NormGain ? norm->gain : norm->bias) = array;
}

/// Completes a layer norm whose place is known, or is not.
void describe(ArrayNorm& norm, const ArrayLayer& layer, std::span<const NamedArray> arrays) {
    const bool isAfter = norm.place == Norm::Place::After, isRms = !norm.bias && !norm.name.starts_with("ln");
    const char* const where = isAfter ? "after" : norm.place ? "before" : "before or after";
    norm.what = std::string(isRms ? "RMS norm " : "layer norm ") + where + " the heads";
    if (isRms && norm.name == "inputlayernorm" && !layer.config) norm.what += " and perhaps rotary positions"; // Llama
    const auto fits = [&](const std::optional<std::size_t>& array) {
        return array && arrays[*array].shape == std::vector<std::int64_t>{layer.d};
    };
    const bool hasWidth = !isAfter || std::ranges::any_of(layer.parts, [&](const ArrayPart& part) {
        return part.parameter == Wo && part.cols == layer.d;
    });
    norm.isTakeable = !isRms && fits(norm.gain) && (!norm.bias || fits(norm.bias)) && hasWidth;
}

/// Returns the layer norm that stands in the layer, or in one of the two modules around it.
std::optional<ArrayNorm> normOf(const ArrayLayer& layer, const NormsByModule& norms,
                                std::span<const NamedArray> arrays) {
    std::vector<std::string> path = pathOfName(layer.name);
    const std::string last = plainPart(path.back());
    for (const char* other : {"multihead", "cross", "encoder"}) // the second attention of a decoder's layer
        if (last.find(other) != last.npos) return std::nullopt;
    std::string module = layer.name;
    for (int up = 0; up < 3; ++up) {
        if (const auto found = norms.find(module); found != norms.end()) {
            ArrayNorm norm = found->second.front();
            if (!norm.place && layer.config) norm.place = layer.config->norm;
            if (!norm.place && norm.name == "norm1" && last != "selfattn") norm.place = Norm::Place::Before; // timm
            describe(norm, layer, arrays);
            return norm;
        }
        if (module.empty()) break;
        module.resize(module.find('.') == module.npos ? 0 : module.rfind('.'));
    }
    return std::nullopt;
}

/// Gives a layer the model's config.json, or the reason why it is not used.
void takeConfig(ArrayLayer& layer, const FoundConfig& found) {
    layer.whyNoConfig = found.problem;
    if (!found.config) return;
    const ModelConfig& config = *found.config;
    const int keyHeads = config.keyHeads > 0 ? config.keyHeads : config.heads;
    const std::vector<int> counts = headCounts(layer);
    const bool fits = (config.d == 0 || config.d == layer.d) && config.heads * config.widthOfHead() == layer.dk &&
                      config.heads == keyHeads * layer.share && std::ranges::find(counts, config.heads) != counts.end();
    if (fits) layer.statedHeads = config.heads;
    if (fits) return void(layer.config = config);
    layer.whyNoConfig = "It says " + std::to_string(config.heads) + " heads of " +
                        std::to_string(config.widthOfHead()) + " numbers, " + std::to_string(keyHeads) +
                        " of keys, and d = " + std::to_string(config.d) + ", but W_q is " +
                        sizeText(layer.d, layer.dk) + " and W_k " + sizeText(layer.dSource, layer.dk / layer.share) +
                        ".";
}

/// Takes the number of heads, or a mask of the tokens of X that is not causal; or notes why it cannot be taken.
void takeBeside(ArrayLayer& layer, const MeantArray& one, const ArraySet& set, std::span<const NamedArray> arrays,
                std::map<std::size_t, std::string>& late) {
    const std::size_t i = one.array;
    const NamedArray& array = arrays[i];
    const bool isCount = one.role.kind == Kind::Heads;
    if ((!one.role.layer.empty() && one.role.layer != layer.name) || (isCount && array.values.empty())) return;
    if (isCount) {
        const std::vector<int> counts = headCounts(layer);
        const auto fits = std::ranges::find(counts, array.values[0]);
        if (fits == counts.end())
            late[i] = shortest(array.values[0]) + " heads do not fit W_q, " + sizeText(layer.d, layer.dk);
        else
            layer.headsArray = i, layer.statedHeads = *fits;
    } else if (set.x) {
        const Index tokens = tokensOf(arrays[*set.x]), keys = set.xKv ? tokensOf(arrays[*set.xKv]) : tokens;
        const auto mask = layer.maskArray ? Result<FileMask>(Problem{"Another mask is taken."})
                                          : maskIn(array, tokens, keys, kMaxMaskBesideX);
        if (mask)
            layer.maskArray = i, layer.mask = *mask, late.erase(i);
        else if (const std::string& why = mask.text(); late.contains(i)) // no other layer takes it
            late[i] = static_cast<char>(std::tolower(why[0])) + why.substr(1, why.size() - 2);
    }
}

} // namespace

std::string unusedText(const ArraySet& set, std::span<const NamedArray> arrays) {
    std::string text;
    for (const auto& [array, why] : set.unused) {
        const std::string& name = arrays[array].name;
        text += (text.empty() ? "" : "; ") + (name.empty() ? "it" : "its array " + quotedBriefly(name)) +
                " is not used: " + why;
    }
    return text;
}

Result<ArraySet> arraySet(std::span<const NamedArray> arrays, const ArrayHints& hints) {
    ArraySet set;
    NormsByModule norms;
    NamedByLayer layers;
    std::map<std::string, std::size_t> places; // indices into `layers`
    std::set<std::string> masked, unmasked;    // the layers of causal masks, and of a `causal` that is False
    std::vector<MeantArray> causal, beside;    // causal masks; numbers of heads, and other masks
    std::map<std::size_t, std::string> late;   // unused arrays that are no reason why there is no layer
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const NamedArray& array = arrays[i];
        const auto given = hints.roles.find(i);
        const bool isGiven = given != hints.roles.end();
        const auto role = isGiven ? given->second : roleOf(array);
        if (!array.whyNot.empty() && (role || stageOfName(array.name, false))) set.unused[i] = array.whyNot;
        if (!role && array.isCausal) masked.insert(prefixOfName(array.name)); // weights
        if (!role || !array.whyNot.empty()) continue;
        if (!array.texts.empty()) {
            const bool isList = array.shape.size() == 1;
            if (isList && role->kind == Kind::Tokens) set.tokens = i;
            if (isList && role->kind == Kind::TokensKv) set.tokensKv = i;
            continue;
        }
        if (role->kind == Kind::Norm) {
            addNorm(norms, i, *role);
            continue;
        }
        if (role->kind == Kind::X && isGiven) set.x.reset(); // it replaces the one that has the name
        if (role->kind == Kind::X) takeX(set, set.x, i, array);
        if (role->kind == Kind::XKv) takeX(set, set.xKv, i, array);
        if (role->kind == Kind::Mask && isCausal(array)) {
            causal.push_back({i, *role, &array.shape});
        } else if (role->kind == Kind::Mask || role->kind == Kind::Heads) {
            const bool isIdle = role->kind == Kind::Mask && hidesNothing(array);
            if (isFalse(array)) unmasked.insert(role->layer);
            if (!isIdle) beside.push_back({i, *role, &array.shape});
            if (role->kind == Kind::Mask) late[i] = isIdle ? "it hides nothing" : "it is not causal";
        }
        const auto [place, isNew] = places.emplace(role->layer, layers.size());
        if (isNew) layers.emplace_back(role->layer, std::vector<MeantArray>());
        std::vector<MeantArray>& of = layers[place->second].second;
        of.insert(isGiven ? of.begin() : of.end(), {i, *role, &array.shape}); // the first of two is taken
    }
    for (const MeantArray& mask : causal) {
        if (set.x && mask.shape->size() > 1 && mask.shape->back() < tokensOf(arrays[*set.x])) // a larger one is cut
            late[mask.array] = "it is of " + std::to_string(mask.shape->back()) + " tokens, but X has " +
                               std::to_string(tokensOf(arrays[*set.x])) + " rows";
        else
            masked.insert(mask.role.layer), set.masks.push_back(mask.array);
    }
    const Index d = set.x ? widthOf(arrays[*set.x]) : 0, dSource = set.xKv ? widthOf(arrays[*set.xKv]) : 0;
    const std::string why = addLayers(set, layers, d, dSource, hints);
    for (ArrayLayer& layer : set.layers) {
        layer.hasCausalMask = masked.contains(layer.name) || masked.contains("");
        layer.isGpt &= !unmasked.contains(layer.name) && !unmasked.contains("");
        takeConfig(layer, hints.config);
        layer.norm = normOf(layer, norms, arrays);
    }
    if (set.layers.empty() && (!set.x || !why.empty()))
        return notUnderstood(set, arrays, why.empty() ? "no W_q, W_k and W_v among them" : why);
    const ArrayLayer* first = set.layers.empty() ? nullptr : &set.layers.front();
    if (first) dropUnfitting(set, set.x, d, "W_q", first->d);
    if (first) dropUnfitting(set, set.xKv, dSource, "W_k", first->dSource);
    if (!first) set.xKv.reset();
    set.isXOfIds = set.x && arrays[*set.x].name == kXOfIds;
    dropTokens(set.tokens, set.x, "X", arrays, late);
    dropTokens(set.tokensKv, set.xKv, "X_kv", arrays, late);
    for (ArrayLayer& layer : set.layers)
        for (const MeantArray& one : beside) takeBeside(layer, one, set, arrays, late);
    set.unused.merge(late);
    return set;
}

std::vector<int> headCounts(const ArrayLayer& layer) {
    if (layer.heads > 0 || layer.dk == 0) return {std::max(1, layer.heads)};
    std::vector<int> counts;
    for (int heads = 1; heads <= kMaxHeads; ++heads)
        if (layer.dk % heads == 0 && layer.dv % heads == 0 && heads % layer.share == 0) counts.push_back(heads);
    return counts;
}

} // namespace headlight
