#include "session/Limits.h"
#include "session/consistency.h"
#include "session/drawn.h"
#include "session/edits.h"
#include "text/alignment.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// From tokens to tokens, of the queries or keys of a mask.
struct Moved {
    std::vector<int> from; ///< of each that is there now; -1: it is new
    std::size_t before = 0;
    bool stays() const { return from.size() == before && std::ranges::count(from, -1) == 0; }
};

Moved movedFrom(const Tokens& before, const Tokens& now) {
    return {cameFrom(before.texts, now.texts), before.texts.size()};
}

void fitGiven(FrozenMatrix& given, const Moved& queries, const Moved& keys) {
    if (!given || (queries.stays() && keys.stays())) return;
    Matrix mask = Matrix::Ones(static_cast<Index>(queries.from.size()), static_cast<Index>(keys.from.size()));
    for (Index i = 0; i < mask.rows(); ++i)
        for (Index j = 0; j < mask.cols(); ++j) {
            const int query = queries.from[static_cast<std::size_t>(i)], key = keys.from[static_cast<std::size_t>(j)];
            if (query >= 0 && key >= 0) mask(i, j) = (*given)(query, key);
        }
    given = std::move(mask);
}

void fitHidden(std::vector<int>& hidden, const Moved& keys) {
    const auto places = wentTo(keys.from, keys.before);
    std::vector<int> now;
    for (const int token : hidden)
        if (const int place = places[static_cast<std::size_t>(token)]; place >= 0) now.push_back(place);
    hidden = std::move(now);
}

double cellsOf(const Sizes& sizes) { return double(sizes.tokens) * sizes.keyTokens; }

} // namespace

void fitMasks(Session& session, const Session& before) {
    const Moved queries = movedFrom(*before.text.tokens, *session.text.tokens);
    const Moved keys = movedFrom(*keyText(before).tokens, *keyText(session).tokens);
    const Moved others = movedFrom(*otherKeyText(before).tokens, *otherKeyText(session).tokens);
    for (Layer& layer : session.layers) {
        fitHidden(layer.options.mask.hidden, keys);
        fitGiven(layer.options.mask.given, queries, keys);
        fitGiven(layer.offGiven, queries, keys);
        if (!layer.otherMasks) continue;
        fitHidden(layer.otherMasks->hidden, others);
        fitGiven(layer.otherMasks->given, queries, others);
        fitGiven(layer.otherMasks->offGiven, queries, others);
        if (!layer.otherMasks->isAny()) layer.otherMasks.reset(); // the hidden tokens are gone
    }
}

Result<void> masksAreBounded(const Session& session, const Session& before) {
    const auto largest = [](const Session& of) { // that tokens give a mask, whether or not it follows them yet
        Sizes most;
        const auto add = [&, queries = of.text.tokens->count()](const FrozenMatrix& given, const Text& keys) {
            if (!given || cellsOf(most) >= double(queries) * keys.tokens->count()) return;
            most.tokens = queries;
            most.keyTokens = keys.tokens->count();
        };
        for (const Layer& layer : of.layers) {
            for (const FrozenMatrix* given : {&layer.options.mask.given, &layer.offGiven}) add(*given, keyText(of));
            if (const auto& other = layer.otherMasks)
                for (const FrozenMatrix* given : {&other->given, &other->offGiven}) add(*given, otherKeyText(of));
        }
        return most;
    };
    const Sizes most = largest(session);
    return cellsOf(most) > cellsOf(largest(before)) ? maskCanBeGiven(most) : Result<void>();
}

Result<void> maskCanBeGiven(const Sizes& sizes) {
    const double cells = cellsOf(sizes);
    if (cells <= kMaxMaskCells) return {};
    return Problem{"A custom mask of " + std::to_string(sizes.tokens) + " by " + std::to_string(sizes.keyTokens) +
                   " cells is too large: it has " + std::to_string(static_cast<long long>(cells)) +
                   " cells, but the limit is " + std::to_string(kMaxMaskCells) +
                   ". Shorten the sentence, or use a window instead."};
}

Result<Session> withGivenMask(const Session& session, int layer, bool isOn) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    Session now = session;
    Layer& l = layerAt(now, layer);
    FrozenMatrix& given = l.options.mask.given;
    if (static_cast<bool>(given) == isOn) return session;
    FrozenMatrix& from = isOn ? l.offGiven : given; // what is put aside may be there while another one is on
    (isOn ? given : l.offGiven) = std::exchange(from, {});
    const Sizes sizes = sizesOf(session, layer);
    if (isOn && !given)
        if (auto can = maskCanBeGiven(sizes); !can) return can.problem();
    if (isOn && !given) given = Matrix(Matrix::Ones(sizes.tokens, sizes.keyTokens));
    return now;
}

Result<Session> withSecondSentence(const Session& session, bool isOn, const Watch& watch) {
    if (session.source.has_value() == isOn) return session;
    Session now = session;
    if (isOn && !now.offSource) now.offSource = now.text; // as if there were none, until it is changed
    std::swap(now.source, now.offSource);
    now.unknown = swapped(now.unknown, "context_sentence", "off.context_sentence");
    for (std::size_t l = 0; l < now.layers.size(); ++l) {
        Layer& layer = now.layers[l];
        Mask& mask = layer.options.mask;
        TokenMasks masks = std::exchange(layer.otherMasks, std::nullopt).value_or(TokenMasks());
        std::swap(mask.given, masks.given);
        std::swap(mask.hidden, masks.hidden);
        std::swap(layer.offGiven, masks.offGiven);
        if (masks.isAny()) layer.otherMasks = std::move(masks);
        const Sizes before = sizesOf(session, static_cast<int>(l)), sizes = sizesOf(now, static_cast<int>(l));
        const Watch part = partOf(watch, static_cast<double>(l) / static_cast<double>(now.layers.size()),
                                  static_cast<double>(l + 1) / static_cast<double>(now.layers.size()));
        if (before.dSource != sizes.dSource && !isSimplified(layer) &&
            !fit(layer, now.seed, sizes, Cause::Switch, part))
            return stopped();
    }
    completePositions(now);
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

} // namespace headlight
