// A layer of a session: its options, heads and parameters.

#include "base/numberText.h"
#include "io/MatrixJson.h"
#include "io/sessionWriting.h"

#include <utility>

namespace headlight {

bool isSimple(const Mask& mask) { return mask.window == 0 && mask.hidden.empty() && !(mask.causal && mask.given); }

namespace {

std::string scaleText(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::None: return "\"none\"";
    case Scale::Kind::SqrtDk: return "\"sqrt_dk\"";
    case Scale::Kind::Factor: break;
    }
    return shortest(scale.factor);
}

void addTokenMask(Members& members, const Writing& w, const std::vector<int>& tokens, const FrozenMatrix& given,
                  std::size_t indent) {
    std::string hidden;
    for (const int token : tokens) hidden += (hidden.empty() ? "" : ", ") + std::to_string(token);
    if (!hidden.empty()) members.push_back(member("hidden", "[" + hidden + "]"));
    if (given) members.push_back(member("given", w.matrices.text(given, indent)));
}

std::string maskText(const Writing& w, const Mask& mask, std::size_t indent) {
    if (isSimple(mask))
        return mask.given ? w.matrices.text(mask.given, indent) : mask.causal ? "\"causal\"" : "\"none\"";
    Members members;
    if (mask.causal) members.push_back(member("causal", "true"));
    if (mask.window > 0) members.push_back(member("window", std::to_string(mask.window)));
    addTokenMask(members, w, mask.hidden, mask.given, indent);
    return inOneLine(members);
}

std::string dropoutText(const Writing& w, const Dropout& dropout, const std::string& field) {
    Members members{member("rate", shortest(dropout.rate)), member("seed", std::to_string(dropout.seed))};
    addUnknown(members, w, field);
    return inOneLine(members);
}

/// What is switched off of a layer's options. Empty if there is nothing.
std::string offOptionsText(const Writing& w, const Layer& layer, const std::string& field, std::size_t indent) {
    Members members, mask;
    const Scale& scale = layer.options.scale;
    if (scale.kind != Scale::Kind::Factor && scale.factor != Scale().factor)
        members.push_back(member("scale", shortest(scale.factor)));
    if (layer.offWindow > 0) mask.push_back(member("window", std::to_string(layer.offWindow)));
    if (layer.offGiven) mask.push_back(member("given", w.matrices.text(layer.offGiven, indent)));
    addUnknown(mask, w, field + ".mask");
    if (!mask.empty()) members.push_back(member("mask", inOneLine(mask)));
    if (layer.offDropout) members.push_back(member("dropout", dropoutText(w, *layer.offDropout, field + ".dropout")));
    Members masks;
    if (const auto& other = layer.otherMasks) {
        addTokenMask(masks, w, other->hidden, other->given, indent);
        if (other->offGiven) masks.push_back(member("off_given", w.matrices.text(other->offGiven, indent)));
    }
    addUnknown(masks, w, field + ".other_masks");
    if (!masks.empty()) members.push_back(member("other_masks", inOneLine(masks)));
    addUnknown(members, w, field);
    return members.empty() ? std::string() : inOneLine(members);
}

std::string optionsText(const Writing& w, const Layer& layer, const std::string& field, std::size_t indent) {
    const Options& options = layer.options;
    Members members{
        member("scores", "\"dot_product\""),
        member("scale", scaleText(options.scale)),
        member("mask", maskText(w, options.mask, indent)),
        member("normalisation", options.normalisation == Normalisation::Softmax ? "\"softmax\"" : "\"sum\""),
        member("temperature", shortest(options.temperature)),
    };
    if (options.maskMode == MaskMode::After) members.insert(members.begin() + 3, member("mask_mode", "\"after\""));
    if (options.dropout) members.push_back(member("dropout", dropoutText(w, *options.dropout, field + ".dropout")));
    if (std::string off = offOptionsText(w, layer, field + ".off", indent); !off.empty())
        members.push_back(member("off", std::move(off)));
    addUnknown(members, w, field);
    return inOneLine(members);
}

/// Those that stand `inside` an object of it; null: in itself.
void addParameters(Members& members, const Writing& w, const PerParameter<FrozenMatrix>& set, Scope scope,
                   std::size_t indent, const char* inside = nullptr, bool isOff = false) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (!info.isInside(inside) || (!matrix && (isOff || !info.inVersion1))) return;
        members.push_back(member(inside ? info.member : info.symbol,
                                 matrix ? w.matrices.text(matrix, indent, info.rows == Side::One) : "null"));
    });
}

