#include "import/ArraySet.h"

#include "base/quotedText.h"
#include "session/Limits.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace headlight {
namespace {

using enum Parameter;
using Kind = ArrayRole::Kind;
constexpr Parameter kWeights[] = {Wq, Wk, Wv};

struct Named {
    std::size_t array;
    ArrayRole role;
    const std::vector<std::int64_t>* shape;

    Index side(std::size_t i) const { return shape->at(i); }
    std::size_t sides() const { return shape->size(); }
};

bool isWeight(Parameter parameter) { return std::ranges::find(kWeights, parameter) != std::end(kWeights); }
bool isBias(Parameter parameter) { return infoOf(parameter).weight.has_value(); }

std::string shapeOf(Index rows, Index cols) { return shapeText(std::vector<std::int64_t>{rows, cols}); }

/// Makes an ArrayLayer of the arrays with one prefix.
class LayerMaker {
public:
    LayerMaker(std::string name, bool areSidesSwapped) : areSidesSwapped_(areSidesSwapped) {
        layer_.name = std::move(name);
    }

    void add(const Named& one) {
        switch (one.role.kind) {
        case Kind::Joined: return addJoined(one);
        case Kind::JoinedBias: return addJoinedBias(one);
        case Kind::Parameter: return isBias(one.role.parameter) ? addBias(one) : addWeight(one);
        default: return;
        }
    }
    bool isAny() const {
        return std::ranges::any_of(layer_.parts, [](const ArrayPart& part) { return isWeight(part.parameter); });
    }
    /// Completes and checks the layer. `d` and `dSource` are the widths of the file's X and X_kv, or 0. A Problem is a
    /// part of a sentence on what does not fit.
    Result<ArrayLayer> finished(Index d, Index dSource) {
        if (!areSidesSwapped_ && d > 0 && !layer_.isJoined &&
            std::ranges::all_of(layer_.parts, [&](const ArrayPart& part) {
                const Index reads = part.parameter != Wq && dSource > 0 ? dSource : d;
                return !isWeight(part.parameter) || (part.rows != reads && part.cols == reads);
            }))
            transposeWeights();
        if (areSidesSwapped_ && !layer_.isJoined) transposeWeights();
        dropDouble();
        for (const Parameter weight : kWeights)
            if (auto right = countHeads(weight); !right) return right.problem();
        if (auto right = takeSizes(dSource); !right) return right.problem();
        if (auto right = checkBiases(); !right) return right.problem();
        layer_.numbers = numbers_;
        return layer_;
    }

private:
    void put(const Named& one, Parameter parameter, ArrayPart part) {
        part.array = one.array;
        part.parameter = parameter;
        if (infoOf(parameter).scope == Scope::Head && part.head == kAllHeads && one.role.head) {
            part.head = *one.role.head;
            numbers_.insert(part.head);
        }
        if (part.width == 0) part.width = one.shape->back();
        layer_.parts.push_back(part);
    }

