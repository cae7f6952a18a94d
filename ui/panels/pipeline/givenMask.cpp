#include "panels/pipeline/givenMask.h"

#include "paste/matrixText.h"
#include "session/edits.h"

#include <utility>

namespace headlight {
namespace {

/// Applies `change` to the layer's custom mask.
template <class Change>
Result<Session> withChanged(const Session& session, int layer, Change change) {
    const auto on = withMaskByHand(session, layer, true);
    if (!on) return on;
    Options options = on->layers.at(static_cast<std::size_t>(layer)).options;
    Matrix given = *options.mask.given;
    change(given);
    options.mask.given = std::move(given);
    return withOptions(*on, layer, options);
}

} // namespace

Result<Session> withMaskByHand(const Session& session, int layer, bool isOn) {
    if (isOn)
        if (auto can = maskCanBeGiven(sizesOf(session, layer)); !can) return can.problem();
    return withGivenMask(session, layer, isOn);
}

Result<Session> withMaskCells(const Session& session, int layer, const std::vector<Cell>& cells, bool mayAttend) {
    return withChanged(session, layer, [&](Matrix& given) {
        for (const auto& [query, key] : cells)
            if (query >= 0 && query < given.rows() && key >= 0 && key < given.cols())
                given(query, key) = mayAttend ? 1.0F : 0.0F;
    });
}

Result<Session> withMaskFilled(const Session& session, int layer, MaskFill fill) {
    return withChanged(session, layer, [fill](Matrix& given) {
        for (Index query = 0; query < given.rows(); ++query)
            for (Index key = 0; key < given.cols(); ++key) {
                float& cell = given(query, key);
                switch (fill) {
                case MaskFill::All: cell = 1; break;
                case MaskFill::None: cell = 0; break;
                case MaskFill::Causal: cell = key <= query ? 1.0F : 0.0F; break;
                case MaskFill::Invert: cell = cell != 0 ? 0.0F : 1.0F; break;
                }
            }
    });
}

Result<Session> withMaskText(const Session& session, int layer, const std::string& pasted) {
    const Sizes sizes = sizesOf(session, layer);
    auto mask = maskFromText(pasted, sizes.tokens, sizes.keyTokens);
    return mask ? withMask(session, layer, *std::move(mask)) : mask.problem();
}

Result<Session> withMask(const Session& session, int layer, Matrix mask) {
    return withChanged(session, layer, [&](Matrix& given) { given = std::move(mask); });
}

} // namespace headlight
