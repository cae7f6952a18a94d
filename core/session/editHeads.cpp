#include "base/places.h"
#include "session/Limits.h"
#include "session/drawn.h"
#include "session/edits.h"
#include "session/moves.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Returns a move in which no column of the heads moves.
Move stay(const Sizes& sizes) { return Move::resized(sizes.concat(), sizes.concat()); }

Result<void> headExists(const Session& session, int layer, int head) {
    if (auto exists = layerExists(session, layer); !exists) return exists;
    if (head >= 0 && head < sizesOf(session, layer).heads) return {};
    return Problem{"There is no head " + std::to_string(numberOf(head)) + "."};
}

Result<void> checkOneMoreFits(const Session& session, int layer) {
    if (auto exists = layerExists(session, layer); !exists) return exists;
    const Layer& l = layerAt(session, layer);
    if (isSimplified(l))
        return Problem{
            "Without trainable weights every head would be the same. Choose \"Use trainable weights\" first."};
    if (l.allHeads.size() >= kMaxHeads)
        return Problem{"A layer has at most " + std::to_string(kMaxHeads) + " heads. Remove one first."};
    return {};
}

} // namespace

Session newSession(std::uint64_t seed, int d, int heads, int dk, int dv) {
    Session session;
    session.seed = seed;
    session.text.vocabulary = Vocabulary{};
    session.text.embeddings = Matrix(0, d);
    session.text.tokens = Tokens{};
    const Sizes sizes{.tokens = 0, .keyTokens = 0, .d = d, .dSource = d, .heads = heads, .dk = dk, .dv = dv, .dOut = 0};
    Layer layer;
    for (int h = 0; h < heads; ++h) layer.allHeads.push_back(drawnHead(seed, 0, h, sizes));
    session.layers.push_back(std::move(layer));
    return session;
}

Result<Session> withHeadAdded(const Session& session, int layer) {
    if (auto fits = checkOneMoreFits(session, layer); !fits) return fits.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    const int number = unusedNumber(layerAt(session, layer).allHeads);
    now.layers.change(layer, [&](Layer& l) {
        l.allHeads.push_back(drawnHead(session.seed, l.number, number, sizes, l.allHeads.back()));
    });
    Move move = stay(sizes);
    for (Index i = 0; i < sizes.dv; ++i) move.columns.push_back({-1, number, i});
    return followed(std::move(now), layer, move);
}

Result<Session> withHeadDuplicated(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    if (auto fits = checkOneMoreFits(session, layer); !fits) return fits.problem();
    const Sizes sizes = sizesOf(session, layer);
    Session now = session;
    now.layers.change(layer, [&](Layer& l) {
        const Head copy = l.allHeads.at(static_cast<std::size_t>(head));
        l.allHeads.insert(l.allHeads.begin() + head + 1, copy);
    });
    Move move = stay(sizes);
    const std::vector<Move::Column> columns = move.columns;
    const auto first = columns.begin() + Index(head) * sizes.dv, last = first + sizes.dv;
    move.columns.insert(move.columns.begin() + (last - columns.begin()), first, last);
    return followed(std::move(now), layer, move);
}

Result<Session> withHeadRemoved(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    const Sizes sizes = sizesOf(session, layer);
    if (sizes.heads == 1) return Problem{"A layer needs at least one head. Add another before you remove this one."};
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { l.allHeads.erase(l.allHeads.begin() + head); });
    Move move = stay(sizes);
    const auto first = move.columns.begin() + Index(head) * sizes.dv;
    move.columns.erase(first, first + sizes.dv);
    return followed(std::move(now), layer, move);
}

} // namespace headlight
