#include "session/Limits.h"
#include "session/conform.h"
#include "session/drawn.h"
#include "session/edits.h"
#include "session/givenStages.h"
#include "text/alignment.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// The move of the tokens that are the queries or keys of a mask.
struct TokenMove {
    std::vector<int> from; ///< the former index of each token; -1: it is new
    std::size_t before = 0;
    bool stays() const { return from.size() == before && std::ranges::count(from, -1) == 0; }
};

TokenMove movedFrom(const Tokens& before, const Tokens& now) {
    return {cameFrom(before.texts, now.texts), before.texts.size()};
}

/// Moves rows and columns with their tokens (null: they belong to none). New ones are filled with `fresh`.
void fitGiven(FrozenMatrix& given, const TokenMove* rows, const TokenMove* cols, float fresh) {
    if (!given || ((!rows || rows->stays()) && (!cols || cols->stays()))) return;
    const auto count = [](const TokenMove* move, Index all) {
        return move ? static_cast<Index>(move->from.size()) : all;
    };
    const auto from = [](const TokenMove* move, Index i) {
        return move ? Index(move->from[static_cast<std::size_t>(i)]) : i;
    };
    Matrix now = Matrix::Constant(count(rows, given->rows()), count(cols, given->cols()), fresh);
    for (Index i = 0; i < now.rows(); ++i)
        for (Index j = 0; j < now.cols(); ++j) {
            const Index row = from(rows, i), col = from(cols, j);
            if (row >= 0 && col >= 0) now(i, j) = (*given)(row, col);
        }
    given = std::move(now);
}

/// Returns the move of places whose numbers are given, and null if there are as many as before: they only have other
/// names.
const TokenMove* ofPlaces(const TokenMove& move) { return move.from.size() == move.before ? nullptr : &move; }

void fitGivenStages(Layer& layer, const TokenMove* queries, const TokenMove* keys) {
    const auto moveOf = [&](Side side) {
        return side == Side::Tokens ? queries : side == Side::KeyTokens ? keys : nullptr;
    };
    forEachParameter(layer, 0, [&](const ParameterRef& ref, ParameterValue& value) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (info.presence == Presence::Given) fitGiven(value.kept, moveOf(info.rows), moveOf(info.cols), 0);
    });
}

void fitHidden(std::vector<int>& hidden, const TokenMove& keys) {
    std::vector<int> now;
    for (std::size_t i = 0; i < keys.from.size(); ++i)
        if (std::ranges::binary_search(hidden, keys.from[i])) now.push_back(static_cast<int>(i));
    hidden = std::move(now);
}

double cellsOf(const Sizes& sizes) { return double(sizes.tokens) * sizes.keyTokens; }

} // namespace

Result<void> fitMasks(Session& session, const Session& before) {
    if (before.text.tokens == session.text.tokens && keyText(before).tokens == keyText(session).tokens) return {};
    const TokenMove queries = movedFrom(*before.text.tokens, *session.text.tokens);
    const TokenMove keys = movedFrom(*keyText(before).tokens, *keyText(session).tokens);
    if (queries.stays() && keys.stays()) return {};
    Sizes was, sizes;
    was.tokens = static_cast<int>(queries.before), was.keyTokens = static_cast<int>(keys.before);
    sizes.tokens = static_cast<int>(queries.from.size()), sizes.keyTokens = static_cast<int>(keys.from.size());
    if (const double count = numbersGiven(session, sizes); count > kMaxGiven && count > numbersGiven(session, was))
        return Problem{"The given stages would have more than " + std::to_string(kMaxGiven) +
                       " numbers. Shorten the sentence."};
    bool areRowsGiven = false; // of the layer or one below it, which it reads
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l) {
        const bool isGiven = layerAt(session, l).isGiven();
        areRowsGiven = areRowsGiven || isGiven || layerAt(session, l)[Parameter::GivenX];
        const bool areKeysGiven = isGiven || (areRowsGiven && !session.source);
        const Mask& mask = layerAt(session, l).options.mask;
        bool hasGiven = !mask.hidden.empty() || mask.given.kept;
        forEachParameter(layerAt(session, l), l, [&](const ParameterRef& ref, const ParameterValue& value) {
            hasGiven = hasGiven || (value.kept && infoOf(ref.parameter).presence == Presence::Given);
        });
        if (!hasGiven) continue;
        if (mask.given.kept && cellsOf(sizes) > cellsOf(was))
            if (auto can = maskCanBeGiven(sizes); !can) return can;
        session.layers.change(l, [&](Layer& layer) {
            const TokenMove* rows = areRowsGiven ? ofPlaces(queries) : &queries;
            const TokenMove* cols = areKeysGiven ? ofPlaces(keys) : &keys;
            if (cols) fitHidden(layer.options.mask.hidden, *cols);
            fitGiven(layer.options.mask.given.kept, rows, cols, 1);
            fitGivenStages(layer, ofPlaces(queries), ofPlaces(keys));
        });
    }
    return {};
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
    auto given = layerAt(session, layer).options.mask.given;
    if (given.isOn == isOn) return session;
    given.isOn = isOn;
    if (!given.kept) {
        const Sizes sizes = sizesOf(session, layer);
        if (auto can = maskCanBeGiven(sizes); !can) return can.problem();
        given = Matrix(Matrix::Ones(sizes.tokens, sizes.keyTokens));
    }
    Session now = session;
    now.layers.change(layer, [&](Layer& l) { l.options.mask.given = given; });
    return now;
}

Result<Session> withSecondSentence(const Session& session, bool isOn) {
    if (session.source.isOn == isOn) return session;
    Session now = session;
    if (!now.source.kept) { // a copy of the first one, which changes no number
        now.source.kept = now.text;
        now.source.kept->unknownOfTokenizer = {};
    }
    now.source.isOn = isOn;
    return conformed(session, std::move(now));
}

} // namespace headlight
