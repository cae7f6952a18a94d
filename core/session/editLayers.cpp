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

Result<void> roomForOneMore(const Session& session) {
    if (static_cast<int>(session.layers.size()) < kMaxLayers) return {};
    return Problem{"A session has at most " + std::to_string(kMaxLayers) + " layers. Remove one first."};
}

int unusedNumber(const Session& session) {
    int number = 0;
    while (std::ranges::count(session.layers, number, &Layer::number) > 0) ++number;
    return number;
}

/// What comes and goes with the trainable weights: not the norm, which stays.
Layer asideOf(const Layer& layer) {
    Layer aside;
    aside.number = layer.number;
    aside.heads = layer.heads;
    aside.stays = layer.stays;
    aside.options.scale = layer.options.scale;
    if (layer.options.scale.kind != Scale::Kind::Factor) aside.options.scale.factor = Scale().factor;
    forEachParameter(aside, Scope::Layer, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (info.presence == Presence::OfNorm) return;
        matrix = layer[info.parameter];
        aside.off[info.parameter] = layer.off[info.parameter];
        takeDrawing(aside.drawn, layer.drawn, info.parameter);
    });
    return aside;
}

/// The same, back in its place; but for the scale.
void takeBack(Layer& layer, const Layer& aside) {
    layer.heads = aside.heads;
    layer.stays = aside.stays;
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (info.presence == Presence::OfNorm) return;
        matrix = aside[info.parameter];
        layer.off[info.parameter] = aside.off[info.parameter];
        takeDrawing(layer.drawn, aside.drawn, info.parameter);
    });
}

bool hasNumbers(const Layer& layer) {
    bool any = false;
    const auto look = [&](const ParameterRef&, const FrozenMatrix& matrix) { any = any || matrix; };
    forEachParameter(layer, 0, look);
    forEachOff(layer, 0, look);
    return any;
}

/// Rows of a W_o, on or off.
Index outputRows(const Layer& layer) {
    for (const FrozenMatrix& matrix : {layer[Parameter::Wo], layer.off[Parameter::Wo]})
        if (matrix) return matrix->rows();
    return 0;
}

} // namespace

Result<Session> withLayerAdded(const Session& session) {
    const int below = static_cast<int>(session.layers.size()) - 1;
    if (auto room = roomForOneMore(session); !room) return room.problem();
    const Layer& like = session.layers.back();
    Session now = session;
    Layer layer;
    layer.number = unusedNumber(session);
    layer.options = like.options;
    layer.residual = like.residual;
    layer.norm = like.norm;
    Sizes sizes = sizesOf(session, below);
    sizes.d = sizes.dOut = sizes.width();
    if (sizes.d > kMaxFileDims)
        return Problem{"The width of layer " + std::to_string(numberOf(below)) + "'s output is " +
                       std::to_string(sizes.d) + ", but a layer above can read at most " +
                       std::to_string(kMaxFileDims) + " columns. Add a W_o of shape " +
                       sizeText(sizes.concat(), sizesOf(session, below).d) + " to it first."};
    if (!session.source) sizes.dSource = sizes.d;
    for (int h = 0; h < sizes.heads; ++h)
        layer.heads.push_back(drawnHead(session.seed, layer.number, h, sizes, like.heads.front()));
    layer[Parameter::Wo] = drawnFor(session.seed, {Parameter::Wo, layer.number, 0}, sizes);
    sizes.normed = sizes.d; // and it makes as many
    completeNorm(layer, sizes);
    now.layers.push_back(std::move(layer));
    return now;
}

