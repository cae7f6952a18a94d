#include "random/initialisers.h"
#include "session/Limits.h"
#include "session/conform.h"
#include "session/consistency.h"
#include "session/drawNumbers.h"
#include "session/drawn.h"
#include "session/edits.h"

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

/// Returns the session in which the layer has another d_k or d_v, which are the columns of `lead`.
Result<Session> withHeadSize(const Session& session, int layer, const char* name, Parameter lead, int size,
                             const Watch& watch) {
    if (auto range = inRange(name, size); !range) return range.problem();
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (lengthOf(infoOf(lead).cols, sizesOf(session, layer)) == size) return session;
    if (isSimplified(layerAt(session, layer)))
        return Problem{std::string("Without trainable weights ") + name +
                       " equals d. Change d, or use trainable weights."};
    if (layerAt(session, layer).isGiven())
        return Problem{std::string(name) + " is the width of numbers that are given; it cannot be chosen."};
    Session now = session;
    now.layers.change(layer, [&](Layer& l) {
        Head& first = l.allHeads.front();
        const Index rows = first[lead]->rows();
        fitTo(first[lead], rows, size, session.seed, {lead, l.number, first.number}, rows);
    });
    return conformed(session, std::move(now), {lead == Parameter::Wv ? layer : -1, {}}, watch);
}

} // namespace

Result<Session> withEmbeddingSize(const Session& session, int d, const Watch& watch) {
    if (auto range = inRange("d", d); !range) return range.problem();
    const int before = sizesOf(session).d;
    if (d == before) return session;
    if (layerAt(session, 0)[Parameter::GivenX]) return Problem{"d is the width of the given X; it cannot be chosen."};
    Session now = session;
    auto text = withColumns(session.text, session.seed, d, partOf(watch, 0, 0.5));
    if (!text) return text.problem();
    now.text = std::move(*text);
    if (const auto& kept = session.source.kept; kept && kept->embeddings.cols() == before) {
        auto source = withColumns(*kept, session.seed, d, partOf(watch, 0.5, 0.7));
        if (!source) return source.problem();
        now.source.kept = std::move(*source);
    }
    return conformed(session, std::move(now), {}, partOf(watch, 0.7, 1));
}

Result<Session> withKeySize(const Session& session, int layer, int dk, const Watch& watch) {
    return withHeadSize(session, layer, "d_k", Parameter::Wq, dk, watch);
}

Result<Session> withValueSize(const Session& session, int layer, int dv, const Watch& watch) {
    return withHeadSize(session, layer, "d_v", Parameter::Wv, dv, watch);
}

} // namespace headlight
