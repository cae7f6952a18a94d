#include "random/initialisers.h"
#include "session/Limits.h"
#include "session/drawn.h"
#include "session/edits.h"

namespace headlight {
namespace {

Result<void> inRange(const char* what, int size) {
    if (size >= 1 && size <= kMostDims) return {};
    return Problem{std::string(what) + " must be from 1 to " + std::to_string(kMostDims) + ", not " +
                   std::to_string(size) + "."};
}

/// The table with d columns. What a row gains is the rest of its token's own vector.
Text withColumns(const Text& text, std::uint64_t seed, Index d) {
    const Matrix& old = *text.embeddings;
    Matrix drawn(old.rows(), d);
    if (d > old.cols() && old.rows() > 0) {
        drawn = drawWeights(seed, "embeddings", old.rows(), d); // for rows that belong to no token
        for (const auto& entry : text.vocabulary->entries) drawn.row(entry.id) = drawTokenVector(seed, entry.token, d);
    }
    Text now = text;
    now.embeddings = resized(text.embeddings, std::move(drawn));
    return now;
}

FrozenMatrix fit(const Session& session, const MatrixRef& ref, const FrozenMatrix& old, Index rows, Index cols,
                 Index fanIn = 0) {
    return old ? resized(old, drawnFor(session, ref, rows, cols, fanIn)) : old;
}

} // namespace

Result<Session> withEmbeddingSize(const Session& session, int d) {
    if (auto range = inRange("d", d); !range) return range.problem();
    const Sizes s = sizesOf(session);
    if (d == s.d) return session;
    Session now = session;
    now.text = withColumns(session.text, session.seed, d);
    const bool both = !session.context || s.d == s.dContext;
    if (session.context && both) now.context = withColumns(*session.context, session.seed, d);
    const Index dContext = both ? d : s.dContext;
    for (std::size_t l = 0; l < now.layers.size(); ++l) {
        for (std::size_t h = 0; h < now.layers[l].heads.size(); ++h) {
            Head& head = now.layers[l].heads[h];
            const auto ref = [&](MatrixKind kind) { return MatrixRef{kind, static_cast<int>(l), static_cast<int>(h)}; };
            if (!head.wq) {
                head.bq = fit(session, ref(MatrixKind::Bq), head.bq, 1, d, d);
                head.bk = fit(session, ref(MatrixKind::Bk), head.bk, 1, d, dContext);
                head.bv = fit(session, ref(MatrixKind::Bv), head.bv, 1, d, dContext);
                continue;
            }
            head.wq = fit(session, ref(MatrixKind::Wq), head.wq, d, s.dk);
            head.wk = fit(session, ref(MatrixKind::Wk), head.wk, dContext, s.dk);
            head.wv = fit(session, ref(MatrixKind::Wv), head.wv, dContext, s.dv);
        }
        Layer& layer = now.layers[l];
        if (isSimplified(layer)) layer.wo = fit(session, {MatrixKind::Wo, static_cast<int>(l), 0}, layer.wo, d, s.dOut);
    }
    return now;
}

Result<Session> withKeySize(const Session& session, int layer, int dk) {
    if (auto range = inRange("d_k", dk); !range) return range.problem();
    const Sizes s = sizesOf(session, layer);
    if (dk == s.dk) return session;
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (isSimplified(l)) return Problem{"Without trainable weights d_k is d. Change d, or use trainable weights."};
    for (int h = 0; h < s.heads; ++h) {
        Head& head = l.heads[static_cast<std::size_t>(h)];
        head.wq = fit(session, {MatrixKind::Wq, layer, h}, head.wq, s.d, dk);
        head.wk = fit(session, {MatrixKind::Wk, layer, h}, head.wk, s.dContext, dk);
        head.bq = fit(session, {MatrixKind::Bq, layer, h}, head.bq, 1, dk, s.d);
        head.bk = fit(session, {MatrixKind::Bk, layer, h}, head.bk, 1, dk, s.dContext);
    }
    return now;
}

Result<Session> withValueSize(const Session& session, int layer, int dv) {
    if (auto range = inRange("d_v", dv); !range) return range.problem();
    const Sizes s = sizesOf(session, layer);
    if (dv == s.dv) return session;
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (isSimplified(l)) return Problem{"Without trainable weights d_v is d. Change d, or use trainable weights."};
    Matrix wo = l.wo ? drawnFor(session, {MatrixKind::Wo, layer, 0}, Index(s.heads) * dv, s.dOut) : Matrix();
    for (int h = 0; h < s.heads; ++h) {
        Head& head = l.heads[static_cast<std::size_t>(h)];
        head.wv = fit(session, {MatrixKind::Wv, layer, h}, head.wv, s.dContext, dv);
        head.bv = fit(session, {MatrixKind::Bv, layer, h}, head.bv, 1, dv, s.dContext);
        const Index kept = std::min(dv, s.dv);
        if (l.wo) wo.middleRows(Index(h) * dv, kept) = l.wo->middleRows(Index(h) * s.dv, kept);
    }
    if (l.wo) l.wo = std::move(wo);
    return now;
}

} // namespace headlight
