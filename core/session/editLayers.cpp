#include "base/places.h"
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/drawn.h"
#include "session/edits.h"
#include "session/moves.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

std::string sizeText(int rows, int cols) { return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]"; }

Result<void> checkOneMoreFits(const Session& session) {
    if (static_cast<int>(session.layers.size()) < kMaxLayers) return {};
    return Problem{"A session has at most " + std::to_string(kMaxLayers) + " layers. Remove one first."};
}

/// Makes what reads the layer's columns follow, if there are no longer `before` of them.
Result<Session> followedFrom(int before, Session now, int layer) {
    const int width = sizesOf(now, layer).width();
    if (before != width) followMade(now, layer, Move::resized(before, width));
    return ifFits(std::move(now));
}

/// Calls f(set, value, info, ref) for every parameter that trainable weights switch: for all but those of the norm.
void forEachBesideNorm(Layer& layer, auto f) {
    const auto each = [&](auto& set, Scope scope, int head) {
        forEachParameter(set, scope, [&](const ParameterInfo& info, ParameterValue& value) {
            if (info.presence != Presence::OfNorm)
                f(set, value, info, ParameterRef{info.parameter, layer.number, head});
        });
    };
    for (Head& head : layer.allHeads) each(head, Scope::Head, head.number);
    each(layer, Scope::Layer, 0);
}

} // namespace

Result<Session> withLayerAdded(const Session& session) {
    const int below = static_cast<int>(session.layers.size()) - 1;
    if (auto fits = checkOneMoreFits(session); !fits) return fits.problem();
    const Layer& like = session.layers.back();
    Session now = session;
    Layer layer;
    layer.number = unusedNumber(session.layers);
    layer.options = like.options;
    layer.options.scale.withWeights.reset();
    layer.options.unknown = layer.options.mask.unknown = {};
    if (auto& dropout = layer.options.dropout.kept) dropout->unknown = {};
    layer.residual = like.residual;
    if (like.norm) layer.norm = Norm{like.norm->place, like.norm->eps, {}};
    Sizes sizes = sizesOf(session, below);
    sizes.d = sizes.dOut = sizes.width();
    if (sizes.d > kMaxFileDims)
        return Problem{"The width of layer " + std::to_string(numberOf(below)) + "'s output is " +
                       std::to_string(sizes.d) + ", but a layer above can read at most " +
                       std::to_string(kMaxFileDims) + " columns. Add a W_o of shape " +
                       sizeText(sizes.concat(), sizesOf(session, below).d) + " to it first."};
    if (!session.source) sizes.dSource = sizes.d;
    for (int h = 0; h < sizes.heads; ++h)
        layer.allHeads.push_back(drawnHead(session.seed, layer.number, h, sizes, like.allHeads.front()));
    layer[Parameter::Wo] = drawnFor(session.seed, {Parameter::Wo, layer.number, 0}, sizes);
    sizes.normed = sizes.d; // the output of the norm is as wide
    completeNorm(layer, sizes);
    now.layers.push_back(std::move(layer));
    return now;
}

Result<Session> withLayerDuplicated(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (auto fits = checkOneMoreFits(session); !fits) return fits.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    Layer copy = layerAt(session, layer);
    copy.number = unusedNumber(session.layers);
    now.layers.insert(layer + 1, std::move(copy));
    if (sizes.d != sizes.width()) followAbove(now, layer, Move::resized(sizes.d, sizes.width()));
    return ifFits(std::move(now));
}

Result<Session> withLayerRemoved(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (session.layers.size() == 1) return Problem{"A session needs at least one layer."};
    const Sizes gone = sizesOf(session, layer);
    Session now = session;
    now.layers.erase(layer);
    if (gone.d == gone.width() || layer == static_cast<int>(now.layers.size())) return now;
    followAbove(now, layer - 1, Move::resized(gone.width(), gone.d));
    return ifFits(std::move(now));
}

Result<Session> withResidual(const Session& session, int layer, bool isOn) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (layerAt(session, layer).residual == isOn) return session;
    const Sizes s = sizesOf(session, layer);
    if (isOn && s.width() != s.d)
        return Problem{"The width of layer " + std::to_string(numberOf(layer)) + "'s output is " +
                       std::to_string(s.width()) + ", but the width of its input is " + std::to_string(s.d) +
                       ", so they cannot be added. Add a W_o of shape " + sizeText(s.concat(), s.d) + " first."};
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { l.residual = isOn; });
    return now;
}

void completeNorm(Layer& layer, const Sizes& sizes, bool mayResize) {
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, ParameterValue& value) {
        if (info.presence != Presence::OfNorm) return;
        if (layer.norm && (mayResize || !value.kept))
            switchOn(value, 0, {info.parameter, layer.number, 0}, sizes);
        else
            value.isOn = value.kept && layer.norm;
    });
}

