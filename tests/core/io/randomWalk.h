#pragma once

#include "session/drawNumbers.h"
#include "session/edits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>

namespace headlight::testing {

/// Takes some steps with the edits of the window's switches, back and forth: layers come and go, and options that are
/// off are kept. An edit that is refused changes nothing.
inline Session walked(Session s, int steps, std::mt19937& random) {
    const auto below = [&](int end) { return end < 1 ? 0 : static_cast<int>(random() % static_cast<unsigned>(end)); };
    for (; steps > 0; --steps) {
        const int layer = below(static_cast<int>(s.layers.size()));
        const Layer& here = s.layers[static_cast<std::size_t>(layer)];
        const bool isSmall = s.layers.size() < 5 && sizesOf(s, layer).concat() < 60;
        Options options = here.options;
        const auto with = [&]() -> Result<Session> {
            switch (below(16)) {
            case 0: return isSmall ? withLayerAdded(s) : withLayerRemoved(s, layer);
            case 1: return isSmall ? withLayerDuplicated(s, layer) : withLayerRemoved(s, layer);
            case 2: return withLayerRemoved(s, layer);
            case 3: return withResidual(s, layer, !here.residual);
            case 4: return withNorm(s, layer, Norm{below(2) ? Norm::Place::Before : Norm::Place::After, 1e-3});
            case 5: return withNorm(s, layer, std::nullopt);
            case 6: return isSimplified(here) ? withTrainableWeights(s, layer) : withoutTrainableWeights(s, layer);
            case 7: return withSecondSentence(s, !s.source);
            case 8: {
                const int kind = below(3);
                return withPositions(s, kind > 0 ? std::optional(Positions::Kind(kind - 1)) : std::nullopt);
            }
            case 9: return withOptional(s, layer, Parameter::Wo, !here[Parameter::Wo]);
            case 10: {
                static constexpr Parameter kBiases[] = {Parameter::Bq, Parameter::Bk, Parameter::Bv, Parameter::Bo};
                return withOptional(s, layer, kBiases[below(4)], below(2) == 0);
            }
            case 11: return withGivenMask(s, layer, !here.options.mask.given);
            case 12:
                if (!options.mask.window.kept) options.mask.window.kept = 1 + below(4);
                if (!options.dropout.kept) options.dropout.kept = Dropout{0.25, random()};
                options.mask.window.isOn = !options.mask.window.isOn;
                options.dropout.isOn = !options.dropout.isOn;
                return withOptions(s, layer, options);
            case 13: {
                static const char* const kSentences[] = {"My shoes are small", "are my", "", "small small, my"};
                return withSentence(s, kSentences[below(4)], {},
                                    below(2) && s.source ? Sentence::Second : Sentence::First);
            }
            case 14: {
                const int keys = sizesOf(s, layer).keyTokens;
                options.mask.hidden.clear();
                if (keys > 0 && below(3)) options.mask.hidden = {below(keys)};
                return withOptions(s, layer, options);
            }
            default:
                return below(2) ? withHeadAdded(s, layer)
                                : withHeadRemoved(s, layer, below(static_cast<int>(here.heads().size())));
            }
        }();
        if (with) s = *with;
    }
    return s;
}

/// Returns the parts of a session that a file can hold, and whether this one has them, so that a test can see that none
/// was forgotten.
inline std::map<std::string, bool> saidOf(const Session& s) {
    const auto anyLayer = [&](const std::function<bool(const Layer&)>& is) {
        return std::ranges::any_of(s.layers, is);
    };
    const auto anyHead = [&](const std::function<bool(const Head&)>& is) {
        return anyLayer([&](const Layer& l) { return std::ranges::any_of(l.allHeads, is); });
    };
    std::map<std::string, bool> said{
        {"second sentence", s.source.has_value()},
        {"second sentence off", s.source.kept && !s.source},
        {"second sentence of another d", s.source && s.source->embeddings.cols() != s.text.embeddings.cols()},
        {"sinusoidal positions", s.positions && s.positions->kind == Positions::Kind::Sinusoidal},
        {"learned positions", s.positions && s.positions->kind == Positions::Kind::Learned},
        {"positions off", s.positions.kept && !s.positions},
        {"unknown members", static_cast<bool>(s.unknown)},
        {"drawn embeddings", static_cast<bool>(s.text.drawn.drawing)},
        {"several layers", s.layers.size() > 1},
        {"a layer drawn as another",
         std::ranges::adjacent_find(s.layers, std::greater(), &Layer::number) != s.layers.end()},
        {"a head drawn as another", anyHead([](const Head& h) { return h.number > 3; })},
        {"no tokens", s.text.tokens->count() == 0},
    };
    const auto layers = [&](const char* what, const std::function<bool(const Layer&)>& is) {
        said[what] = anyLayer(is);
    };
    layers("causal mask", [](const Layer& l) { return l.options.mask.causal; });
    layers("window mask", [](const Layer& l) { return l.options.mask.window.isOn; });
    layers("hidden tokens", [](const Layer& l) { return !l.options.mask.hidden.empty(); });
    layers("mask by hand", [](const Layer& l) { return static_cast<bool>(l.options.mask.given); });
    layers("mask after", [](const Layer& l) { return l.options.maskMode == MaskMode::After; });
    layers("by the row's sum", [](const Layer& l) { return l.options.normalisation == Normalisation::Sum; });
    layers("temperature", [](const Layer& l) { return l.options.temperature != 1; });
    layers("no scale", [](const Layer& l) { return l.options.scale.kind == Scale::Kind::None; });
    layers("a factor", [](const Layer& l) { return l.options.scale.kind == Scale::Kind::Factor; });
    layers("dropout", [](const Layer& l) { return l.options.dropout.has_value(); });
    layers("dropout off", [](const Layer& l) { return l.options.dropout.kept && !l.options.dropout; });
    layers("window off", [](const Layer& l) { return l.options.mask.window.kept && !l.options.mask.window; });
    layers("mask by hand off", [](const Layer& l) { return l.options.mask.given.kept && !l.options.mask.given; });
    layers("residual", [](const Layer& l) { return l.residual; });
    layers("norm before", [](const Layer& l) { return l.hasNorm(Norm::Place::Before); });
    layers("norm after", [](const Layer& l) { return l.hasNorm(Norm::Place::After); });
    layers("norm off", [](const Layer& l) { return l.norm.kept && !l.norm; });
    layers("W_o", [](const Layer& l) { return static_cast<bool>(l[Parameter::Wo]); });
    layers("b_o", [](const Layer& l) { return static_cast<bool>(l[Parameter::Bo]); });
    const auto isOff = [](const ParameterValue& value) { return value.kept && !value; };
    layers("W_o off", [&](const Layer& l) { return isOff(l[Parameter::Wo]); });
    layers("a bias off with its weight", [](const Layer& l) { return l[Parameter::Bo].comesWithWeight; });
    layers("no trainable weights", [](const Layer& l) { return isSimplified(l); });
    layers("trainable weights off", [&](const Layer& l) { return isOff(l.allHeads[0][Parameter::Wq]); });
    layers("W_o of a layer without", [](const Layer& l) { return isSimplified(l) && l[Parameter::Wo]; });
    layers("a scale of weights", [](const Layer& l) { return l.options.scale.withWeights.has_value(); });
    layers("drawn parameters", [](const Layer& l) { return bool(l[Parameter::Wo].drawn.drawing); });
    for (const auto& [what, parameter] :
         {std::pair("b_q", Parameter::Bq), {"b_k", Parameter::Bk}, {"b_v", Parameter::Bv}})
        said[what] = anyHead([p = parameter](const Head& h) { return static_cast<bool>(h[p]); });
    said["a bias off"] = anyHead([&](const Head& h) { return isOff(h[Parameter::Bk]); });
    said["a drawn head"] = anyHead([](const Head& h) { return bool(h[Parameter::Wk].drawn.drawing); });
    return said;
}

} // namespace headlight::testing