    void addWeight(const Named& one) {
        const bool isTransposed = one.role.isLinear && !isConv_, hasHeads = one.sides() == 3;
        if (one.sides() < 2 || one.sides() > 3) return;
        const Index rows = one.side(one.sides() - 2), cols = one.side(one.sides() - 1);
        ArrayPart part;
        part.isTransposed = isTransposed && !(hasHeads && one.role.parameter == Wo);
        part.rows = part.isTransposed ? cols : rows;
        part.cols = part.isTransposed ? rows : cols;
        if (hasHeads && one.role.parameter == Wo) part.rows *= one.side(0); // [heads, d_v, d]
        if (!hasHeads || one.role.parameter == Wo) return put(one, one.role.parameter, part);
        one.role.isKernel ? putColumns(one, part) : putSlices(one, part);
    }
    /// Adds the heads of an array [d, heads, d_k].
    void putColumns(const Named& one, ArrayPart part) {
        part.width = part.rows * part.cols;
        const Index heads = std::min<Index>(std::exchange(part.rows, one.side(0)), kMaxHeads + 1);
        for (Index head = 0; head < heads; ++head) {
            part.first = head * part.cols;
            part.head = static_cast<int>(head);
            numbers_.insert(part.head);
            put(one, one.role.parameter, part);
        }
    }
    void putSlices(const Named& one, ArrayPart part) {
        for (Index head = 0; head < std::min<Index>(one.side(0), kMaxHeads + 1); ++head) {
            part.slice = head;
            part.head = static_cast<int>(head);
            numbers_.insert(part.head);
            put(one, one.role.parameter, part);
        }
    }
    void addBias(const Named& one) {
        if (one.sides() < 1 || one.sides() > 2) return;
        ArrayPart part;
        part.cols = one.side(one.sides() - 1);
        if (one.sides() == 1 || one.side(0) == 1) return put(one, one.role.parameter, part);
        if (infoOf(one.role.parameter).scope == Scope::Head) putSlices(one, part);
    }
    void addThirds(const Named& one, Index rows, Index cols, bool isTransposed, bool areBiases) {
        if (cols % 3 != 0) return;
        Index first = 0;
        for (const Parameter weight : kWeights) {
            ArrayPart part;
            part.isTransposed = isTransposed;
            part.rows = rows;
            part.cols = cols / 3;
            part.first = first;
            part.isJoined = true;
            first += part.cols;
            put(one, areBiases ? (weight == Wq ? Bq : weight == Wk ? Bk : Bv) : weight, part);
        }
    }
    /// Adds q, k and v of one array. PyTorch has [3 d_out, d_in]; GPT-2 has [d_in, 3 d_out] under the same names.
    void addJoined(const Named& one) {
        if (one.sides() != 2) return;
        const Index a = one.side(0), b = one.side(1);
        layer_.isJoined = true;
        layer_.joined = one.role.joined;
        layer_.isGpt = one.role.isGpt;
        isConv_ = one.role.isLinear && b == 3 * a;
        const bool isTransposed = (one.role.isLinear && !isConv_) || (b % 3 != 0 && a % 3 == 0);
        addThirds(one, isTransposed ? b : a, isTransposed ? a : b, isTransposed, false);
        for (ArrayPart& part : layer_.parts)
            if (isConv_ && part.parameter == Wo && part.isTransposed) transpose(part);
    }
    void addJoinedBias(const Named& one) {
        if (one.sides() == 1) addThirds(one, 1, one.side(0), false, true);
    }

    static void transpose(ArrayPart& part) {
        part.isTransposed = !part.isTransposed;
        std::swap(part.rows, part.cols);
    }
    void transposeWeights() {
        for (ArrayPart& part : layer_.parts)
            if (isWeight(part.parameter) && (part.width == part.rows || part.width == part.cols)) transpose(part);
    }

    /// Keeps the first of several arrays for the same parameter and head.
    void dropDouble() {
        std::set<std::pair<Parameter, int>> seen;
        std::erase_if(layer_.parts, [&](const ArrayPart& part) {
            return !seen.insert({part.parameter, part.head}).second;
        });
    }

    /// Checks that a weight has one array of all heads, or one for each head. W_v comes last and renumbers the heads
    /// from 0.
    Result<void> countHeads(Parameter weight) {
        int all = 0, each = 0;
        bool isOneArray = true;
        for (ArrayPart& part : layer_.parts)
            if (part.parameter == weight) ++(part.head == kAllHeads ? all : each), isOneArray &= part.slice.has_value();
        const std::string name = symbolOf(weight);
        if (all + each == 0) return Problem{"it has no " + name};
        if (all > 0 && each > 0) return Problem{"it has a " + name + " of all heads and others of single heads"};
        if (each > kMaxHeads) return Problem{"it has more than " + std::to_string(kMaxHeads) + " heads"};
        const int heads = all > 0 ? 0 : each;
        if (weight == Wq) layer_.heads = heads;
        const bool isShared = isOneArray && heads > 0 && heads < layer_.heads && layer_.heads % heads == 0;
        if ((heads != layer_.heads && !isShared) || (weight == Wv && isShared != (layer_.share > 1)))
            return Problem{"its " + name + " has another number of heads than its W_q"};
        if (isShared) layer_.share = layer_.heads / heads;
        if (heads == 0) return {};
        const bool isMissing = std::ranges::any_of(layer_.parts, [&](const ArrayPart& part) {
            return part.parameter == weight && placeOf(part.head) >= heads;
        });
        if (isMissing || numbers_.size() != static_cast<std::size_t>(layer_.heads))
            return Problem{"its heads do not all have a " + name};
        if (weight == Wv)
            for (ArrayPart& part : layer_.parts)
                if (part.head != kAllHeads) part.head = placeOf(part.head);
        return {};
    }
    int placeOf(int head) const { return static_cast<int>(std::distance(numbers_.begin(), numbers_.find(head))); }

