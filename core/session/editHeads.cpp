#include "session/Limits.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>

namespace headlight {
namespace {

Head drawnHead(const Session& session, int layer, int head, const Sizes& s, const Head* like) {
    const auto draw = [&](MatrixKind kind, Index rows, Index cols, Index fanIn = 0) {
        return FrozenMatrix(drawnFor(session, {kind, layer, head}, rows, cols, fanIn));
    };
    Head now;
    now.wq = draw(MatrixKind::Wq, s.d, s.dk);
    now.wk = draw(MatrixKind::Wk, s.dContext, s.dk);
    now.wv = draw(MatrixKind::Wv, s.dContext, s.dv);
    if (like && like->bq) now.bq = draw(MatrixKind::Bq, 1, s.dk, s.d);
    if (like && like->bk) now.bk = draw(MatrixKind::Bk, 1, s.dk, s.dContext);
    if (like && like->bv) now.bv = draw(MatrixKind::Bv, 1, s.dv, s.dContext);
    return now;
}

/// W_o with the d_v rows of one head put in at `head`, or taken out.
FrozenMatrix withHeadRows(const FrozenMatrix& wo, Index head, Index dv, const Matrix& rows) {
    if (!wo) return wo;
    Matrix now(wo->rows() + rows.rows(), wo->cols());
    const Index before = head * dv;
    now << wo->topRows(before), rows, wo->bottomRows(wo->rows() - before);
    return now;
}
FrozenMatrix withoutHeadRows(const FrozenMatrix& wo, Index head, Index dv) {
    if (!wo) return wo;
    Matrix now(wo->rows() - dv, wo->cols());
    now << wo->topRows(head * dv), wo->bottomRows(wo->rows() - (head + 1) * dv);
    return now;
}

/// The number under which a new head is drawn: its place, unless a head that moved up was drawn under it.
int unusedNumber(const Session& session, int layer, const Sizes& s) {
    const auto& heads = session.layers[static_cast<std::size_t>(layer)].heads;
    for (int number = s.heads;; ++number) {
        const Matrix drawn = drawnFor(session, {MatrixKind::Wq, layer, number}, s.d, s.dk);
        const bool isTaken = std::any_of(heads.begin(), heads.end(), [&](const Head& head) {
            return (head.wq->array() == drawn.array()).count() * 4 > drawn.size(); // some may have been edited
        });
        if (!isTaken) return number;
    }
}

Result<void> headExists(const Session& session, int layer, int head) {
    if (head >= 0 && head < sizesOf(session, layer).heads) return {};
    return Problem{"There is no head " + std::to_string(head + 1) + "."};
}

Result<void> roomForOneMore(const Session& session, int layer) {
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
    for (int h = 0; h < heads; ++h) session.layers[0].heads.push_back(drawnHead(session, 0, h, sizes, nullptr));
    return session;
}

Result<Session> withHeadAdded(const Session& session, int layer) {
    if (auto room = roomForOneMore(session, layer); !room) return room.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    l.heads.push_back(drawnHead(session, layer, unusedNumber(session, layer, sizes), sizes, &l.heads.back()));
    if (l.wo) {
        const Matrix all = drawnFor(session, {MatrixKind::Wo, layer, 0}, Index(sizes.heads + 1) * sizes.dv, sizes.dOut);
        l.wo = withHeadRows(l.wo, sizes.heads, sizes.dv, all.bottomRows(sizes.dv));
    }
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
    if (l.wo) {
        const Matrix rows = l.wo->middleRows(Index(head) * sizes.dv, sizes.dv);
        l.wo = withHeadRows(l.wo, head + 1, sizes.dv, rows);
    }
    return now;
}

Result<Session> withHeadRemoved(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    const Sizes sizes = sizesOf(session, layer);
    if (sizes.heads == 1) return Problem{"A layer needs at least one head. Add another before you remove this one."};
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    l.heads.erase(l.heads.begin() + head);
    l.wo = withoutHeadRows(l.wo, head, sizes.dv);
    return now;
}

Result<Session> withTrainableWeights(const Session& session, int layer) {
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (!isSimplified(l)) return session;
    Head head = drawnHead(session, layer, 0, sizesOf(session, layer), nullptr);
    head.bq = l.heads[0].bq, head.bk = l.heads[0].bk, head.bv = l.heads[0].bv;
    head.unknown = l.heads[0].unknown;
    l.heads[0] = std::move(head);
    return now;
}

Result<Session> withoutTrainableWeights(const Session& session, int layer) {
    Session now = session;
    Layer& l = now.layers[static_cast<std::size_t>(layer)];
    if (isSimplified(l)) return session;
    if (session.context && session.context->embeddings->cols() != session.text.embeddings->cols())
        return Problem{"Without weights both sentences need embeddings of the same size. Make their d equal first."};
    Head bare;
    bare.unknown = l.heads[0].unknown;
    l.heads.assign(1, bare);
    l.wo = l.bo = {};
    return now;
}

Result<Session> withOptions(const Session& session, int layer, const Options& options) {
    Session now = session;
    Options& changed = now.layers.at(static_cast<std::size_t>(layer)).options;
    changed = options;
    if (changed.mask != MaskKind::Given) changed.givenMask = {};
    if (now == session) return session;
    if (const auto wrong = firstInconsistency(now)) return Problem{*wrong};
    return now;
}

} // namespace headlight
