// Describes a layer of a session: its options, heads and parameters.

#include "io/ObjectIo.h"
#include "io/sessionDraft.h"
#include "text/tokenizers.h"

#include <utility>

namespace headlight {
namespace {

constexpr Columns kOfMask{0, kMaxTokens};

/// The scale: "none", "sqrt_dk" or the factor.
struct ScaleForm {
    static Word kinds() { return {{"none", "sqrt_dk"}}; }
    static void read(JsonReader& json, Scale& to) {
        if (json.next() != JsonReader::Kind::Number) return kinds().read(json, to.kind);
        to.kind = Scale::Kind::Factor;
        to.factor = json.real();
    }
    static std::string text(const Scale& scale) {
        return scale.kind == Scale::Kind::Factor ? shortest(scale.factor) : kinds().text(scale.kind);
    }
};

/// The factor that a scale of another kind keeps.
struct KeptFactor {
    static void read(JsonReader& json, Scale& to) {
        const double factor = json.real();
        if (to.kind != Scale::Kind::Factor) to.factor = factor;
    }
    static std::string text(const Scale& scale) { return shortest(scale.factor); }
};

/// The only way to compute scores.
struct DotProduct {
    static void read(JsonReader& json, const Options&) { oneOf(json, {"dot_product"}); }
    static std::string text(const Options&) { return jsonText("dot_product"); }
};

/// Token indices, ascending.
struct Ascending {
    static void read(JsonReader& json, std::vector<int>& to) {
        json.list([&](std::size_t) {
            const int token = static_cast<int>(json.whole(0, kMaxTokens - 1));
            if (!to.empty() && token <= to.back()) return json.fail("must be above the previous one");
            to.push_back(token);
        });
    }
    static std::string textIn(const auto& object, const std::vector<int>& tokens) {
        return List{kMaxTokens, "tokens", Whole{}}.textIn(object, tokens);
    }
};

/// The 0/1 matrix of a mask. Null stands for the session's in a pin.
struct Given {
    static void take(JsonReader& json, const MatrixJson& form, Switchable<FrozenMatrix>& to) {
        if (form.kind == MatrixJson::Kind::Null) to = matrixOfSession();
        if (form.kind == MatrixJson::Kind::Drawn) json.fail("must contain values, not \"init\"");
        if (form.kind == MatrixJson::Kind::Values) to = form.values;
    }
    static void read(JsonReader& json, Switchable<FrozenMatrix>& to) { take(json, readMatrix(json, kOfMask), to); }
    static std::string textIn(const ObjectIo& object, const Switchable<FrozenMatrix>& given) {
        return object.matrix(given.kept);
    }
};

constexpr auto kMaskMembers = [](ObjectIo& io, auto& mask) {
    io.optional("causal", mask.causal);
    io.optional("window", mask.window, Whole{1, kMaxTokens});
    io.optional("hidden", mask.hidden, Ascending{});
    io.optional("given", mask.given, Given{});
    io.names("off", {offSwitch("window", mask.window), offSwitch("given", mask.given)});
    io.unknown(mask.unknown);
};

/// A mask: "none", "causal", the 0/1 matrix, or an object with a member for each part of the mask.
struct MaskForm {
    static void readIn(ObjectIo& object, Mask& to) {
        JsonReader& json = object.json();
        if (json.next() != JsonReader::Kind::Object) {
            to.causal = oneOf(json, {"none", "causal"}) == 1;
            return;
        }
        ObjectIo inner = object.inside();
        kMaskMembers(inner, to);
        Given::take(json, inner.readMatrix(kOfMask), to.given);
    }
    static std::string textIn(const ObjectIo& object, const Mask& mask) {
        if (!isSimple(mask) || (mask.given && object.isPin())) return object.text(mask, kMaskMembers);
        return mask.given ? object.matrix(mask.given.kept) : jsonText(mask.causal ? "causal" : "none");
    }
};

constexpr auto kDropout = [](ObjectIo& io, auto& dropout) {
    io.field("rate", dropout.rate);
    io.field("seed", dropout.seed);
    io.unknown(dropout.unknown);
};

constexpr auto kOptions = [](ObjectIo& io, auto& options) {
    auto& scale = options.scale;
    io.field("scores", options, DotProduct{});
    io.field("scale", scale, ScaleForm{});
    io.field("scale_factor", scale, KeptFactor{}, scale.kind != Scale::Kind::Factor && scale.factor != Scale().factor);
    io.optional("scale_with_weights", scale.withWeights, Word{{"none", "sqrt_dk", "number"}});
    io.field("mask", options.mask, MaskForm{});
    io.optional("mask_mode", options.maskMode, OrNull{Word{{"before", "after"}}});
    io.field("normalisation", options.normalisation, Word{{"softmax", "sum"}});
    io.field("temperature", options.temperature);
    io.optional("dropout", options.dropout, OrNull{kDropout});
    io.names("off", {offSwitch("dropout", options.dropout)});
    io.unknown(options.unknown);
};

/// Describes the parameters that stand in the object `inside`; null for those of the head or layer itself.
void describeParameters(ObjectIo& io, auto& set, Scope scope, const char* inside = nullptr) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, auto& value) {
        if (!info.isInside(inside)) return;
        const bool isNull = info.inVersion1 && !io.isPin(); // in a pin, null would mean the session's parameter
        io.field(inside ? info.member : info.symbol, value, MatrixForm{info.rows == Side::One},
                 isThere(value) || isNull);
    });
}

