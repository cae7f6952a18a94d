#include "random/initialisers.h"
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/drawNumbers.h"
#include "session/drawn.h"
#include "session/edits.h"
#include "session/moves.h"

#include <algorithm>

namespace headlight {
namespace {

Result<void> inRange(const char* what, int size) {
    if (size >= 1 && size <= kMaxDims) return {};
    return Problem{std::string(what) + " must be from 1 to " + std::to_string(kMaxDims) + ", not " +
                   std::to_string(size) + "."};
}

/// Returns the text with a table of d columns. A row gains the rest of its token's own vector.
Result<Text> withColumns(const Text& text, std::uint64_t seed, Index d, const Watch& watch) {
    const FrozenMatrix table = text.embeddings.matrix();
    const Matrix& old = *table;
    Matrix drawn(old.rows(), d);
    if (d > old.cols() && old.rows() > 0) {
        drawn = drawWeights(seed, "embeddings", old.rows(), d); // for rows that belong to no token
        const auto& entries = text.vocabulary->entries;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (!shouldContinue(watch, i, entries.size())) return stopped();
            drawn.row(entries[i].id) = drawTokenVector(seed, entries[i].token, d);
        }
    }
    Text now = text;
    const Index kept = std::min(d, old.cols());
    drawn.leftCols(kept) = old.leftCols(kept);
    now.embeddings = std::move(drawn);
    now.drawn = ifStillDrawn(now.drawn, {old.rows(), d});
    return now;
}

/// Returns the session in which the layer has another d_k or d_v.
Result<Session> withHeadSize(const Session& session, int layer, const char* name, int Sizes::*member, int size,
                             const Watch& watch) {
    if (auto range = inRange(name, size); !range) return range.problem();
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Sizes sizes = sizesOf(session, layer);
    if (sizes.*member == size) return session;
    const std::vector<Head>& heads = layerAt(session, layer).allHeads;
    if (isSimplified(layerAt(session, layer)))
        return Problem{std::string("Without trainable weights ") + name +
                       " equals d. Change d, or use trainable weights."};
    const Index before = sizes.dv;
    sizes.*member = size;
    Session now = session;
    bool isDone = false;
    now.layers.change(layer, [&](Layer& l) { isDone = fit(l, session.seed, sizes, watch); });
    if (!isDone) return stopped();
    const Index dv = sizes.dv;
    if (dv == before) return ifFits(std::move(now)); // the factor may depend on d_k
    Move move;
    move.before = before * sizes.heads;
    for (std::size_t h = 0; h < heads.size(); ++h)
        for (Index i = 0; i < dv; ++i)
            move.columns.push_back({i < before ? static_cast<Index>(h) * before + i : -1, heads[h].number, i});
    return followed(std::move(now), layer, move);
}

} // namespace

Result<Session> withEmbeddingSize(const Session& session, int d, const Watch& watch) {
    if (auto range = inRange("d", d); !range) return range.problem();
    const Sizes s = sizesOf(session);
    if (d == s.d) return session;
    Session now = session;
    auto text = withColumns(session.text, session.seed, d, partOf(watch, 0, 0.5));
    if (!text) return text.problem();
    now.text = std::move(*text);
    completePositions(now);
    const bool both = !session.source || s.d == s.dSource;
    if (session.source ? both : session.source.kept && session.source.kept->embeddings.cols() == s.d) {
        auto source = withColumns(*session.source.kept, session.seed, d, partOf(watch, 0.5, 0.7));
        if (!source) return source.problem();
        now.source.kept = std::move(*source);
    }
    const auto layers = static_cast<int>(now.layers.size());
    bool isDone = true;
    for (int l = 0; l < layers && isDone; ++l) { // all read the second sentence, but only the first one this
        Sizes sizes = sizesOf(session, l);
        if (l == 0) sizes.d = d;
        if (both && (l == 0 || session.source)) sizes.dSource = d;
        if (isSimplified(layerAt(now, l))) sizes.dk = sizes.dv = sizes.d;
        const auto upTo = [&](int done) { return 0.7 + 0.3 * done / layers; };
        now.layers.change(
            l, [&](Layer& layer) { isDone = fit(layer, session.seed, sizes, partOf(watch, upTo(l), upTo(l + 1))); });
    }
    if (!isDone) return stopped();
    if (isSimplified(now.layers[0])) return followed(std::move(now), 0, Move::resized(s.d, d));
    return ifFits(std::move(now));
}

Result<Session> withKeySize(const Session& session, int layer, int dk, const Watch& watch) {
    return withHeadSize(session, layer, "d_k", &Sizes::dk, dk, watch);
}

Result<Session> withValueSize(const Session& session, int layer, int dv, const Watch& watch) {
    return withHeadSize(session, layer, "d_v", &Sizes::dv, dv, watch);
}

} // namespace headlight
