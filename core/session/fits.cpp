// What does not fit, in a person's words.
#include "base/places.h"
#include "session/consistency.h"

namespace headlight {

Result<void> mayBeSimplified(const Session& session, int layer) {
    const Sizes s = sizesOf(session, layer);
    if (s.d == s.dSource) return {};
    const std::string wide = std::to_string(s.dSource);
    return Problem{"Without trainable weights the queries and keys of layer " + std::to_string(numberOf(layer)) +
                   " cannot be compared: the width of its input is " + std::to_string(s.d) +
                   ", but the width of the second sentence is " + wide + ". Switch cross-attention off first" +
                   (layer > 0 ? ", or give layer " + std::to_string(numberOf(layer - 1)) + " a W_o of shape [" +
                                    std::to_string(sizesOf(session, layer - 1).concat()) + ", " + wide + "]."
                              : ".")};
}

namespace {

/// Of one layer, in a person's words.
Result<void> layerFits(const Session& session, int index) {
    const Layer& layer = layerAt(session, index);
    if (layer.heads.empty()) return {};
    const Sizes s = sizesOf(session, index);
    const std::string number = std::to_string(numberOf(index));
    if (layer.residual && s.width() != s.d)
        return Problem{"Layer " + number + " has a residual: the width of its input is " + std::to_string(s.d) +
                       ", but the width of its output would be " + std::to_string(s.width()) +
                       ". Switch its residual off first, or give it a W_o of shape [" + std::to_string(s.concat()) +
                       ", " + std::to_string(s.d) + "]."};
    if (isSimplified(layer))
        if (auto may = mayBeSimplified(session, index); !may) return may;
    if (layer.options.dropout)
        if (const auto wrong = tooManyToDraw(s)) return Problem{"The dropout of layer " + number + ": " + *wrong};
    return {};
}

} // namespace

Result<void> fits(const Session& session) {
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l)
        if (auto fit = layerFits(session, l); !fit) return fit;
    if (const Sizes s = session.layers.empty() ? Sizes() : sizesOf(session); session.positions && s.d != s.dSource)
        return Problem{"Positions are added to both sentences, but the vectors of the first one have " +
                       std::to_string(s.d) + (s.d == 1 ? " number" : " numbers") + " and those of the second one " +
                       std::to_string(s.dSource) + ". Switch off the positions or cross-attention."};
    if (const auto wrong = firstMisfit(session)) return Problem{*wrong};
    return {};
}

} // namespace headlight