Result<Session> withLayerDuplicated(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (auto room = roomForOneMore(session); !room) return room.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    Layer copy = layerAt(now, layer);
    copy.number = unusedNumber(session);
    now.layers.insert(now.layers.begin() + layer + 1, copy);
    now.unknown = withItem(session.unknown, "layers", layer, 2);
    if (sizes.d != sizes.width()) followAbove(now, layer, Move::resized(sizes.d, sizes.width()));
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

Result<Session> withLayerRemoved(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (session.layers.size() == 1) return Problem{"A session needs at least one layer."};
    const Sizes gone = sizesOf(session, layer);
    Session now = session;
    now.layers.erase(now.layers.begin() + layer);
    now.unknown = withItem(session.unknown, "layers", layer, 0);
    if (gone.d == gone.width() || layer == static_cast<int>(now.layers.size())) return now;
    followAbove(now, layer - 1, Move::resized(gone.width(), gone.d));
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

Result<Session> withResidual(const Session& session, int layer, bool isOn) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = layerAt(now, layer);
    if (l.residual == isOn) return session;
    l.residual = isOn;
    const Sizes s = sizesOf(session, layer);
    if (isOn && s.width() != s.d)
        return Problem{"The width of layer " + std::to_string(numberOf(layer)) + "'s output is " +
                       std::to_string(s.width()) + ", but the width of its input is " + std::to_string(s.d) +
                       ", so they cannot be added. Add a W_o of shape " + sizeText(s.concat(), s.d) + " first."};
    return now;
}

void completeNorm(Layer& layer, const Sizes& sizes, bool mayResize) {
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (info.presence != Presence::OfNorm) return;
        if (!layer.norm) matrix = {};
        if (layer.norm && matrix && matrix->cols() != sizes.normed) forgetDrawing(layer, info.parameter, 0);
        if (!layer.norm || (matrix && (!mayResize || matrix->cols() == sizes.normed))) return;
        Matrix fresh = drawnFor(0, {info.parameter, layer.number, 0}, sizes);
        if (matrix) {
            const Index kept = std::min(matrix->cols(), fresh.cols());
            fresh.leftCols(kept) = matrix->leftCols(kept);
            keepWaiting(*matrix, fresh, layer.off[info.parameter], Cause::Switch, {});
        }
        matrix = std::move(fresh);
    });
}

Result<Session> withNorm(const Session& session, int layer, const std::optional<Norm>& norm) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = layerAt(now, layer);
    if (l.norm.has_value() != norm.has_value()) { // gain and bias stay meanwhile
        l.offNorm = l.norm;
        now.unknown = swapped(now.unknown, layerField(layer) + ".norm", layerField(layer) + ".off.norm");
        forEachParameter(l, Scope::Layer, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
            if (info.presence == Presence::OfNorm) switchOver(matrix, l.off[info.parameter]);
        });
    }
    l.norm = norm;
    completeNorm(l, sizesOf(now, layer), true);
    if (now == session) return session;
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

Result<Session> withOptional(const Session& session, int layer, Parameter parameter, bool isThere) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    const auto isOf = [&](Presence presence) { return infoOf(parameter).presence == presence; };
    if (areEmbeddings(parameter) || !(isOf(Presence::Optional) || isOf(Presence::BehindWeight)))
        return Problem{std::string(symbolOf(parameter)) + " cannot be added or removed by itself."};
    const ParameterInfo& info = infoOf(parameter);
    Session now = session;
    Layer& l = layerAt(now, layer);
    Sizes sizes = sizesOf(session, layer);
    const int width = sizes.width();
    if (sizes.dOut == 0) sizes.dOut = sizes.d; // of a new W_o: what a residual and a layer above like best
    std::string missing;
    if (!isThere)
        for (const ParameterInfo& bias : parameters())
            if (bias.weight == parameter && bias.presence == Presence::BehindWeight && bias.scope == Scope::Layer &&
                l[parameter])
                l.stays[bias.parameter] = !l[bias.parameter] && l.off[bias.parameter];
    forEachParameter(l, l.number, [&](ParameterRef ref, FrozenMatrix& matrix) {
        const bool isOfHead = info.scope == Scope::Head;
        const auto head = static_cast<std::size_t>(ref.head);
        FrozenMatrix& parked = (isOfHead ? l.heads[head].off : l.off)[ref.parameter];
        const bool isBias = infoOf(ref.parameter).weight == parameter; // goes with its weight, and comes with it
        if (ref.parameter != parameter && !(isBias && (!isThere || parked))) return;
        if (static_cast<bool>(matrix) == isThere) return;
        if (isThere && !(isOfHead ? mayHave(l.heads[head], info) : mayHave(l, info))) missing = symbolOf(*info.weight);
        if (isBias && isThere && std::exchange(l.stays[ref.parameter], false)) return;
        if (isThere && !parked) forgetDrawing(l, ref.parameter, head);
        if (isOfHead) ref.head = l.heads[head].number;
        (isThere ? matrix : parked) = std::exchange(isThere ? parked : matrix, {});
        if (isThere && !matrix) matrix = drawnFor(session.seed, ref, sizes);
    });
    if (!missing.empty())
        return Problem{std::string(symbolOf(parameter)) + " requires " + missing + ". Add a " + missing + " first."};
    if (now == session) return session;
    const int widthNow = sizesOf(now, layer).width();
    if (widthNow != width) followMade(now, layer, Move::resized(width, widthNow, Cause::Switch));
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

