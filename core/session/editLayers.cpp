#include "base/places.h"
#include "session/Limits.h"
#include "session/conform.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

Result<void> checkOneMoreFits(const Session& session) {
    if (static_cast<int>(session.layers.size()) < kMaxLayers) return {};
    return Problem{"A session has at most " + std::to_string(kMaxLayers) + " layers. Remove one first."};
}

/// Calls f(set, value, info) for every parameter that trainable weights switch: not for those of the norm, and not for
/// what is given.
void forEachSwitched(Layer& layer, auto f) {
    const auto each = [&](auto& set, Scope scope) {
        forEachParameter(set, scope, [&](const ParameterInfo& info, ParameterValue& value) {
            if (info.presence != Presence::OfNorm && info.presence != Presence::Given) f(set, value, info);
        });
    };
    for (Head& head : layer.allHeads) each(head, Scope::Head);
    each(layer, Scope::Layer);
}

/// Returns the session after a change(Layer&) of the layer.
Result<Session> withLayer(const Session& session, int layer, auto change) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    now.layers.change(layer, change);
    return conformed(session, std::move(now));
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
    sizes.d = sizes.width();
    if (sizes.d > kMaxFileDims)
        return Problem{"The width of layer " + std::to_string(numberOf(below)) + "'s output is " +
                       std::to_string(sizes.d) + ", but a layer above can read at most " +
                       std::to_string(kMaxFileDims) + " columns. Add a W_o of shape " +
                       sizeText(sizes.concat(), sizesOf(session, below).d) + " to it first."};
    if (!session.source) sizes.dSource = sizes.d;
    if (sizes.d == 0)
        return Problem{"Layer " + std::to_string(numberOf(below)) +
                       " has given weights or scores and no V, so that it has no result for a layer above."};
    if (sizes.dk == 0) sizes.dk = sizes.dv;
    for (int h = 0; h < sizes.heads; ++h)
        layer.allHeads.push_back(drawnHead(session.seed, layer.number, h, sizes, like.allHeads.front()));
    if (layer.usesWeights()) // the scale of given weights is none
        layer.options.scale.kind = like.options.scale.withWeights.value_or(layer.options.scale.kind);
    layer[Parameter::Wo].isOn = true;
    now.layers.push_back(std::move(layer));
    return conformed(session, std::move(now));
}

Result<Session> withLayerDuplicated(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (auto fits = checkOneMoreFits(session); !fits) return fits.problem();
    Session now = session;
    Layer copy = layerAt(session, layer);
    copy.number = unusedNumber(session.layers);
    now.layers.insert(layer + 1, std::move(copy));
    return conformed(session, std::move(now));
}

Result<Session> withLayerRemoved(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (session.layers.size() == 1) return Problem{"A session needs at least one layer."};
    Session now = session;
    now.layers.erase(layer);
    return conformed(session, std::move(now));
}

Result<Session> withResidual(const Session& session, int layer, bool isOn) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    const Sizes s = sizesOf(session, layer);
    if (isOn && s.width() != s.d)
        return Problem{"The width of layer " + std::to_string(numberOf(layer)) + "'s output is " +
                       std::to_string(s.width()) + ", but the width of its X is " + std::to_string(s.d) +
                       ", so they cannot be added. Add a W_o of shape " + sizeText(s.concat(), s.d) + " first."};
    return withLayer(session, layer, [&](Layer& l) { l.residual = isOn; });
}

void completeNorm(Layer& layer, const Sizes& sizes) {
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, ParameterValue& value) {
        if (info.presence != Presence::OfNorm) return;
        if (layer.norm && !value.kept) value = drawnFor(0, {info.parameter, layer.number, 0}, sizes);
        value.isOn = value.kept && layer.norm;
    });
}

Result<Session> withNorm(const Session& session, int layer, const std::optional<Norm>& norm) {
    return withLayer(session, layer, [&](Layer& l) {
        if (norm) l.norm.kept = norm;
        l.norm.isOn = norm.has_value();
    });
}

Result<Session> withOptional(const Session& session, int layer, Parameter parameter, bool isThere) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    const auto isOf = [&](Presence presence) { return infoOf(parameter).presence == presence; };
    if (areEmbeddings(parameter) || !(isOf(Presence::Optional) || isOf(Presence::BehindWeight)))
        return Problem{std::string(symbolOf(parameter)) + " cannot be added or removed by itself."};
    const ParameterInfo& info = infoOf(parameter);
    bool lacksWeight = false;
    const auto change = [&](auto& set) {
        ParameterValue& value = set[parameter];
        if (isThere && !mayHave(set, info)) return void(lacksWeight = true);
        if (value.isOn == isThere) return;
        value.isOn = isThere;
        value.comesWithWeight = false;
        if (const ParameterInfo* bias = biasOf(parameter)) {
            ParameterValue& with = set[bias->parameter];
            if (isThere && with.comesWithWeight) with.isOn = true;
            if (!isThere && with.isOn) with.isOn = false, with.comesWithWeight = true;
        }
    };
    auto now = withLayer(session, layer, [&](Layer& l) {
        if (info.scope == Scope::Layer) return change(l);
        for (Head& head : l.heads()) change(head);
    });
    if (!lacksWeight) return now;
    const std::string weight = symbolOf(*info.weight);
    return Problem{std::string(symbolOf(parameter)) + " requires " + weight + ". Add a " + weight + " first."};
}

Result<Session> withTrainableWeights(const Session& session, int layer) {
    return withLayer(session, layer, [](Layer& l) {
        if (l.usesWeights()) return;
        forEachSwitched(l, [](auto& set, ParameterValue& value, const ParameterInfo& info) {
            value.isOn = value.isOn || info.presence == Presence::Together ||
                         (value.comesWithWeight && mayHave(set, info));
        });
        Scale& scale = l.options.scale;
        scale.kind = std::exchange(scale.withWeights, std::nullopt).value_or(scale.kind);
    });
}

Result<Session> withoutTrainableWeights(const Session& session, int layer) {
    return withLayer(session, layer, [](Layer& l) {
        if (!l.usesWeights()) return;
        forEachSwitched(l, [](auto&, ParameterValue& value, const ParameterInfo& info) {
            value.comesWithWeight = value.comesWithWeight || (value.isOn && info.presence != Presence::Together);
            value.isOn = false;
        });
        l.options.scale.withWeights = std::exchange(l.options.scale.kind, Scale::Kind::None);
    });
}

Result<Session> withOptions(const Session& session, int layer, const Options& options) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { l.options = options; });
    if (sameValues(now, session)) return session; // also if an equal mask is another block
    return conformed(session, std::move(now));
}

} // namespace headlight
