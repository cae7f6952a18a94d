// The choices after the scores: scale, masks, softmax, dropout.

#include "document/costs.h"
#include "panels/pipeline/givenMask.h"
#include "panels/pipeline/settings.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

using Kind = Setting::Kind;

constexpr int kFirstWindow = 3; // the token itself and two neighbours on each side

const Options& optionsOf(const Session& s, const View& v) { return layerOf(s, v).options; }

/// Changes the options of the layer.
template <class Change>
Result<Session> changed(const Session& session, const View& view, Change change) {
    Options options = optionsOf(session, view);
    change(options);
    return withOptions(session, view.layer, options);
}

bool isBySum(const Session& s, const View& v) { return optionsOf(s, v).normalisation == Normalisation::Sum; }
/// True if a mask's mode matters. With normalisation by sum it does not: see Options::masksAfter().
bool standsSomewhere(const Session& s, const View& v) { return optionsOf(s, v).mask.isOn() && !isBySum(s, v); }
/// Returns the tip of a factor of all scores if it has no effect; else null.
const char* cancels(const Session& s, const View& v) {
    return isBySum(s, v) ? QT_TRANSLATE_NOOP("Operations", "No effect here: the scores are divided by their row's sum")
                         : nullptr;
}
bool hasDropout(const Session& s, const View& v) { return optionsOf(s, v).dropout.has_value(); }
/// Changes dropout that is on; a layer without it stays as it is.
template <class Change>
Result<Session> redrawn(const Session& session, const View& view, Change change) {
    return changed(session, view, [&](Options& o) {
        if (o.dropout) change(*o.dropout);
    });
}

Result<Session> withHidden(const Session& session, const View& view, double value) {
    const int token = static_cast<int>(value) / 2;
    const bool isHidden = static_cast<int>(value) % 2 != 0;
    return changed(session, view, [&](Options& o) {
        std::erase(o.mask.hidden, token);
        if (isHidden) o.mask.hidden.insert(std::ranges::lower_bound(o.mask.hidden, token), token);
    });
}

bool hasGiven(const Session& s, const View& v) { return static_cast<bool>(optionsOf(s, v).mask.given); }

} // namespace

std::span<const Setting> scaleSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Scale"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Factor by which the scores are multiplied"),
                .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).scale.kind); },
                .with =
                    [](const Session& s, const View& v, double kind) {
                        return changed(s, v, [&](Options& o) { o.scale.kind = Scale::Kind(int(kind)); });
                    },
                .choices =
                    [](const Session&, const View&) {
                        return translatedOperations({"none", "1/√dₖ", "a number"});
                    },
                .tipNow = cancels},
        Setting{.kind = Kind::Number,
                .name = QT_TRANSLATE_NOOP("Operations", "Scale factor"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Number by which the scores are multiplied"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).scale.factor; },
                .with = [](const Session& s, const View& v,
                           double factor) { return changed(s, v, [&](Options& o) { o.scale.factor = factor; }); },
                .applies = [](const Session& s,
                              const View& v) { return optionsOf(s, v).scale.kind == Scale::Kind::Factor; },
                .tipNow = cancels},
        Setting{.kind = Kind::Slider,
                .name = QT_TRANSLATE_NOOP("Operations", "Temperature"),
                .tip = QT_TRANSLATE_NOOP("Operations",
                                         "The scores are divided by the temperature: the softmax is sharper below 1, "
                                         "softer above 1"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).temperature; },
                .with = [](const Session& s, const View& v, double t) -> Result<Session> {
                    if (!(t > 0)) return Problem{"The temperature must be above 0. Type a larger number."};
                    return changed(s, v, [&](Options& o) { o.temperature = t; });
                },
                .min = 0.05,
                .max = 20,
                .tipNow = cancels},
    };
    return list;
}

