// A layer of a session: its options, heads and parameters.

#include "io/sessionReader.h"
#include "session/Limits.h"
#include "text/tokenizers.h"

namespace headlight {
namespace {

Scale readScale(JsonReader& reader) {
    if (reader.next() == JsonReader::Kind::Number) return {Scale::Kind::Factor, reader.real()};
    const auto kind = oneOf(reader, {"none", "sqrt_dk"});
    return {kind == 0 ? Scale::Kind::None : Scale::Kind::SqrtDk, 1};
}

void takeGiven(JsonReader& reader, MatrixJson form, FrozenMatrix& given) {
    if (form.kind == MatrixJson::Kind::Drawn) reader.fail("must contain values, not \"init\"");
    if (form.kind == MatrixJson::Kind::Values) given = std::move(form.values);
}

Member givenMember(MatrixReader& reader, const char* name, FrozenMatrix& given) {
    return {name, [&reader, &given] { takeGiven(reader, readMatrix(reader, 0), given); }};
}

Member windowMember(JsonReader& reader, int& window) {
    return {"window", [&] { window = static_cast<int>(reader.whole(1, kMaxTokens)); }};
}

Member hiddenMember(JsonReader& reader, std::vector<int>& hidden) {
    return {"hidden", [&] {
                reader.list([&](std::size_t) {
                    const int token = static_cast<int>(reader.whole(0, kMaxTokens - 1));
                    if (!hidden.empty() && token <= hidden.back()) return reader.fail("must be above the previous one");
                    hidden.push_back(token);
                });
            }};
}

/// "none", "causal", the 0/1 matrix, or an object of everything that is switched on.
Mask readMask(MatrixReader& reader) {
    Mask mask;
    if (reader.next() != JsonReader::Kind::Object) {
        mask.causal = oneOf(reader, {"none", "causal"}) == 1;
        return mask;
    }
    const std::vector<Member> members{
        {"causal", [&] { mask.causal = reader.boolean(); }},
        windowMember(reader, mask.window),
        hiddenMember(reader, mask.hidden),
        givenMember(reader, "given", mask.given),
    };
    takeGiven(reader, readMatrix(reader, 0, members), mask.given);
    return mask;
}

Dropout readDropout(JsonReader& reader, UnknownMembers& unknown) {
    Dropout dropout;
    readMembers(reader, &unknown,
                {
                    {"rate",
                     [&] {
                         dropout.rate = reader.real();
                         if (reader.ok() && !(dropout.rate >= 0 && dropout.rate < 1))
                             reader.fail("must be from 0 to below 1");
                     }},
                    {"seed", [&] { dropout.seed = reader.unsignedWhole(); }},
                });
    return dropout;
}

/// "off" of the options.
void readOffOptions(MatrixReader& reader, LayerDraft& layer, std::optional<double>& scale, UnknownMembers& unknown) {
    readMembers(reader, &unknown,
                {
                    {"scale", [&] { scale = reader.real(); }},
                    {"mask",
                     [&] {
                         readMembers(
                             reader, &unknown,
                             {windowMember(reader, layer.offWindow), givenMember(reader, "given", layer.offGiven)});
                     }},
                    {"dropout", [&] { layer.offDropout = readDropout(reader, unknown); }},
                    {"other_masks",
                     [&] {
                         TokenMasks& masks = layer.otherMasks.emplace();
                         readMembers(reader, &unknown,
                                     {hiddenMember(reader, masks.hidden), givenMember(reader, "given", masks.given),
                                      givenMember(reader, "off_given", masks.offGiven)});
                         if (!masks.isAny()) layer.otherMasks.reset();
                     }},
                });
}

void readOptions(MatrixReader& reader, LayerDraft& layer, UnknownMembers& unknown) {
    Options& options = layer.options;
    std::optional<double> offScale;
    readMembers(
        reader, &unknown,
        {
            {"scores", [&] { oneOf(reader, {"dot_product"}); }},
            {"scale", [&] { options.scale = readScale(reader); }},
            {"mask", [&] { options.mask = readMask(reader); }},
            {"off", [&] { readOffOptions(reader, layer, offScale, unknown); }},
            {"dropout",
             [&] {
                 if (!takeNull(reader)) options.dropout = readDropout(reader, unknown);
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
            {"temperature",
             [&] {
                 options.temperature = reader.real();
                 if (reader.ok() && !(options.temperature > 0)) reader.fail("must be above 0");
             }},
        });
    if (offScale && options.scale.kind != Scale::Kind::Factor) options.scale.factor = *offScale;
}

/// The members of the parameters that `set` has room for, and that stand `inside` an object of it (null: in itself).
void addParameters(MatrixReader& reader, PerParameter<MatrixJson>& set, Scope scope, const char* inside,
                   std::vector<Member>& members) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, MatrixJson& form) {
        if (!info.isInside(inside)) return;
        members.push_back({inside ? info.member : info.symbol, [&reader, &form] { form = readMatrix(reader); }});
    });
}

/// Its gain and bias go into `set`.
std::optional<Norm> readNorm(MatrixReader& reader, PerParameter<MatrixJson>& set, UnknownMembers& unknown) {
    if (takeNull(reader)) return std::nullopt;
    Norm norm;
    std::vector<Member> members{
        {"place",
         [&] {
             norm.place = oneOf(reader, {"before", "after"}) == 0 ? Norm::Place::Before : Norm::Place::After;
         }},
        {"eps",
         [&] {
             norm.eps = reader.real();
             if (reader.ok() && !(norm.eps > 0)) reader.fail("must be above 0");
         }},
    };
    addParameters(reader, set, Scope::Layer, "norm", members);
    readMembers(reader, &unknown, members);
    return norm;
}

HeadDraft readHead(MatrixReader& reader, UnknownMembers& unknown) {
    HeadDraft head;
    std::vector<Member> members{{"drawn_as", [&] { head.number = static_cast<int>(reader.whole(0, kMaxHeads - 1)); }},
                                {"drawn_by", [&] { head.drawn = readDrawnBy(reader, Scope::Head); }}};
    addParameters(reader, head, Scope::Head, nullptr, members);
    members.push_back({"off", [&] {
                           std::vector<Member> off;
                           addParameters(reader, head.off, Scope::Head, nullptr, off);
                           readMembers(reader, &unknown, off);
                       }});
    readMembers(reader, &unknown, members);
    return head;
}

std::vector<HeadDraft> readHeads(MatrixReader& reader, UnknownMembers& unknown) {
    std::vector<HeadDraft> heads;
    reader.list([&](std::size_t index) {
        if (index >= kMaxHeads) return reader.fail("exceeds the limit of " + std::to_string(kMaxHeads) + " heads");
        heads.push_back(readHead(reader, unknown));
    });
    return heads;
}

/// The parameters of a layer that are switched off, and which of them stay when their weight comes back.
void addOffParameters(MatrixReader& reader, LayerDraft& layer, std::vector<Member>& members) {
    addParameters(reader, layer.off, Scope::Layer, nullptr, members);
    members.push_back({"stay", [&] {
                           std::vector<std::string> symbols;
                           std::vector<Parameter> meant;
                           for (const ParameterInfo& info : parameters()) {
                               if (info.presence != Presence::BehindWeight) continue;
                               symbols.emplace_back(info.symbol);
                               meant.push_back(info.parameter);
                           }
                           reader.list([&](std::size_t) {
                               const std::size_t which = oneOf(reader, symbols);
                               if (reader.ok()) layer.stays.push_back(meant[which]);
                           });
                       }});
}

/// A layer that waits as a whole.
LayerDraft readWhole(MatrixReader& reader, UnknownMembers& unknown) {
    LayerDraft layer;
    std::vector<Member> members{{"scale", [&] { layer.options.scale = readScale(reader); }},
                                {"heads", [&] { layer.heads = readHeads(reader, unknown); }},
                                {"drawn_by", [&] { layer.drawn = readDrawnBy(reader, Scope::Layer); }}};
    addParameters(reader, layer, Scope::Layer, nullptr, members);
    members.push_back({"off", [&] {
                           std::vector<Member> off;
                           addOffParameters(reader, layer, off);
                           readMembers(reader, &unknown, off);
                       }});
    readMembers(reader, &unknown, members);
    if (reader.ok() && layer.heads.empty()) reader.fail("must have at least one head");
    return layer;
}

void readOff(MatrixReader& reader, LayerDraft& layer, UnknownMembers& unknown) {
    std::vector<Member> members{{"norm", [&] { layer.offNorm = readNorm(reader, layer.off, unknown); }}};
    for (std::size_t i = 0; i < kWholes.size(); ++i)
        members.push_back({kWholes[i].name, [&, i] { layer.wholes[i] = {readWhole(reader, unknown)}; }});
    addOffParameters(reader, layer, members);
    readMembers(reader, &unknown, members);
}

} // namespace

LayerDraft readLayer(MatrixReader& reader, UnknownMembers& unknown) {
    LayerDraft layer;
    bool hasHeads = false;
    std::vector<Member> members{
        {"drawn_as", [&] { layer.number = static_cast<int>(reader.whole(0, kMaxLayers - 1)); }},
        {"drawn_by", [&] { layer.drawn = readDrawnBy(reader, Scope::Layer); }},
        {"residual", [&] { layer.residual = reader.boolean(); }},
        {"norm", [&] { layer.norm = readNorm(reader, layer, unknown); }},
        {"off", [&] { readOff(reader, layer, unknown); }},
        {"options", [&] { readOptions(reader, layer, unknown); }},
        {"heads",
         [&] {
             hasHeads = true;
             layer.heads = readHeads(reader, unknown);
         }},
    };
    addParameters(reader, layer, Scope::Layer, nullptr, members);
    readMembers(reader, &unknown, members);
    if (!hasHeads) layer.heads.resize(1);
    if (layer.norm) layer.offNorm.reset(); // it was a part of what is on that waits there
    return layer;
}

} // namespace headlight
