// The edit that replaces the matrices of a layer.

#include "base/places.h"
#include "session/Limits.h"
#include "session/conform.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/reshape.h"

#include <utility>

namespace headlight {
namespace {

std::string sizeText(const Matrix& m) { return "[" + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + "]"; }

/// Returns a Problem about the first matrix that does not have the shape that `sizes` give it.
Result<void> allFit(const Layer& layer, int index, const Sizes& sizes) {
    std::string wrong;
    forEachParameter(layer, index, [&](const ParameterRef& ref, const ParameterValue& value) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (!wrong.empty() || !value || info.presence == Presence::OfNorm) return;
        const Index rows = lengthOf(info.rows, sizes), cols = lengthOf(info.cols, sizes);
        if (value->rows() == rows && value->cols() == cols) return;
        wrong = nameOf(ref) + " is " + sizeText(*value.kept) + ", but layer " + std::to_string(numberOf(index)) +
                " needs [" + std::to_string(rows) + ", " + std::to_string(cols) + "] (" + info.shape + ").";
    });
    return wrong.empty() ? Result<void>() : Problem{wrong};
}

} // namespace

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