Switch withWeightSwitch(const char* name, ParameterDraft& value) {
    return {name, false, [&value] { value.isOn = false, value.comesWithWeight = true; }};
}
Switch withWeightSwitch(const char* name, const ParameterValue& value) {
    return {name, value.kept && !value.isOn && value.comesWithWeight};
}

Switch contextSwitch(HeadDraft& head) {
    return {"context", false, [&head] { head.isOn = false; }};
}
Switch contextSwitch(const Head& head) { return {"context", !head.isOn}; }

/// Describes which parameters are off, the number under which they are drawn, and how the user drew them. `off` are
/// further names of what can be off.
void describeState(ObjectIo& io, auto& set, Scope scope, int numbers, std::vector<Switch> off = {}) {
    std::vector<Switch> withWeight;
    forEachParameter(set, scope, [&](const ParameterInfo& info, auto& value) {
        if (info.inside || info.presence == Presence::Given) return;
        const Switch& both = withWeight.emplace_back(withWeightSwitch(info.symbol, value));
        off.push_back(offSwitch(info.symbol, value));
        off.back().isNamed = off.back().isNamed && !both.isNamed;
    });
    io.names("off", std::move(off));
    io.names("off_with_weight", std::move(withWeight));
    io.number(set.number, numbers);
    io.object("drawn_by", set, [scope](ObjectIo& by, auto& all) {
        forEachParameter(all, scope, [&](const ParameterInfo& info, auto& value) {
            if (info.presence != Presence::Given) by.field(info.fileName(), value.drawn, Plain{}, isThere(value.drawn));
        });
    });
}

constexpr auto kHead = [](ObjectIo& io, auto& head) {
    io.inLines();
    describeParameters(io, head, Scope::Head);
    describeState(io, head, Scope::Head, kMaxHeads, {contextSwitch(head)});
    io.unknown(head.unknown);
};

void describeLayer(ObjectIo& io, auto& layer) {
    io.inLines();
    io.field("options", layer.options, kOptions);
    io.field("heads", layer.allHeads, List{kMaxHeads, "heads", kHead});
    describeParameters(io, layer, Scope::Layer);
    io.optional("residual", layer.residual);
    io.optional("norm", layer.norm, OrNull{[&layer](ObjectIo& inner, auto& norm) {
                    inner.inLines();
                    inner.field("place", norm.place, Word{{"before", "after"}});
                    describeParameters(inner, layer, Scope::Layer, "norm");
                    inner.field("eps", norm.eps);
                    inner.unknown(norm.unknown);
                }});
    describeState(io, layer, Scope::Layer, kMaxLayers, {offSwitch("norm", layer.norm)});
    io.unknown(layer.unknown);
}

} // namespace

void describe(ObjectIo& io, LayerDraft& layer) { describeLayer(io, layer); }
void describe(ObjectIo& io, const Layer& layer) { describeLayer(io, layer); }

} // namespace headlight