    /// Takes the sizes from the weights. `dSource` is the width of the file's X_kv, or 0.
    Result<void> takeSizes(Index dSource) {
        std::map<Parameter, Index> rows, cols;
        for (const ArrayPart& part : layer_.parts) {
            if (!isWeight(part.parameter)) continue;
            const std::string name = symbolOf(part.parameter);
            if (part.rows < 1 || part.cols < 1) return Problem{"its " + name + " is empty"};
            if (rows.emplace(part.parameter, part.rows).first->second != part.rows)
                return Problem{"its heads have several shapes of " + name};
            Index& sum = cols[part.parameter];
            if (layer_.heads > 0 && sum > 0 && sum % part.cols != 0)
                return Problem{"its heads have several shapes of " + name};
            sum += part.cols;
        }
        layer_.d = rows[Wq];
        layer_.dSource = rows[Wk];
        if (rows[Wv] != rows[Wk])
            return Problem{"its W_k is " + shapeOf(rows[Wk], cols[Wk]) + " and its W_v " + shapeOf(rows[Wv], cols[Wv]) +
                           " as [in, out], but keys and values are made of the same X"};
        if (layer_.dSource != layer_.d && layer_.dSource != dSource)
            return Problem{"its W_k and W_v have " + std::to_string(layer_.dSource) +
                           " rows as [in, out], and its W_q " + std::to_string(layer_.d) +
                           "; if they read a second sentence, save its vectors as X_kv, " + "[tokens, " +
                           std::to_string(layer_.dSource) + "]"};
        layer_.dk = cols[Wq];
        if (layer_.heads == 0 && layer_.dk % cols[Wk] == 0) layer_.share = static_cast<int>(layer_.dk / cols[Wk]);
        layer_.dv = cols[Wv] * layer_.share;
        if (cols[Wk] * layer_.share != layer_.dk || layer_.share > kMaxHeads)
            return Problem{"its W_q makes " + std::to_string(layer_.dk) + " numbers and its W_k " +
                           std::to_string(cols[Wk]) + ", which is no equal share of them"};
        for (ArrayPart& part : layer_.parts)
            if (part.parameter == Wo) {
                if (part.rows != layer_.dv && part.cols == layer_.dv) transpose(part);
                if (part.rows != layer_.dv)
                    return Problem{"its W_o is " + shapeOf(part.rows, part.cols) +
                                   " as [in, out], and the heads make " + std::to_string(layer_.dv) + " numbers"};
                layer_.hasOutput = true;
            }
        return {};
    }

    /// Checks the lengths of biases. A b_o without W_o is not used.
    Result<void> checkBiases() {
        std::erase_if(layer_.parts, [&](const ArrayPart& part) { return part.parameter == Bo && !layer_.hasOutput; });
        for (const ArrayPart& bias : layer_.parts) {
            if (!isBias(bias.parameter)) continue;
            const Parameter weight = *infoOf(bias.parameter).weight;
            const bool fits = std::ranges::any_of(layer_.parts, [&](const ArrayPart& part) {
                return part.parameter == weight && part.head == bias.head && part.cols == bias.cols;
            });
            if (!fits)
                return Problem{"its " + std::string(symbolOf(bias.parameter)) + " has " + std::to_string(bias.cols) +
                               " numbers, which is not the width of its " + symbolOf(weight)};
        }
        return {};
    }