template <class HeadOrLayer>
void addDrawn(Members& members, const Writing& w, const HeadOrLayer& set) {
    if (!set.drawn) return;
    const DrawnParameters drawn = drawnThere(set, *set.drawn);
    if (!drawn.empty()) members.push_back(member("drawn_by", w.drawings.byText(drawn)));
}

std::string headText(const Writing& w, const Head& head, int index, const std::string& field, std::size_t indent) {
    Members members;
    addParameters(members, w, head, Scope::Head, indent + 2);
    Members off;
    addParameters(off, w, head.off, Scope::Head, indent + 4, nullptr, true);
    addUnknown(off, w, field + ".off");
    if (!off.empty()) members.push_back(member("off", inLines(off, indent + 2)));
    if (head.number != index) members.push_back(member("drawn_as", std::to_string(head.number)));
    addDrawn(members, w, head);
    addUnknown(members, w, field);
    return inLines(members, indent);
}

/// Empty if there is nothing: neither a norm nor numbers that wait for one.
std::string normText(const Writing& w, const std::optional<Norm>& norm, const PerParameter<FrozenMatrix>& set,
                     const std::string& field, std::size_t indent) {
    Members members;
    if (norm) members.push_back(member("place", norm->place == Norm::Place::Before ? "\"before\"" : "\"after\""));
    addParameters(members, w, set, Scope::Layer, indent + 2, "norm", !norm);
    if (norm) members.push_back(member("eps", shortest(norm->eps)));
    addUnknown(members, w, field);
    return members.empty() ? std::string() : inLines(members, indent);
}

std::string headsText(const Writing& w, const Layer& layer, const std::string& field, std::size_t indent) {
    std::string heads = "[";
    for (int h = 0; const Head& head : layer.heads) {
        heads += h > 0 ? ", " : "";
        heads += headText(w, head, h, field + "[" + std::to_string(h) + "]", indent);
        ++h;
    }
    return heads + "]";
}

/// The parameters of a layer that are switched off, and which of those do not come back with their weight.
void addOffParameters(Members& members, const Writing& w, const Layer& layer, std::size_t indent) {
    addParameters(members, w, layer.off, Scope::Layer, indent, nullptr, true);
    std::string stay;
    for (const ParameterInfo& info : parameters())
        if (layer.stays[info.parameter]) stay += (stay.empty() ? "" : ", ") + jsonText(info.symbol);
    if (!stay.empty()) members.push_back(member("stay", "[" + stay + "]"));
}

/// The heads of a layer that waits as a whole, and what went with them.
std::string wholeText(const Writing& w, const Layer& layer, const std::string& field, std::size_t indent) {
    Members members{member("scale", scaleText(layer.options.scale)),
                    member("heads", headsText(w, layer, field + ".heads", indent + 2))};
    addParameters(members, w, layer, Scope::Layer, indent + 2, nullptr, true);
    Members off;
    addOffParameters(off, w, layer, indent + 4);
    addUnknown(off, w, field + ".off");
    if (!off.empty()) members.push_back(member("off", inLines(off, indent + 2)));
    addDrawn(members, w, layer);
    addUnknown(members, w, field);
    return inLines(members, indent);
}

/// Empty if there is nothing.
std::string offText(const Writing& w, const Layer& layer, const std::string& field, std::size_t indent) {
    Members members;
    addOffParameters(members, w, layer, indent + 2);
    if (std::string norm = normText(w, layer.offNorm, layer.off, field + ".norm", indent + 2); !norm.empty())
        members.push_back(member("norm", std::move(norm)));
    for (const auto& [slot, name] : kWholes)
        if (layer.*slot) members.push_back(member(name, wholeText(w, *(layer.*slot), field + "." + name, indent + 2)));
    addUnknown(members, w, field);
    return members.empty() ? std::string() : inLines(members, indent);
}

} // namespace

std::string layerText(const Writing& w, int index, std::size_t indent) {
    const Layer& layer = layerAt(w.session, index);
    const std::string field = layerField(index);
    const std::size_t inner = indent + 2;
    std::string heads = headsText(w, layer, headsOf(index), inner);
    Members members{member("options", optionsText(w, layer, field + ".options", inner)),
                    member("heads", std::move(heads))};
    addParameters(members, w, layer, Scope::Layer, inner);
    if (layer.residual) members.push_back(member("residual", "true"));
    if (layer.norm) members.push_back(member("norm", normText(w, layer.norm, layer, field + ".norm", inner)));
    if (std::string off = offText(w, layer, field + ".off", inner); !off.empty())
        members.push_back(member("off", std::move(off)));
    if (layer.number != index) members.push_back(member("drawn_as", std::to_string(layer.number)));
    addDrawn(members, w, layer);
    addUnknown(members, w, field);
    return inLines(members, indent);
}

} // namespace headlight
