#include "session/Limits.h"
#include "session/consistency.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

std::string sizeText(int rows, int cols) { return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]"; }

} // namespace

Result<Session> withLayerAdded(const Session& session) {
    const int below = static_cast<int>(session.layers.size()) - 1;
    if (below + 1 >= kMaxLayers)
        return Problem{"A session has at most " + std::to_string(kMaxLayers) + " layers. Remove one first."};
    const Layer& like = session.layers.back();
    Session now = session;
    Layer layer;
    while (std::ranges::count(session.layers, layer.number, &Layer::number) > 0) ++layer.number;
    layer.options = like.options;
    layer.residual = like.residual;
    Sizes sizes = sizesOf(session, below);
    sizes.d = sizes.dOut = sizes.width();
    if (sizes.d > kMaxFileDims)
        return Problem{"What layer " + std::to_string(below + 1) + " makes is " + std::to_string(sizes.d) +
                       " wide, but a layer above reads at most " + std::to_string(kMaxFileDims) + ". Add a W_o " +
                       sizeText(sizes.concat(), sizesOf(session, below).d) + " to it first."};
    if (!session.source) sizes.dSource = sizes.d;
    for (int h = 0; h < sizes.heads; ++h)
        layer.heads.push_back(drawnHead(session.seed, layer.number, h, sizes, like.heads.front()));
    layer[Parameter::Wo] = drawnFor(session.seed, {Parameter::Wo, layer.number, 0}, sizes);
    now.layers.push_back(std::move(layer));
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
    if (const auto wrong = firstMisfit(now)) return Problem{*wrong};
    return now;
}

Result<Session> withResidual(const Session& session, int layer, bool isOn) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (l.residual == isOn) return session;
    l.residual = isOn;
    const Sizes s = sizesOf(session, layer);
    if (isOn && s.width() != s.d)
        return Problem{"What layer " + std::to_string(layer + 1) + " makes is " + std::to_string(s.width()) +
                       " wide and its input " + std::to_string(s.d) + ", so they cannot be added. Add a W_o " +
                       sizeText(s.concat(), s.d) + " first."};
    return now;
}

Result<Session> withOptional(const Session& session, int layer, Parameter parameter, bool isThere) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (parameter == Parameter::X || infoOf(parameter).presence == Presence::Together)
        return Problem{std::string(symbolOf(parameter)) + " cannot be added or removed by itself."};
    const ParameterInfo& info = infoOf(parameter);
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    Sizes sizes = sizesOf(session, layer);
    const int width = sizes.width();
    if (sizes.dOut == 0) sizes.dOut = sizes.d; // of a new W_o: what a residual and a layer above like best
    std::string missing;
    forEachParameter(l, l.number, [&](ParameterRef ref, FrozenMatrix& matrix) {
        const bool isBias = infoOf(ref.parameter).weight == parameter; // goes with its weight
        if (ref.parameter != parameter && !(isBias && !isThere)) return;
        if (static_cast<bool>(matrix) == isThere) return;
        if (isThere && !(info.scope == Scope::Head ? mayHave(l.heads[static_cast<std::size_t>(ref.head)], info)
                                                   : mayHave(l, info)))
            missing = symbolOf(*info.weight);
        if (info.scope == Scope::Head) ref.head = l.heads[static_cast<std::size_t>(ref.head)].number;
        matrix = isThere ? FrozenMatrix(drawnFor(session.seed, ref, sizes)) : FrozenMatrix();
    });
    if (!missing.empty())
        return Problem{std::string(symbolOf(parameter)) + " is added behind " + missing + ". Add a " + missing +
                       " first."};
    if (now == session) return session;
    const int widthNow = sizesOf(now, layer).width();
    if (widthNow != width) followAbove(now, layer, Move::resized(width, widthNow));
    if (const auto wrong = firstMisfit(now)) return Problem{*wrong};
    return now;
}

Result<Session> withTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (!isSimplified(l)) return session;
    const Head drawn = drawnHead(session.seed, l.number, l.heads[0].number, sizesOf(session, layer));
    forEachParameter(drawn, Scope::Head, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (info.presence == Presence::Together) l.heads[0][info.parameter] = matrix;
    });
    return now;
}

Result<Session> withoutTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (isSimplified(l)) return session;
    if (session.source && session.source->embeddings.cols() != session.text.embeddings.cols())
        return Problem{"Without weights both sentences need embeddings of the same size. Make their d equal first."};
    const int before = sizesOf(session, layer).width();
    for (int head = sizesOf(session, layer).heads - 1; head > 0; --head)
        now.unknown = withItem(now.unknown, headsOf(layer), head, 0);
    l.heads.resize(1);
    l.options.scale = {Scale::Kind::None, 1};
    forEachParameter(l, layer, [](const ParameterRef&, FrozenMatrix& matrix) { matrix = {}; });
    const int width = sizesOf(now, layer).width(); // not among the arguments: which is evaluated first is open
    return followed(std::move(now), layer, Move::resized(before, width));
}

Result<Session> withOptions(const Session& session, int layer, const Options& options) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    now.layers[static_cast<std::size_t>(layer)].options = options;
    if (sameValues(now, session)) return session; // also if an equal mask is another block
    if (const auto wrong = firstMisfit(now)) return Problem{*wrong};
    return now;
}

} // namespace headlight
