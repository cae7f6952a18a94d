#include "session/Limits.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <functional>

namespace headlight {
namespace {

/// Calls f(parameter, matrix) for what has rows of every head (W_o).
void forRowsOfHeads(Layer& layer, const std::function<void(Parameter, FrozenMatrix&)>& f) {
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (matrix && info.rows == Side::Concat) f(info.parameter, matrix);
    });
}

/// Puts `rows` before row `at`.
FrozenMatrix withRows(const Matrix& matrix, Index at, const Matrix& rows) {
    Matrix now(matrix.rows() + rows.rows(), matrix.cols());
    now << matrix.topRows(at), rows, matrix.bottomRows(matrix.rows() - at);
    return now;
}

FrozenMatrix withoutRows(const Matrix& matrix, Index at, Index count) {
    Matrix now(matrix.rows() - count, matrix.cols());
    now << matrix.topRows(at), matrix.bottomRows(matrix.rows() - at - count);
    return now;
}

/// The first number that no head of the layer has: of two heads with one number, one would be the other's twin.
int unusedNumber(const Layer& layer) {
    int number = 0;
    while (std::ranges::count(layer.heads, number, &Head::number) > 0) ++number;
    return number;
}

Result<void> headExists(const Session& session, int layer, int head) {
    if (auto exists = layerExists(session, layer); !exists) return exists;
    if (head >= 0 && head < sizesOf(session, layer).heads) return {};
    return Problem{"There is no head " + std::to_string(head + 1) + "."};
}

Result<void> roomForOneMore(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists;
    const Layer& l = session.layers[static_cast<std::size_t>(layer)];
    if (isSimplified(l))
        return Problem{
            "Without trainable weights every head would be the same. Choose \"Use trainable weights\" first."};
    if (l.heads.size() >= kMostHeads)
        return Problem{"A layer has at most " + std::to_string(kMostHeads) + " heads. Remove one first."};
    return {};
}

} // namespace

Session newSession(std::uint64_t seed, int d, int heads, int dk, int dv) {
    Session session;
    session.seed = seed;
    session.text.vocabulary = Vocabulary{};
    session.text.embeddings = Matrix(0, d);
    session.text.tokens = Tokens{};
    session.layers.resize(1);
    const Sizes sizes{
        .tokens = 0, .keyTokens = 0, .d = d, .dContext = d, .heads = heads, .dk = dk, .dv = dv, .dOut = 0};
    for (int h = 0; h < heads; ++h) session.layers[0].heads.push_back(drawnHead(seed, 0, h, sizes));
    return session;
}

Result<Session> withHeadAdded(const Session& session, int layer) {
    if (auto room = roomForOneMore(session, layer); !room) return room.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    const int number = unusedNumber(l);
    l.heads.push_back(drawnHead(session.seed, layer, number, sizes, l.heads.back()));
    Sizes all = sizes; // as if every number up to this one had rows
    all.heads = number + 1;
    forRowsOfHeads(l, [&](Parameter parameter, FrozenMatrix& matrix) {
        const Matrix drawn = drawnFor(session.seed, {parameter, layer, 0}, all);
        matrix = withRows(*matrix, matrix->rows(), drawn.bottomRows(sizes.dv));
    });
    return now;
}

Result<Session> withHeadDuplicated(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    if (auto room = roomForOneMore(session, layer); !room) return room.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    const Head copy = l.heads.at(static_cast<std::size_t>(head));
    l.heads.insert(l.heads.begin() + head + 1, copy);
    forRowsOfHeads(l, [&](Parameter, FrozenMatrix& matrix) {
        const Index at = Index(head) * sizes.dv;
        matrix = withRows(*matrix, at + sizes.dv, matrix->middleRows(at, sizes.dv));
    });
    return now;
}

Result<Session> withHeadRemoved(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    const Sizes sizes = sizesOf(session, layer);
    if (sizes.heads == 1) return Problem{"A layer needs at least one head. Add another before you remove this one."};
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    l.heads.erase(l.heads.begin() + head);
    forRowsOfHeads(
        l, [&](Parameter, FrozenMatrix& matrix) { matrix = withoutRows(*matrix, Index(head) * sizes.dv, sizes.dv); });
    return now;
}

Result<Session> withTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (!isSimplified(l)) return session;
    const Head drawn = drawnHead(session.seed, layer, l.heads[0].number, sizesOf(session, layer));
    forEachParameter(drawn, Scope::Head, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (info.isTrainable) l.heads[0][info.parameter] = matrix;
    });
    return now;
}

Result<Session> withoutTrainableWeights(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (isSimplified(l)) return session;
    if (session.context && session.context->embeddings.cols() != session.text.embeddings.cols())
        return Problem{"Without weights both sentences need embeddings of the same size. Make their d equal first."};
    l.heads.resize(1);
    forEachParameter(l, layer, [](const ParameterRef&, FrozenMatrix& matrix) { matrix = {}; });
    return now;
}

Result<Session> withOptions(const Session& session, int layer, const Options& options) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Options& changed = now.layers[static_cast<std::size_t>(layer)].options;
    changed = options;
    if (changed.mask != MaskKind::Given) changed.givenMask = {};
    if (now == session) return session;
    if (const auto wrong = firstInconsistency(now)) return Problem{*wrong};
    return now;
}

} // namespace headlight
