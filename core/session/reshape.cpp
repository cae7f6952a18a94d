#include "session/reshape.h"

#include "base/places.h"
#include "random/initialisers.h"
#include "session/Limits.h"
#include "session/conform.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

/// Returns the seed with which a matrix is drawn anew that has these numbers now.
std::uint64_t seedAfter(std::uint64_t seed, const float* numbers, Index count) {
    const auto bytes = static_cast<std::size_t>(count) * sizeof(float);
    return namedSeed(seed, {reinterpret_cast<const char*>(numbers), bytes});
}

/// Returns the reference with layer 0 if its parameter belongs to the session, whichever layer is shown.
ParameterRef owned(ParameterRef ref) {
    if (!areEmbeddings(ref.parameter) && infoOf(ref.parameter).scope == Scope::Session) ref.layer = 0;
    return ref;
}

/// True if a person may choose the size: d_k, d_v, or d if it is one size, but not what a layer above the first reads.
bool mayChoose(Side side, const Session& session, const Sizes& sizes, int layer) {
    if (side == Side::Dk || side == Side::Dv) return true;
    if (side != Side::D && side != Side::DSource) return false;
    const bool isOne = !session.source || sizesOf(session).d == sizesOf(session).dSource;
    if (side == Side::D) return layer == 0 && isOne;
    return isOne && (layer == 0 || session.source) && sizes.dSource == sizesOf(session).d;
}

/// Returns a Problem about the first matrix that does not have the shape that `sizes` give it.
Result<void> allFit(const Layer& layer, int index, const Sizes& sizes) {
    std::string wrong;
    forEachParameter(layer, index, [&](const ParameterRef& ref, const ParameterValue& value) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (!wrong.empty() || !value || info.presence == Presence::OfNorm) return;
        const Index rows = lengthOf(info.rows, sizes), cols = lengthOf(info.cols, sizes);
        if (value->rows() == rows && value->cols() == cols) return;
        wrong = nameOf(ref) + " is " + sizeText(value->rows(), value->cols()) + ", but layer " +
                std::to_string(numberOf(index)) + " needs " + sizeText(rows, cols) + " (" + info.shape + ").";
    });
    return wrong.empty() ? Result<void>() : Problem{wrong};
}

} // namespace

Result<Matrix> drawnAnew(const Session& session, const ParameterRef& which, const Watch& watch) {
    const ParameterRef ref = owned(which);
    if (isOfAllHeads(ref)) { // each head draws its own
        std::vector<FrozenMatrix> drawn;
        for (int head = 0; head < static_cast<int>(blocksOf(session, ref).size()); ++head)
            drawn.emplace_back(*drawnAnew(session, {ref.parameter, ref.layer, head}));
        return drawn.empty() ? Matrix() : *sideBySide(drawn);
    }
    if (!areEmbeddings(ref.parameter)) {
        const ParameterValue* value = valueOf(session, ref);
        if (!value) return Matrix();
        const Matrix& now = *value->kept;
        const std::uint64_t seed = seedAfter(session.seed, now.data(), now.size());
        return drawnFor(seed, drawnUnder(ref, layerAt(session, ref.layer)), sizesOf(session, ref.layer));
    }
    const Text* of = textOf(session, ref.parameter);
    if (!of) return Matrix();
    const Text& text = *of;
    const Index d = text.embeddings.cols();
    Matrix drawn(text.tokens->count(), d);
    for (Index row = 0; row < drawn.rows(); ++row) {
        if (!shouldContinue(watch, static_cast<std::size_t>(row), static_cast<std::size_t>(drawn.rows())))
            return stopped();
        const auto token = static_cast<std::size_t>(row);
        const std::uint64_t seed = seedAfter(session.seed, text.embeddings.row(text.tokens->ids[token]).data(), d);
        drawn.row(row) = drawTokenVector(seed, text.tokens->texts[token], d);
    }
    return drawn;
}

std::optional<std::vector<NewSize>> sizesFor(const Session& session, const ParameterRef& which, Index rows,
                                             Index cols) {
    const ParameterRef ref = owned(which);
    const Sizes sizes = sizesOf(session, ref.layer);
    const Text* text = textOf(session, ref.parameter);
    const bool isOne = ref.parameter == Parameter::X;
    const auto wanted = {std::pair(text ? (isOne ? Side::Tokens : Side::KeyTokens) : infoOf(ref.parameter).rows, rows),
                         std::pair(text ? (isOne ? Side::D : Side::DSource) : infoOf(ref.parameter).cols, cols)};
    std::vector<NewSize> changes;
    for (const auto& [side, length] : wanted) {
        const bool isOfHeads = isOfAllHeads(ref) && (side == Side::Dk || side == Side::Dv); // each head has as many
        if (isOfHeads && length % sizes.heads != 0) return std::nullopt;
        const Index size = isOfHeads ? length / sizes.heads : length;
        const bool isWidth = side == Side::D || side == Side::DSource;
        const Index now = text && isWidth ? text->embeddings.cols() : lengthOf(side, sizes);
        if (size == now) continue;
        if (size < 1 || size > kMaxDims || !mayChoose(side, session, sizes, text ? 0 : ref.layer)) return std::nullopt;
        changes.push_back({side == Side::DSource ? Side::D : side, static_cast<int>(size)});
    }
    return changes;
}

Result<Session> withSizes(Session session, int layer, const std::vector<NewSize>& sizes, const Watch& watch) {
    for (const auto& [side, size] : sizes) {
        auto now = side == Side::Dk   ? withKeySize(session, layer, size, watch)
                   : side == Side::Dv ? withValueSize(session, layer, size, watch)
                                      : withEmbeddingSize(session, size, watch);
        if (!now) return now;
        session = std::move(*now);
    }
    return session;
}

Result<Session> withMatrices(const Session& session, int layer, const LayerMatrices& from) {
    if (auto exists = layerExists(session, layer); !exists) return exists.problem();
    if (from.heads.size() > kMaxHeads)
        return Problem{"A layer has at most " + std::to_string(kMaxHeads) + " heads, not " +
                       std::to_string(from.heads.size()) + "."};
    Session now = session;
    now.layers.change(layer, [&](Layer& l) {
        l.allHeads.resize(from.heads.size());
        forEachParameter(l, layer, [&](const ParameterRef& ref, ParameterValue& value) {
            if (belongsToHead(ref.parameter))
                value = from.heads[static_cast<std::size_t>(ref.head)][ref.parameter];
            else if (infoOf(ref.parameter).presence != Presence::OfNorm && ref.parameter != Parameter::GivenX)
                value = from.layer[ref.parameter];
        });
        for (std::size_t h = 0; h < l.allHeads.size(); ++h) l.allHeads[h].number = static_cast<int>(h);
        Scale& scale = l.options.scale; // the former scale comes back if the layer had no weights
        scale.kind = std::exchange(scale.withWeights, std::nullopt).value_or(scale.kind);
    });
    const Sizes sizes = sizesOf(now, layer);
    if (auto fit = allFit(layerAt(now, layer), layer, sizes); !fit) return fit.problem();
    if (sameValues(now, session)) return session;
    return conformed(session, std::move(now));
}

} // namespace headlight
