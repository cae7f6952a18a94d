// Reads a layer of a session: its options, heads and parameters.

#include "io/sessionDraft.h"
#include "session/Limits.h"
#include "text/tokenizers.h"

namespace headlight {
namespace {

constexpr Columns kOfMask{0, kMaxTokens};

Scale readScale(JsonReader& reader) {
    if (reader.next() == JsonReader::Kind::Number) return {Scale::Kind::Factor, reader.real()};
    const auto kind = oneOf(reader, {"none", "sqrt_dk"});
    return {kind == 0 ? Scale::Kind::None : Scale::Kind::SqrtDk, 1};
}

/// Reads a mask: "none", "causal", the 0/1 matrix, or an object with a member for each part of the mask.
Mask readMask(JsonReader& reader, std::optional<bool>& isNull) {
    Mask mask;
    if (reader.next() != JsonReader::Kind::Object) {
        mask.causal = oneOf(reader, {"none", "causal"}) == 1;
        return mask;
    }
    Names off;
    FrozenMatrix given;
    const auto take = [&](const MatrixJson& form) {
        if (form.kind == MatrixJson::Kind::Null) isNull = true;
        if (form.kind == MatrixJson::Kind::Drawn) reader.fail("must contain values, not \"init\"");
        if (form.kind == MatrixJson::Kind::Values) given = form.values;
    };
    const std::vector<Member> members{
        {"causal", [&] { mask.causal = reader.boolean(); }},
        {"window", [&] { mask.window = static_cast<int>(reader.whole(1, kMaxTokens)); }},
        {"hidden",
         [&] {
             reader.list([&](std::size_t) {
                 const int token = static_cast<int>(reader.whole(0, kMaxTokens - 1));
                 if (!mask.hidden.empty() && token <= mask.hidden.back())
                     return reader.fail("must be above the previous one");
                 mask.hidden.push_back(token);
             });
         }},
        {"given", [&] { take(readMatrix(reader, kOfMask)); }},
        {"off",
         [&] {
             off = readNames(reader, {"window", "given"});
         }},
    };
    take(readMatrix(reader, kOfMask, members, &mask.unknown));
    mask.given = given;
    if (off.contains("window")) mask.window.isOn = false;
    if (off.contains("given")) mask.given.isOn = false;
    if (isNull) isNull = !off.contains("given");
    return mask;
}

Dropout readDropout(JsonReader& reader) {
    Dropout dropout;
    readMembers(reader, &dropout.unknown,
                {
                    {"rate", [&] { dropout.rate = reader.real(); }},
                    {"seed", [&] { dropout.seed = reader.unsignedWhole(); }},
                });
    return dropout;
}

void readOptions(JsonReader& reader, LayerDraft& layer) {
    Options& options = layer.options;
    std::optional<double> factor;
    std::optional<Scale::Kind> withWeights;
    Names off;
    readMembers(
        reader, &options.unknown,
        {
            {"scores", [&] { oneOf(reader, {"dot_product"}); }},
            {"scale", [&] { options.scale = readScale(reader); }},
            {"scale_factor", [&] { factor = reader.real(); }},
            {"scale_with_weights",
             [&] {
                 withWeights = static_cast<Scale::Kind>(oneOf(reader, {"none", "sqrt_dk", "number"}));
             }},
            {"mask", [&] { options.mask = readMask(reader, layer.nullMask); }},
            {"off", [&] { off = readNames(reader, {"dropout"}); }},
            {"dropout",
             [&] {
                 if (!takeNull(reader)) options.dropout = readDropout(reader);
             }},
            {"mask_mode",
             [&] {
                 if (!takeNull(reader))
                     options.maskMode = oneOf(reader, {"before", "after"}) == 0 ? MaskMode::Before : MaskMode::After;
             }},
            {"normalisation",
             [&] {
                 const bool softmax = oneOf(reader, {"softmax", "sum"}) == 0;
                 options.normalisation = softmax ? Normalisation::Softmax : Normalisation::Sum;
             }},
            {"temperature", [&] { options.temperature = reader.real(); }},
        });
    if (factor && options.scale.kind != Scale::Kind::Factor) options.scale.factor = *factor;
    options.scale.withWeights = withWeights;
    if (!off.empty()) options.dropout.isOn = false;
}

/// Adds the members of the parameters of this scope that stand in the object `inside`, or in none if that is null.
void addParameters(JsonReader& reader, auto& set, Scope scope, const char* inside, std::vector<Member>& members) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, MatrixJson& form) {
        if (!info.isInside(inside)) return;
        members.push_back({inside ? info.member : info.symbol, [&reader, &form] { form = readMatrix(reader); }});
    });
}

/// Reads a norm; its gain and bias go into `set`.
std::optional<Norm> readNorm(JsonReader& reader, LayerDraft& set) {
    if (takeNull(reader)) return std::nullopt;
    Norm norm;
    std::vector<Member> members{
        {"place",
         [&] {
             norm.place = oneOf(reader, {"before", "after"}) == 0 ? Norm::Place::Before : Norm::Place::After;
         }},
        {"eps", [&] { norm.eps = reader.real(); }},
    };
    addParameters(reader, set, Scope::Layer, "norm", members);
    readMembers(reader, &norm.unknown, members);
    return norm;
}

/// Returns the members of a head, or of a layer, about its own parameters. `others` are further names that "off"
/// allows.
std::vector<Member> parameterMembers(JsonReader& reader, auto& set, Scope scope, int numbers,
                                     std::vector<std::string> others = {}) {
    std::vector<std::string> biases;
    for (const ParameterInfo& info : parameters()) {
        if (info.scope != scope || info.inside) continue;
        others.emplace_back(info.symbol);
        biases.emplace_back(info.symbol);
    }
    std::vector<Member> members{
        {"drawn_as", [&, numbers] { set.number = static_cast<int>(reader.whole(0, numbers - 1)); }},
        {"drawn_by", [&, scope] { set.drawn = readDrawnBy(reader, scope); }},
        {"off", [&, others] { set.off = readNames(reader, others); }},
        {"off_with_weight", [&, biases] { set.offWithWeight = readNames(reader, biases); }},
    };
    addParameters(reader, set, scope, nullptr, members);
    return members;
}

std::vector<HeadDraft> readHeads(JsonReader& reader) {
    std::vector<HeadDraft> heads;
    reader.list([&](std::size_t index) {
        if (index >= kMaxHeads) return reader.fail("exceeds the limit of " + std::to_string(kMaxHeads) + " heads");
        HeadDraft& head = heads.emplace_back();
        readMembers(reader, &head.unknown, parameterMembers(reader, head, Scope::Head, kMaxHeads));
    });
    return heads;
}

} // namespace

LayerDraft readLayer(JsonReader& reader) {
    LayerDraft layer;
    std::vector<Member> members = parameterMembers(reader, layer, Scope::Layer, kMaxLayers, {"norm"});
    members.push_back({"residual", [&] { layer.residual = reader.boolean(); }});
    members.push_back({"norm", [&] { layer.norm = readNorm(reader, layer); }});
    members.push_back({"options", [&] { readOptions(reader, layer); }});
    members.push_back({"heads", [&] { layer.allHeads = readHeads(reader); }});
    const Names keys = readMembers(reader, &layer.unknown, members);
    if (!keys.contains("heads")) layer.allHeads.resize(1);
    if (layer.off.contains("norm")) layer.norm.isOn = false;
    return layer;
}

} // namespace headlight
