#include "import/leftOut.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "import/tokenIds.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

using Words = ImportChoices::Words;
using ModulePath = std::vector<std::string>;

/// A step of a model that is left out here. Its arrays have one of `parts`, separated by blanks, in their names, as
/// plainPart() writes it.
struct Omission {
    /// The module that has the arrays. Near: the layer, any one around it, or any one in it. Beside: the layer, or the
    /// one directly around it.
    enum class Where { Near, Beside, Anywhere };
    const char* what;
    Where where;
    std::string_view parts;
};

using enum Omission::Where;
constexpr Omission kOmissions[] = {
    {"layer norm before the heads", Near, "sublayer"}, // the Annotated Transformer
    {"a key and a value more", Near, "biask biasv"},
    {"norms of q and k", Near,
     "qnorm knorm normq normk qknorm qlayernorm klayernorm querynorm keynorm lnq lnk qln kln"},
    {"relative positions", Anywhere,
     "relativeattentionbias relativepositionbias relativepositionbiastable relativepositionindex distanceembedding "
     "relembeddings relpos relposh relposw relposembed posbiasu posbiasv rrbias rwbias alibi alibislopes"},
    {"rotary positions", Anywhere, "invfreq rotaryemb rotary rope ropeemb freqscis"},
    {"another scale of the scores", Beside, "logitscale temperature scale"},
    {"a gate behind the heads", Beside, "gate"},
    {"attention sinks", Beside, "sinks sink"},
    {"updates of low rank", Near, "loraa lorab loraembeddinga loraembeddingb"},
    {"factors of quantised matrices", Near, "weightscale weightscaleinv scb scales qzeros"}};

bool beginsWith(const ModulePath& path, const ModulePath& with) {
    return path.size() >= with.size() && std::equal(with.begin(), with.end(), path.begin());
}

bool isWhere(Omission::Where where, const ModulePath& module, const ModulePath& layer) {
    const bool isAround = beginsWith(layer, module);
    switch (where) {
    case Omission::Where::Anywhere: return true;
    case Omission::Where::Beside: return isAround && module.size() + 1 >= layer.size();
    case Omission::Where::Near: break;
    }
    return isAround || beginsWith(module, layer);
}

/// True for a matrix with the shape of W_o, in or beside a layer that has no W_o.
bool mayBeOutput(const NamedArray& array, const ModulePath& path, const ArrayLayer& layer, ModulePath around) {
    std::vector<std::int64_t> shape = array.shape;
    if (shape.size() == 3 && shape[0] > 1) shape = {shape[0] * shape[1], shape[2]}; // [heads, d_v, d]
    if (layer.hasOutput || shape.size() != 2 || !array.texts.empty()) return false;
    if (const auto role = roleOf(array); role && role->parameter != Parameter::Wo)
        return false; // it is a mask, or W_q of another layer
    if (!around.empty()) around.pop_back();
    const std::pair<std::int64_t, std::int64_t> is{shape[0], shape[1]}, transposed{shape[1], shape[0]};
    const std::pair<std::int64_t, std::int64_t> meant{layer.dv, layer.d};
    return path.size() > 1 + around.size() && beginsWith(path, around) && (is == meant || transposed == meant);
}

/// Returns what the model computes with an array that is not taken; empty if attention does not need it.
std::string whatOf(std::size_t index, const NamedArray& array, const ArrayLayer& layer) {
    if (layer.norm && layer.norm->has(index)) return layer.norm->what;
    const ModulePath path = pathOfName(array.name), around = layer.name.empty() ? ModulePath() : pathOfName(layer.name);
    for (std::size_t i = 0; i < path.size(); ++i)
        for (const Omission& one : kOmissions)
            if (isAmong(plainPart(path[i]), one.parts) &&
                isWhere(one.where, ModulePath(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i)), around))
                return one.what;
    return mayBeOutput(array, path, layer, around) ? "a matrix behind the heads" : "";
}

