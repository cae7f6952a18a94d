// Writes a layer of a session: its options, heads and parameters.

#include "base/numberText.h"
#include "io/MatrixJson.h"
#include "io/sessionWriting.h"

#include <utility>

namespace headlight {

bool isSimple(const Mask& mask) {
    return !mask.window.kept && mask.hidden.empty() && !mask.unknown && mask.given.isOn == bool(mask.given.kept) &&
           !(mask.causal && mask.given);
}

namespace {

std::string scaleText(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::None: return "\"none\"";
    case Scale::Kind::SqrtDk: return "\"sqrt_dk\"";
    case Scale::Kind::Factor: break;
    }
    return shortest(scale.factor);
}

std::string maskText(const Writing& w, const Mask& mask, std::size_t indent) {
    if (isSimple(mask) && !(mask.given && w.pinnedIn)) // a pin's matrix may be null
        return mask.given ? w.matrices.text(mask.given, indent) : mask.causal ? "\"causal\"" : "\"none\"";
    Members members;
    std::string hidden;
    for (const int token : mask.hidden) hidden += (hidden.empty() ? "" : ", ") + std::to_string(token);
    std::vector<std::string> off;
    if (mask.window.kept && !mask.window) off.emplace_back("window");
    if (mask.given.kept && !mask.given) off.emplace_back("given");
    if (mask.causal) members.push_back(member("causal", "true"));
    if (mask.window.kept) members.push_back(member("window", std::to_string(*mask.window)));
    if (!hidden.empty()) members.push_back(member("hidden", "[" + hidden + "]"));
    if (mask.given.kept) members.push_back(member("given", w.matrices.text(mask.given.kept, indent)));
    addNames(members, "off", off);
    addUnknown(members, mask.unknown);
    return inOneLine(members);
}

std::string dropoutText(const Dropout& dropout) {
    Members members{member("rate", shortest(dropout.rate)), member("seed", std::to_string(dropout.seed))};
    addUnknown(members, dropout.unknown);
    return inOneLine(members);
}

std::string optionsText(const Writing& w, const Options& options, std::size_t indent) {
    const Scale& scale = options.scale;
    Members members{member("scores", "\"dot_product\""), member("scale", scaleText(scale))};
    if (scale.kind != Scale::Kind::Factor && scale.factor != Scale().factor)
        members.push_back(member("scale_factor", shortest(scale.factor)));
    if (scale.withWeights)
        members.push_back(member("scale_with_weights", scale.withWeights == Scale::Kind::Factor
                                                           ? "\"number\""
                                                           : scaleText({*scale.withWeights})));
    members.push_back(member("mask", maskText(w, options.mask, indent)));
    if (options.maskMode == MaskMode::After) members.push_back(member("mask_mode", "\"after\""));
    members.push_back(
        member("normalisation", options.normalisation == Normalisation::Softmax ? "\"softmax\"" : "\"sum\""));
    members.push_back(member("temperature", shortest(options.temperature)));
    if (options.dropout.kept) members.push_back(member("dropout", dropoutText(*options.dropout)));
    if (options.dropout.kept && !options.dropout) addNames(members, "off", {"dropout"});
    addUnknown(members, options.unknown);
    return inOneLine(members);
}

/// Adds the parameters that stand in the object `inside`; null for those of the head or layer itself.
void addParameters(Members& members, const Writing& w, const auto& set, Scope scope, std::size_t indent,
                   const char* inside = nullptr) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, const ParameterValue& value) {
        // In a pin, null would mean the session's parameter.
        if (!info.isInside(inside) || (!value.kept && (!info.inVersion1 || w.pinnedIn))) return;
        members.push_back(member(inside ? info.member : info.symbol,
                                 value.kept ? w.matrices.text(value.kept, indent, info.rows == Side::One) : "null"));
    });
}

/// Adds which parameters are off, the number under which they are drawn, and how the user drew them. `off` are further
/// names of things that are off.
void addState(Members& members, const Writing& w, const auto& set, Scope scope, bool isMoved, int number,
              std::vector<std::string> off = {}) {
    std::vector<std::string> withWeight;
    std::vector<std::pair<std::string, DrawnBy>> drawn;
    forEachParameter(set, scope, [&](const ParameterInfo& info, const ParameterValue& value) {
        drawn.emplace_back(info.fileName(), value.drawn);
        if (value.kept && !value && !info.inside) (value.comesWithWeight ? withWeight : off).emplace_back(info.symbol);
    });
    addNames(members, "off", off);
    addNames(members, "off_with_weight", withWeight);
    if (isMoved) members.push_back(member("drawn_as", std::to_string(number)));
    if (std::string by = w.drawings.byText(drawn); !by.empty()) members.push_back(member("drawn_by", std::move(by)));
}

std::string headText(const Writing& w, const Head& head, int index, std::size_t indent) {
    Members members;
    addParameters(members, w, head, Scope::Head, indent + 2);
    addState(members, w, head, Scope::Head, head.number != index, head.number);
    addUnknown(members, head.unknown);
    return inLines(members, indent);
}

std::string normText(const Writing& w, const Norm& norm, const Layer& layer, std::size_t indent) {
    Members members{member("place", norm.place == Norm::Place::Before ? "\"before\"" : "\"after\"")};
    addParameters(members, w, layer, Scope::Layer, indent + 2, "norm");
    members.push_back(member("eps", shortest(norm.eps)));
    addUnknown(members, norm.unknown);
    return inLines(members, indent);
}

} // namespace

std::string layerText(const Writing& w, int index, std::size_t indent) {
    const Layer& layer = layerAt(w.session, index);
    const std::size_t inner = indent + 2;
    std::string heads = "[";
    for (int h = 0; const Head& head : layer.allHeads) {
        heads += h > 0 ? ", " : "";
        heads += headText(w, head, h++, inner);
    }
    Members members{member("options", optionsText(w, layer.options, inner)), member("heads", std::move(heads += "]"))};
    addParameters(members, w, layer, Scope::Layer, inner);
    if (layer.residual) members.push_back(member("residual", "true"));
    if (layer.norm.kept) members.push_back(member("norm", normText(w, *layer.norm.kept, layer, inner)));
    std::vector<std::string> off;
    if (layer.norm.kept && !layer.norm) off.emplace_back("norm");
    addState(members, w, layer, Scope::Layer, layer.number != index, layer.number, std::move(off));
    addUnknown(members, layer.unknown);
    return inLines(members, indent);
}

} // namespace headlight