    ArrayLayer layer_;
    std::set<int> numbers_; ///< the heads' numbers in names or slices
    bool areSidesSwapped_, isConv_ = false;
};

Problem notUnderstood(const ArraySet& set, std::span<const NamedArray> arrays, const std::string& why) {
    if (!set.unused.empty()) return {"It has " + listOf(arrays) + ", but " + unusedText(set, arrays) + "."};
    return {"It has " + listOf(arrays) + ", but " + why +
            ". Layers are recognised by names such as W_query, W_key.weight, q_proj.weight, heads.0.W_value, "
            "in_proj_weight and out_proj.bias."};
}

/// Returns why X cannot be the vectors of the tokens; empty if it can.
std::string whyNoX(const NamedArray& x) {
    const std::size_t sides = x.shape.size();
    if (x.values.empty()) return "it is empty";
    if (sides == 2 || (sides == 3 && x.shape[0] == 1)) return {};
    return sides == 3 ? "it is a batch of " + std::to_string(x.shape[0]) + "; save one of them, such as X[0]"
                      : "its shape is not [tokens, d]";
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
using NamedByLayer = std::vector<std::pair<std::string, std::vector<Named>>>;

/// Adds the layers that can be made. Returns why the first of the others cannot; empty if all can.
std::string addLayers(ArraySet& set, const NamedByLayer& layers, Index d, Index dSource, bool areSidesSwapped) {
    std::string why;
    for (const auto& [name, arrays] : layers) {
        LayerMaker maker(name, areSidesSwapped);
        for (const Named& one : arrays) maker.add(one);
        if (!maker.isAny()) continue;
        auto layer = maker.finished(set.layers.empty() ? d : 0, dSource);
        if (layer)
            set.layers.push_back(std::move(*layer));
        else if (why.empty())
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
    norm.what = std::string(isRms ? "RMS norm" : "layer norm") + (isAfter      ? " after the heads"
                                                                  : norm.place ? " before the heads"
                                                                               : " before or after the heads");
    if (isRms && norm.name == "inputlayernorm") norm.what += ", with which rotary positions usually come";
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
    if (fits) return void(layer.config = config);
    layer.whyNoConfig = "It says " + std::to_string(config.heads) + " heads of " +
                        std::to_string(config.widthOfHead()) + " numbers, " + std::to_string(keyHeads) +
                        " of keys, and d = " + std::to_string(config.d) + ", but W_q is " + shapeOf(layer.d, layer.dk) +
                        " and W_k " + shapeOf(layer.dSource, layer.dk / layer.share) + ".";
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
    std::set<std::string> masked;
    std::map<std::size_t, std::string> late; // unused arrays that are no reason why there is no layer
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const NamedArray& array = arrays[i];
        const auto role = roleOf(array);
        if (!role) continue;
        if (!array.whyNot.empty()) {
            set.unused[i] = array.whyNot;
            continue;
        }
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
        if (role->kind == Kind::X) takeX(set, set.x, i, array);
        if (role->kind == Kind::XKv) takeX(set, set.xKv, i, array);
        if (role->kind == Kind::Mask) {
            if (isCausal(array))
                masked.insert(role->layer), set.masks.push_back(i);
            else
                late[i] = "it is not causal";
        }
        const auto [place, isNew] = places.emplace(role->layer, layers.size());
        if (isNew) layers.emplace_back(role->layer, std::vector<Named>());
        layers[place->second].second.push_back({i, *role, &array.shape});
    }
    const Index d = set.x ? widthOf(arrays[*set.x]) : 0, dSource = set.xKv ? widthOf(arrays[*set.xKv]) : 0;
    const std::string why = addLayers(set, layers, d, dSource, hints.areSidesSwapped);
    for (ArrayLayer& layer : set.layers) {
        layer.hasCausalMask = masked.contains(layer.name) || masked.contains("");
        takeConfig(layer, hints.config);
        layer.norm = normOf(layer, norms, arrays);
    }
    if (set.layers.empty() && (!set.x || !why.empty()))
        return notUnderstood(set, arrays, why.empty() ? "no W_q, W_k and W_v among them" : why);
    const ArrayLayer* first = set.layers.empty() ? nullptr : &set.layers.front();
    if (first) dropUnfitting(set, set.x, d, "W_q", first->d);
    if (first) dropUnfitting(set, set.xKv, dSource, "W_k", first->dSource);
    if (!first) set.xKv.reset();
    dropTokens(set.tokens, set.x, "X", arrays, late);
    dropTokens(set.tokensKv, set.xKv, "X_kv", arrays, late);
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