/// True if the array is taken, as numbers, as tokens or as the causal mask.
bool isTaken(std::size_t array, const ArraySet& set, const ImportChoices& choices) {
    const bool isXUsed = set.x && choices.words == Words::OfFile;
    if (isXUsed && set.tokens == array && choices.sentence.empty()) return true;
    if (set.tokensKv == array && usesXkv(set, choices)) return true;
    if (const ArrayLayer* layer = chosenLayer(set, choices))
        if (layer->headsArray == array || (layer->maskArray == array && takesMask(*layer, choices))) return true;
    return isUsed(array, set, choices) || (choices.isCausal && std::ranges::find(set.masks, array) != set.masks.end());
}

std::string omitted(std::size_t array, const ArraySet& set, std::span<const NamedArray> arrays,
                    const ImportChoices& choices) {
    const ArrayLayer* layer = chosenLayer(set, choices);
    return layer && !isTaken(array, set, choices) ? whatOf(array, arrays[array], *layer) : std::string();
}

/// True if no layers come before the layer: in the file, or as the number in its name says.
bool isFirst(const ArraySet& set, const ImportChoices& choices) {
    const auto isLater = [](const std::string& part) {
        return part.find_first_not_of("0123456789") == part.npos && part.find_first_of("123456789") != part.npos;
    };
    return choices.layer == 0 && (set.layers.empty() || std::ranges::none_of(pathOfName(set.layers[0].name), isLater));
}

/// Returns a sentence on what the model computes and the choices do not; empty if there is nothing.
std::string notComputed(const ArraySet& set, std::span<const NamedArray> arrays, const ImportChoices& choices,
                        bool hasNames) {
    constexpr std::size_t kNamed = 4;                      // arrays that are named for each step
    std::map<std::string, std::vector<std::string>> names; // the names of arrays, by step
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (const std::string what = omitted(i, set, arrays, choices); !what.empty())
            names[what].push_back(showable(arrays[i].name, kBriefly));
    if (const ArrayLayer* layer = chosenLayer(set, choices); layer && layer->config)
        for (const std::string& what : layer->config->notComputed) names[what].push_back("config.json");
    if (set.isXOfIds && choices.words == Words::OfFile && !isFirst(set, choices))
        names["the layers before this one"].push_back(kXOfIds);
    std::string all;
    for (const auto& [what, of] : names) {
        all += (all.empty() ? "" : hasNames ? "; " : ", ") + what;
        if (!hasNames) continue;
        all += " (";
        for (std::size_t i = 0; i < std::min(of.size(), kNamed); ++i) all += (i == 0 ? "" : ", ") + of[i];
        all += (of.size() > kNamed ? " and " + std::to_string(of.size() - kNamed) + " more" : "") + ")";
    }
    return all.empty() ? all : "Not computed, but the model does: " + all + ".";
}

/// Returns what the choices have of a config.json, and the user did not choose otherwise: "12 heads, causal mask".
std::string takenFrom(const ModelConfig& config, const ArrayLayer& layer, const ImportChoices& choices) {
    std::string text;
    const auto add = [&](bool isTaken, const std::string& what) {
        if (isTaken) text += (text.empty() ? "" : ", ") + what;
    };
    const bool hasHeads = choices.heads == config.heads;
    add(hasHeads, std::to_string(config.heads) + " heads");
    add(hasHeads && layer.share > 1, std::to_string(config.keyHeads) + " of keys");
    add(config.causal != ModelConfig::Causal::Unknown && choices.isCausal == config.isCausal(layer.name),
        choices.isCausal ? "causal mask" : "no causal mask");
    if (config.scale && choices.scale == config.scale)
        add(true, config.scale->kind == Scale::Kind::None ? "no scale" : "scale " + shortest(config.scale->factor));
    add(choices.norm && config.eps > 0, "eps " + shortest(config.eps));
    return text;
}

} // namespace

bool isUsed(std::size_t array, const ArraySet& set, const ImportChoices& choices) {
    if (choices.words == Words::OfFile && set.x == array) return true;
    if (usesXkv(set, choices) && set.xKv == array) return true;
    const ArrayLayer* layer = chosenLayer(set, choices);
    if (!layer) return false;
    if (choices.norm && layer->norm->has(array)) return true;
    return std::ranges::find(layer->parts, array, &ArrayPart::array) != layer->parts.end();
}

