#include "base/places.h"
#include "session/Limits.h"
#include "session/conform.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

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

/// Returns the session after a change(heads, indices) of the layer's heads, and alike of their indices, where -1 is
/// new.
Result<Session> withHeads(const Session& session, int layer, auto change) {
    HeadsChange heads{layer, std::vector<int>(layerAt(session, layer).allHeads.size())};
    std::iota(heads.from.begin(), heads.from.end(), 0);
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { change(l.allHeads, heads.from); });
    return conformed(session, std::move(now), heads);
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
    if (layerAt(session, layer).isGiven())
        return Problem{"The numbers of the heads are given, and a new head has none. Duplicate a head instead."};
    return withHeads(session, layer, [&](std::vector<Head>& heads, std::vector<int>& from) {
        const int number = unusedNumber(heads);
        heads.push_back(
            drawnHead(session.seed, layerAt(session, layer).number, number, sizesOf(session, layer), heads.back()));
        from.push_back(-1);
    });
}

Result<Session> withHeadDuplicated(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    if (auto fits = checkOneMoreFits(session, layer); !fits) return fits.problem();
    return withHeads(session, layer, [&](std::vector<Head>& heads, std::vector<int>& from) {
        heads.insert(heads.begin() + head, Head(heads[static_cast<std::size_t>(head)]));
        from.insert(from.begin() + head, head);
    });
}

Result<Session> withHeadRemoved(const Session& session, int layer, int head) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    if (sizesOf(session, layer).heads == 1)
        return Problem{"A layer needs at least one head. Add another before you remove this one."};
    return withHeads(session, layer, [&](std::vector<Head>& heads, std::vector<int>& from) {
        heads.erase(heads.begin() + head);
        from.erase(from.begin() + head);
    });
}

Result<Session> withHeadSwitched(const Session& session, int layer, int head, bool isOn) {
    if (auto exists = headExists(session, layer, head); !exists) return exists.problem();
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { l.allHeads[static_cast<std::size_t>(head)].isOn = isOn; });
    return now;
}

} // namespace headlight