Result<Session> withNorm(const Session& session, int layer, const std::optional<Norm>& norm) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    now.layers.change(layer, [&](Layer& l) {
        if (norm) l.norm.kept = norm;
        l.norm.isOn = norm.has_value();
    });
    const Sizes sizes = sizesOf(now, layer); // with the place of the norm
    now.layers.change(layer, [&](Layer& l) { completeNorm(l, sizes, true); });
    if (now == session) return session;
    return ifFits(std::move(now));
}

Result<Session> withOptional(const Session& session, int layer, Parameter parameter, bool isThere) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    const auto isOf = [&](Presence presence) { return infoOf(parameter).presence == presence; };
    if (areEmbeddings(parameter) || !(isOf(Presence::Optional) || isOf(Presence::BehindWeight)))
        return Problem{std::string(symbolOf(parameter)) + " cannot be added or removed by itself."};
    const ParameterInfo& info = infoOf(parameter);
    const Layer& was = layerAt(session, layer);
    Sizes sizes = sizesOf(session, layer);
    const int width = sizes.width();
    if (const FrozenMatrix& output = was[Parameter::Wo].kept;
        sizes.dOut == 0) // d is what a residual and a layer above need
        sizes.dOut = output ? static_cast<int>(output->cols()) : sizes.d;
    bool lacksWeight = false;
    const auto change = [&](auto& set, int head) {
        ParameterValue& value = set[parameter];
        if (isThere && !mayHave(set, info)) return void(lacksWeight = true);
        if (value.isOn == isThere) return;
        if (isThere) switchOn(value, session.seed, {parameter, was.number, head}, sizes);
        value.isOn = isThere;
        value.comesWithWeight = false;
        for (const ParameterInfo& bias : parameters()) {
            if (bias.weight != parameter || bias.scope != info.scope) continue;
            ParameterValue& with = set[bias.parameter];
            if (isThere && with.comesWithWeight)
                switchOn(with, session.seed, {bias.parameter, was.number, head}, sizes);
            if (!isThere && with.isOn) with.isOn = false, with.comesWithWeight = true;
        }
    };
    Session now = session;
    now.layers.change(layer, [&](Layer& l) {
        if (info.scope == Scope::Layer) change(l, 0);
        if (info.scope == Scope::Head)
            for (Head& head : l.heads()) change(head, head.number);
    });
    if (lacksWeight) {
        const std::string weight = symbolOf(*info.weight);
        return Problem{std::string(symbolOf(parameter)) + " requires " + weight + ". Add a " + weight + " first."};
    }
    if (now == session) return session;
    return followedFrom(width, std::move(now), layer);
}

Result<Session> withTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (!isSimplified(layerAt(session, layer))) return session;
    Session now = session;
    const Sizes without = sizesOf(session, layer);
    const auto use = [&](auto& set, ParameterValue& value, const ParameterInfo& info, const ParameterRef& ref) {
        if (info.presence == Presence::Together && !value.kept) value.kept = drawnFor(session.seed, ref, without);
        value.isOn = value.isOn || info.presence == Presence::Together || (value.comesWithWeight && mayHave(set, info));
        if (value.isOn) value.comesWithWeight = false;
    };
    now.layers.change(layer, [&](Layer& l) {
        forEachBesideNorm(l, use);
        Scale& scale = l.options.scale;
        scale.kind = std::exchange(scale.withWeights, std::nullopt).value_or(scale.kind);
    });
    const Sizes sizes = sizesOf(now, layer);
    now.layers.change(layer, [&](Layer& l) {
        fit(l, session.seed, sizes);
        if (ParameterValue& output = l[Parameter::Wo]) // also where it was on without weights
            switchOn(output, session.seed, {Parameter::Wo, l.number, 0}, sizes);
    });
    return followedFrom(without.width(), std::move(now), layer);
}

Result<Session> withoutTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (isSimplified(layerAt(session, layer))) return session;
    Session now = session;
    now.layers.change(layer, [](Layer& l) {
        forEachBesideNorm(l, [](auto&, ParameterValue& value, const ParameterInfo& info, const ParameterRef&) {
            value.comesWithWeight = value.comesWithWeight || (value.isOn && info.presence != Presence::Together);
            value.isOn = false;
        });
        l.options.scale.withWeights = std::exchange(l.options.scale.kind, Scale::Kind::None);
    });
    return followedFrom(sizesOf(session, layer).width(), std::move(now), layer);
}

Result<Session> withOptions(const Session& session, int layer, const Options& options) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { l.options = options; });
    if (sameValues(now, session)) return session; // also if an equal mask is another block
    return ifFits(std::move(now));
}

} // namespace headlight