std::vector<std::string> cautionsOn(const ArraySet& set, std::span<const NamedArray> arrays,
                                    const ImportChoices& choices, bool hasNames) {
    std::vector<std::string> sentences;
    if (choices.words == Words::Typed) sentences.push_back(kRandomX);
    if (const std::string others = notComputed(set, arrays, choices, hasNames); !others.empty())
        sentences.push_back(others);
    return sentences;
}

FileCaution cautionFor(const ArraySet& set, std::span<const NamedArray> arrays, const ImportChoices& choices) {
    return {notComputed(set, arrays, choices, false), notComputed(set, arrays, choices, true),
            choices.words == Words::Typed};
}

std::string textOf(const FileCaution& caution, bool hasNames) {
    const std::string& others = hasNames ? caution.details : caution.text;
    return caution.isXRandom ? kRandomX + (others.empty() ? "" : " " + others) : others;
}

std::vector<std::string> assumptionsOn(const ArraySet& set, const ImportChoices& choices) {
    std::vector<std::string> sentences;
    if (set.layers.empty() || choices.heads == 0) return sentences;
    const ArrayLayer& layer = *chosenLayer(set, choices);
    if (!layer.whyNoConfig.empty()) sentences.push_back("Its config.json is not used. " + layer.whyNoConfig);
    if (const std::string taken = layer.config ? takenFrom(*layer.config, layer, choices) : ""; !taken.empty())
        sentences.push_back("Taken from config.json: " + taken + ".");
    if (layer.config && layer.config->causal == ModelConfig::Causal::Unknown && !layer.hasCausalMask)
        sentences.push_back("Its config.json is of a model that is not known" +
                            (layer.config->type.empty() ? "" : " (" + showable(layer.config->type, kBriefly) + ")") +
                            ": whether it has a causal mask and positions of its own, the file does not say.");
    if (choices.isCausal && layer.hasCausalMask && set.masks.empty())
        sentences.push_back(std::string(kCausalOfWeights) + ".");
    if (layer.isGpt && !layer.hasCausalMask && choices.isCausal && !layer.config)
        sentences.push_back("Its c_attn is that of GPT-2, so the causal mask is on.");
    if (set.isXOfIds && choices.words == Words::OfFile) sentences.push_back("X is made of input_ids, wte and wpe.");
    if (layer.share > 1)
        sentences.push_back("Each head of its W_k and W_v is taken for " + std::to_string(layer.share) +
                            " heads of W_q.");
    if (takesMask(layer, choices)) sentences.push_back("Its mask is taken: " + layer.mask.said);
    if (choices.norm)
        sentences.push_back(std::string("Taken with it: a layer norm ") +
                            (choices.norm->place == Norm::Place::Before ? "before" : "after") +
                            " the heads, and the residual.");
    return sentences;
}

std::string briefListOf(std::span<const NamedArray> arrays, const std::vector<std::size_t>& which,
                        const std::map<std::size_t, std::string>& why) {
    constexpr std::size_t kListed = 5;
    std::string text;
    for (std::size_t n = 0; n < std::min(which.size(), kListed); ++n) {
        const NamedArray& array = arrays[which[n]];
        const auto found = why.find(which[n]);
        const std::string& reason = found == why.end() ? array.whyNot : found->second;
        text += (n == 0 ? "" : ", ") + (array.name.empty() ? "an array" : showable(array.name, kBriefly)) + " " +
                shapeText(array.shape) + (reason.empty() ? "" : " (" + reason + ")");
    }
    return which.size() > kListed ? text + " and " + std::to_string(which.size() - kListed) + " more" : text;
}

std::string notUsedText(const ArraySet& set, std::span<const NamedArray> arrays, const ImportChoices& choices) {
    std::vector<std::size_t> others;
    const bool isXMade = set.isXOfIds && choices.words == Words::OfFile;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!(isXMade && arrays[i].whyNot == kPartOfX) && !isTaken(i, set, choices) &&
            omitted(i, set, arrays, choices).empty())
            others.push_back(i);
    return briefListOf(arrays, others, set.unused);
}

} // namespace headlight
