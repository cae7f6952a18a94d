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

/// "none", "causal", the 0/1 matrix, or an object of everything that is switched on.
Mask readMask(JsonReader& reader) {
    Mask mask;
    const auto take = [&](MatrixJson form) {
        if (form.kind == MatrixJson::Kind::Drawn) reader.fail("must be given, not drawn");
        if (form.kind == MatrixJson::Kind::Values) mask.given = std::move(form.values);
    };
    if (reader.next() != JsonReader::Kind::Object) {
        mask.causal = oneOf(reader, {"none", "causal"}) == 1;
        return mask;
    }
    const std::vector<Member> members{
        {"causal", [&] { mask.causal = reader.boolean(); }},
        {"window", [&] { mask.window = static_cast<int>(reader.whole(1, kMaxTokens)); }},
        {"hidden",
         [&] {
             reader.list([&](std::size_t) {
                 const int token = static_cast<int>(reader.whole(0, kMaxTokens - 1));
                 if (!mask.hidden.empty() && token <= mask.hidden.back())
                     return reader.fail("must be above the one before");
                 mask.hidden.push_back(token);
             });
         }},
        {"given", [&] { take(readMatrix(reader, 0)); }},
    };
    take(readMatrix(reader, 0, members));
    return mask;
}

Options readOptions(JsonReader& reader, UnknownMembers& unknown) {
    Options options;
    readMembers(reader, &unknown,
                {
                    {"scores", [&] { oneOf(reader, {"dot_product"}); }},
                    {"scale", [&] { options.scale = readScale(reader); }},
                    {"mask", [&] { options.mask = readMask(reader); }},
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
    return options;
}

/// The members of the parameters that `set` has room for.
void addParameters(JsonReader& reader, PerParameter<MatrixJson>& set, Scope scope, std::vector<Member>& members) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, MatrixJson& form) {
        members.push_back({info.symbol, [&reader, &form] { form = readMatrix(reader); }});
    });
}

HeadDraft readHead(JsonReader& reader, UnknownMembers& unknown) {
    HeadDraft head;
    std::vector<Member> members{{"drawn_as", [&] { head.number = static_cast<int>(reader.whole(0, kMaxHeads - 1)); }}};
    addParameters(reader, head, Scope::Head, members);
    readMembers(reader, &unknown, members);
    return head;
}

} // namespace

LayerDraft readLayer(JsonReader& reader, UnknownMembers& unknown) {
    LayerDraft layer;
    bool hasHeads = false;
    std::vector<Member> members{
        {"drawn_as", [&] { layer.number = static_cast<int>(reader.whole(0, kMaxLayers - 1)); }},
        {"residual", [&] { layer.residual = reader.boolean(); }},
        {"options", [&] { layer.options = readOptions(reader, unknown); }},
        {"heads",
         [&] {
             hasHeads = true;
             reader.list([&](std::size_t index) {
                 if (index >= kMaxHeads)
                     return reader.fail("is one head too many; at most " + std::to_string(kMaxHeads) + " are possible");
                 layer.heads.push_back(readHead(reader, unknown));
             });
         }},
    };
    addParameters(reader, layer, Scope::Layer, members);
    readMembers(reader, &unknown, members);
    if (!hasHeads) layer.heads.resize(1);
    return layer;
}

} // namespace headlight