Result<Session> withTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = layerAt(now, layer);
    if (!isSimplified(l)) return session;
    if (const Frozen<Layer> trained = std::exchange(l.offTrained, {})) {
        const int before = sizesOf(session, layer).width();
        const std::string simplified = layerField(layer) + ".off.simplified.heads";
        if (Layer aside = asideOf(l); hasNumbers(aside)) {
            aside.options = {};
            l.offSimplified = std::move(aside);
            now.unknown = swapped(now.unknown, headsOf(layer), simplified);
        } else {
            now.unknown = withItem(now.unknown, headsOf(layer), 0, 0); // of the one that had no weights
        }
        takeBack(l, *trained);
        now.unknown = swapped(now.unknown, headsOf(layer), layerField(layer) + ".off.trained.heads");
        const double factor = std::exchange(l.options.scale, trained->options.scale).factor;
        if (l.options.scale.kind != Scale::Kind::Factor) l.options.scale.factor = factor; // which is remembered
        const int width = sizesOf(now, layer).width();
        if (before != width) followMade(now, layer, Move::resized(before, width, Cause::Switch));
        if (auto fit = fits(now); !fit) return fit.problem();
        return now;
    }
    const Head drawn = drawnHead(session.seed, l.number, l.heads[0].number, sizesOf(session, layer));
    forEachParameter(drawn, Scope::Head, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (info.presence == Presence::Together) l.heads[0][info.parameter] = matrix;
    });
    return now;
}

Result<Session> withoutTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = layerAt(now, layer);
    if (isSimplified(l)) return session;
    if (auto may = mayBeSimplified(session, layer); !may) return may.problem();
    Layer simplified;
    simplified.heads.resize(1);
    simplified.heads[0].number = l.heads[0].number;
    if (const Frozen<Layer> before = std::exchange(l.offSimplified, {})) simplified = *before;
    const int before = sizesOf(session, layer).width();
    l.offTrained = asideOf(l);
    now.unknown = swapped(now.unknown, headsOf(layer), layerField(layer) + ".off.trained.heads");
    takeBack(l, simplified);
    now.unknown = swapped(now.unknown, headsOf(layer), layerField(layer) + ".off.simplified.heads");
    l.options.scale.kind = Scale::Kind::None;
    const Sizes sizes = sizesOf(now, layer);
    fit(l, session.seed, sizes, Cause::Switch);
    if (const Index rows = outputRows(l); rows > 0 && rows != sizes.concat())
        followWithin(now, layer, Move::resized(rows, sizes.concat(), Cause::Switch));
    const int width = sizesOf(now, layer).width();
    if (before != width) followMade(now, layer, Move::resized(before, width, Cause::Switch));
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

Result<Session> withOptions(const Session& session, int layer, const Options& options) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = layerAt(now, layer);
    const Options before = std::exchange(l.options, options);
    if (before.mask.window > 0 || options.mask.window > 0)
        l.offWindow = options.mask.window > 0 ? 0 : before.mask.window;
    if (before.dropout.has_value() != options.dropout.has_value())
        now.unknown = swapped(now.unknown, layerField(layer) + ".options.dropout",
                              layerField(layer) + ".options.off.dropout");
    if (before.dropout || options.dropout) l.offDropout = options.dropout ? std::nullopt : before.dropout;
    if (sameValues(now, session)) return session; // also if an equal mask is another block
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

} // namespace headlight