std::span<const Setting> maskSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Causal mask"),
                .tip = QT_TRANSLATE_NOOP("Operations", "No token sees the tokens after it"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).mask.causal ? 1. : 0.; },
                .with = [](const Session& s, const View& v,
                           double on) { return changed(s, v, [&](Options& o) { o.mask.causal = on != 0; }); },
                .offText = QT_TRANSLATE_NOOP("Operations", "No causal mask")},
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Window mask"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Each token sees only its neighbours"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).mask.window ? 1. : 0.; },
                .with =
                    [](const Session& s, const View& v, double on) {
                        return changed(s, v, [&](Options& o) {
                            if (!o.mask.window.kept) o.mask.window.kept = kFirstWindow;
                            o.mask.window.isOn = on != 0;
                        });
                    },
                .offText = QT_TRANSLATE_NOOP("Operations", "No window mask")},
        Setting{
            .kind = Kind::Size,
            .name = QT_TRANSLATE_NOOP("Operations", "Window"),
            .tip = QT_TRANSLATE_NOOP("Operations", "Tokens in each direction, including itself: |query - key| < w"),
            .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).mask.window.value_or(0)); },
            .with = [](const Session& s, const View& v,
                       double w) { return changed(s, v, [&](Options& o) { o.mask.window = int(w); }); },
            .applies = [](const Session& s, const View& v) { return optionsOf(s, v).mask.window.isOn; },
            .max = kMaxTokens},
        Setting{.kind = Kind::Tokens,
                .name = QT_TRANSLATE_NOOP("Operations", "Hidden tokens"),
                .tip = QT_TRANSLATE_NOOP("Operations", "No token attends to the ticked tokens"),
                .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).mask.hidden.size()); },
                .with = withHidden},
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Custom mask (click cells)"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Allow or hide each pair of query and key"),
                .value = [](const Session& s, const View& v) { return hasGiven(s, v) ? 1. : 0.; },
                .with = [](const Session& s, const View& v, double on) { return withMaskByHand(s, v.layer, on != 0); },
                .onText = QT_TRANSLATE_NOOP("Operations", "Custom mask"),
                .offText = QT_TRANSLATE_NOOP("Operations", "No custom mask"),
                .numbers = [](const Session& s, const View& v) { return numbersOfMask(sizesOf(s, v.layer)); }},
        Setting{.kind = Kind::Cells,
                .name = QT_TRANSLATE_NOOP("Operations", "Custom mask"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Choose the cells in the maps"),
                .applies = hasGiven},
        Setting{
            .kind = Kind::Choice,
            .name = QT_TRANSLATE_NOOP("Operations", "Apply mask"),
            .tip = QT_TRANSLATE_NOOP(
                "Operations",
                "Before the softmax as minus infinity, or after it as 0 with rows rescaled to sum to 1. The "
                "weights are the same"),
            .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).maskMode); },
            .with = [](const Session& s, const View& v,
                       double mode) { return changed(s, v, [&](Options& o) { o.maskMode = MaskMode(int(mode)); }); },
            .choices =
                [](const Session&, const View&) {
                    return translatedOperations({"before softmax", "after softmax"});
                },
            .applies = standsSomewhere},
    };
    return list;
}

std::span<const Setting> normalisationSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Normalisation"),
                .tip = QT_TRANSLATE_NOOP("Operations",
                                         "Softmax, or each score divided by its row's sum (a scale then has no "
                                         "effect)"),
                .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).normalisation); },
                .with =
                    [](const Session& s, const View& v, double kind) {
                        return changed(s, v, [&](Options& o) { o.normalisation = Normalisation(int(kind)); });
                    },
                .choices =
                    [](const Session&, const View&) {
                        return translatedOperations({"softmax", "by the row's sum"});
                    }},
    };
    return list;
}

std::span<const Setting> dropoutSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Dropout"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Drop weights at random and scale up the others"),
                .value = [](const Session& s, const View& v) { return hasDropout(s, v) ? 1. : 0.; },
                .with =
                    [](const Session& s, const View& v, double on) {
                        return changed(s, v, [&](Options& o) {
                            if (!o.dropout.kept) o.dropout.kept = Dropout{.seed = s.seed};
                            o.dropout.isOn = on != 0;
                        });
                    },
                .offText = QT_TRANSLATE_NOOP("Operations", "No dropout")},
        Setting{
            .kind = Kind::Number,
            .name = QT_TRANSLATE_NOOP("Operations", "Dropout rate"),
            .tip = QT_TRANSLATE_NOOP("Operations", "Share of the weights that is dropped, from 0 to below 1"),
            .value = [](const Session& s, const View& v) { return optionsOf(s, v).dropout.value_or(Dropout{}).rate; },
            .with = [](const Session& s, const View& v, double rate) -> Result<Session> {
                if (!(rate >= 0 && rate < 1))
                    return Problem{"The dropout rate must be from 0 to below 1. Type another number."};
                return redrawn(s, v, [&](Dropout& d) { d.rate = rate; });
            },
            .applies = hasDropout},
        Setting{
            .kind = Kind::Seed,
            .name = QT_TRANSLATE_NOOP("Operations", "Dropout seed"),
            .tip = QT_TRANSLATE_NOOP("Operations", "Seed as in torch.manual_seed, set just before the dropout"),
            .applies = hasDropout,
            .seed = [](const Session& s, const View& v) { return optionsOf(s, v).dropout.value_or(Dropout{}).seed; },
            .withSeed = [](const Session& s, const View& v,
                           std::uint64_t seed) { return redrawn(s, v, [&](Dropout& d) { d.seed = seed; }); }},
        Setting{
            .kind = Kind::Act,
            .name = QT_TRANSLATE_NOOP("Operations", "Next dropout seed"),
            .tip = QT_TRANSLATE_NOOP("Operations", "Use the next seed"),
            .with = [](const Session& s, const View& v, double) { return redrawn(s, v, [](Dropout& d) { ++d.seed; }); },
            .applies = hasDropout},
    };
    return list;
}

} // namespace headlight
