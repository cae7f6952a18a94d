#include "panels/pipeline/settings.h"

#include "base/places.h"
#include "document/Workbench.h"
#include "panels/pipeline/givenMask.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "text/tokenizers.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {
namespace {

using Kind = Setting::Kind;

const Options& optionsOf(const Session& s, const View& v) { return layerOf(s, v).options; }

/// The options of the layer with a change.
template <class Change>
Result<Session> changed(const Session& session, const View& view, Change change) {
    Options options = optionsOf(session, view);
    change(options);
    return withOptions(session, view.layer, options);
}

QStringList words(std::initializer_list<const char*> all) {
    QStringList list;
    for (const char* one : all) list << translatedOperation(one);
    return list;
}

double drawnNumbers(const Session& s, const View& v) {
    const Sizes sizes = sizesOf(s, v.layer);
    return double(sizes.heads) * sizes.d * (2.0 * sizes.dk + sizes.dv);
}
bool isTrained(const Session& s, const View& v) { return !isSimplified(layerOf(s, v)); }

template <Parameter parameter>
double isThere(const Session& s, const View& v) {
    const Layer& layer = layerOf(s, v);
    return static_cast<bool>(belongsToHead(parameter) ? layer.heads.front()[parameter] : layer[parameter]) ? 1 : 0;
}
template <Parameter parameter>
Result<Session> withThere(const Session& s, const View& v, double on) {
    return withOptional(s, v.layer, parameter, on != 0);
}
template <Parameter parameter>
Setting switchOf(const char* tip, bool (*applies)(const Session&, const View&) = nullptr) {
    Setting setting{Kind::Switch, symbolOf(parameter), tip, isThere<parameter>, withThere<parameter>};
    setting.applies = applies;
    return setting;
}

bool hasMaskOn(const Session& s, const View& v) { return optionsOf(s, v).mask.isOn(); }
bool hasDropout(const Session& s, const View& v) { return optionsOf(s, v).dropout.has_value(); }
bool hasNorm(const Session& s, const View& v) { return layerOf(s, v).norm.has_value(); }

/// Of dropout that is on.
template <class Change>
Result<Session> redrawn(const Session& session, const View& view, Change change) {
    return changed(session, view, [&](Options& o) {
        Dropout dropout = o.dropout.value_or(Dropout{});
        change(dropout);
        o.dropout = dropout;
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

std::span<const Setting> positionSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Positions"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Without them the order of the tokens means nothing"),
                .value = [](const Session& s, const View&) { return s.positions ? 1 + double(s.positions->kind) : 0; },
                .with =
                    [](const Session& s, const View&, double kind) {
                        return withPositions(s,
                                             kind > 0 ? std::optional(Positions::Kind(int(kind) - 1)) : std::nullopt);
                    },
                .choices =
                    [](const Session&, const View&) {
                        return words({"none", "sinusoidal", "learned"});
                    }},
    };
    return list;
}

std::span<const Setting> projectionSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Trainable weights"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Without them queries, keys and values are the input itself"),
                .value = [](const Session& s, const View& v) { return isTrained(s, v) ? 1. : 0.; },
                .with =
                    [](const Session& s, const View& v, double on) {
                        return on != 0 ? withTrainableWeights(s, v.layer) : withoutTrainableWeights(s, v.layer);
                    },
                .offText = QT_TRANSLATE_NOOP("Operations", "No trainable weights"),
                .numbers = drawnNumbers},
        switchOf<Parameter::Bq>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every query"), isTrained),
        switchOf<Parameter::Bk>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every key"), isTrained),
        switchOf<Parameter::Bv>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every value"), isTrained),
    };
    return list;
}

std::span<const Setting> scaleSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Scale"),
                .tip = QT_TRANSLATE_NOOP("Operations", "What the scores are multiplied by"),
                .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).scale.kind); },
                .with =
                    [](const Session& s, const View& v, double kind) {
                        return changed(s, v, [&](Options& o) { o.scale.kind = Scale::Kind(int(kind)); });
                    },
                .choices =
                    [](const Session&, const View&) {
                        return words({"none", "1/√d_k", "a number"});
                    }},
        Setting{.kind = Kind::Number,
                .name = QT_TRANSLATE_NOOP("Operations", "Scale factor"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Any number: the scores are multiplied by it"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).scale.factor; },
                .with = [](const Session& s, const View& v,
                           double factor) { return changed(s, v, [&](Options& o) { o.scale.factor = factor; }); },
                .applies = [](const Session& s,
                              const View& v) { return optionsOf(s, v).scale.kind == Scale::Kind::Factor; }},
        Setting{.kind = Kind::Slider,
                .name = QT_TRANSLATE_NOOP("Operations", "Temperature"),
                .tip = QT_TRANSLATE_NOOP("Operations",
                                         "Scores are divided by it: below 1 the softmax is sharper, above 1 softer"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).temperature; },
                .with = [](const Session& s, const View& v, double t) -> Result<Session> {
                    if (!(t > 0)) return Problem{"The temperature must be above 0. Type a larger number."};
                    return changed(s, v, [&](Options& o) { o.temperature = t; });
                },
                .least = 0.05,
                .most = 20},
    };
    return list;
}

std::span<const Setting> maskSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Causal mask"),
                .tip = QT_TRANSLATE_NOOP("Operations", "No token sees those that come after it"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).mask.causal ? 1. : 0.; },
                .with = [](const Session& s, const View& v,
                           double on) { return changed(s, v, [&](Options& o) { o.mask.causal = on != 0; }); },
                .offText = QT_TRANSLATE_NOOP("Operations", "No causal mask")},
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Window mask"),
                .tip = QT_TRANSLATE_NOOP("Operations", "A token sees only its neighbours"),
                .value = [](const Session& s, const View& v) { return optionsOf(s, v).mask.window > 0 ? 1. : 0.; },
                .with = [](const Session& s, const View& v,
                           double on) { return changed(s, v, [&](Options& o) { o.mask.window = on != 0 ? 3 : 0; }); },
                .offText = QT_TRANSLATE_NOOP("Operations", "No window mask")},
        Setting{
            .kind = Kind::Size,
            .name = QT_TRANSLATE_NOOP("Operations", "Window"),
            .tip = QT_TRANSLATE_NOOP("Operations", "How many tokens it reaches, itself among them: |query - key| < w"),
            .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).mask.window); },
            .with = [](const Session& s, const View& v,
                       double w) { return changed(s, v, [&](Options& o) { o.mask.window = int(w); }); },
            .applies = [](const Session& s, const View& v) { return optionsOf(s, v).mask.window > 0; },
            .most = kMaxTokens},
        Setting{.kind = Kind::Tokens,
                .name = QT_TRANSLATE_NOOP("Operations", "Hidden tokens"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Nobody attends to a token that is ticked"),
                .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).mask.hidden.size()); },
                .with = withHidden},
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Given by hand"),
                .tip = QT_TRANSLATE_NOOP("Operations", "A 0 or 1 of its own for each query and key"),
                .value = [](const Session& s, const View& v) { return hasGiven(s, v) ? 1. : 0.; },
                .with = [](const Session& s, const View& v, double on) { return withMaskByHand(s, v.layer, on != 0); },
                .onText = QT_TRANSLATE_NOOP("Operations", "Mask by hand"),
                .offText = QT_TRANSLATE_NOOP("Operations", "No mask by hand")},
        Setting{.kind = Kind::Cells,
                .name = QT_TRANSLATE_NOOP("Operations", "Mask by hand"),
                .tip = QT_TRANSLATE_NOOP(
                    "Operations",
                    "Rows are queries, columns keys; light: may attend. Click or drag to change, or arrows and Space"),
                .applies = hasGiven},
        Setting{
            .kind = Kind::Choice,
            .name = QT_TRANSLATE_NOOP("Operations", "Mask stands"),
            .tip = QT_TRANSLATE_NOOP(
                "Operations", "Before the softmax as minus infinity; or behind it as 0, and rows sum to 1 again"),
            .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).maskMode); },
            .with = [](const Session& s, const View& v,
                       double mode) { return changed(s, v, [&](Options& o) { o.maskMode = MaskMode(int(mode)); }); },
            .choices =
                [](const Session&, const View&) {
                    return words({"before the softmax", "after the softmax"});
                },
            .applies = hasMaskOn},
    };
    return list;
}

std::span<const Setting> normalisationSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Normalisation"),
                .tip = QT_TRANSLATE_NOOP("Operations",
                                         "Softmax; or each score divided by its row's sum, where a scale cancels"),
                .value = [](const Session& s, const View& v) { return double(optionsOf(s, v).normalisation); },
                .with =
                    [](const Session& s, const View& v, double kind) {
                        return changed(s, v, [&](Options& o) { o.normalisation = Normalisation(int(kind)); });
                    },
                .choices =
                    [](const Session&, const View&) {
                        return words({"softmax", "by the row's sum"});
                    }},
    };
    return list;
}

std::span<const Setting> dropoutSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Dropout"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Weights are dropped at random, and the others grow for them"),
                .value = [](const Session& s, const View& v) { return hasDropout(s, v) ? 1. : 0.; },
                .with =
                    [](const Session& s, const View& v, double on) {
                        return changed(s, v, [&](Options& o) {
                            o.dropout = on != 0 ? std::optional(Dropout{.seed = s.seed}) : std::nullopt;
                        });
                    },
                .offText = QT_TRANSLATE_NOOP("Operations", "No dropout")},
        Setting{
            .kind = Kind::Number,
            .name = QT_TRANSLATE_NOOP("Operations", "Dropout rate"),
            .tip = QT_TRANSLATE_NOOP("Operations", "How many of the weights are dropped: from 0 to below 1"),
            .value = [](const Session& s, const View& v) { return optionsOf(s, v).dropout.value_or(Dropout{}).rate; },
            .with = [](const Session& s, const View& v, double rate) -> Result<Session> {
                if (!(rate >= 0 && rate < 1))
                    return Problem{"The dropout rate must be from 0 to below 1. Type another number."};
                return redrawn(s, v, [&](Dropout& d) { d.rate = rate; });
            },
            .applies = hasDropout},
        Setting{.kind = Kind::Seed,
                .name = QT_TRANSLATE_NOOP("Operations", "Dropout seed"),
                .tip = QT_TRANSLATE_NOOP("Operations", "torch.manual_seed of this number, just before"),
                .value = [](const Session& s,
                            const View& v) { return double(optionsOf(s, v).dropout.value_or(Dropout{}).seed); },
                .with = [](const Session& s, const View& v,
                           double seed) { return redrawn(s, v, [&](Dropout& d) { d.seed = std::uint64_t(seed); }); },
                .applies = hasDropout},
        Setting{
            .kind = Kind::Act,
            .name = QT_TRANSLATE_NOOP("Operations", "Redraw dropout"),
            .tip = QT_TRANSLATE_NOOP("Operations", "Takes the next seed"),
            .with = [](const Session& s, const View& v, double) { return redrawn(s, v, [](Dropout& d) { ++d.seed; }); },
            .applies = hasDropout},
    };
    return list;
}

std::span<const Setting> headSettings() {
    static const std::array list{
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Add head"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Drawn from the session's seed"),
                .with = [](const Session& s, const View& v, double) { return withHeadAdded(s, v.layer); },
                .numbers = drawnNumbers},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Duplicate head"),
                .tip = QT_TRANSLATE_NOOP("Operations", "A copy of the selected head, behind it"),
                .with = [](const Session& s, const View& v, double) { return withHeadDuplicated(s, v.layer, v.head); }},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Remove head"),
                .tip = QT_TRANSLATE_NOOP("Operations", "The selected one"),
                .with = [](const Session& s, const View& v, double) { return withHeadRemoved(s, v.layer, v.head); },
                .applies = [](const Session& s, const View& v) { return layerOf(s, v).heads.size() > 1; }},
    };
    return list;
}

std::span<const Setting> outputSettings() {
    static const std::array list{
        switchOf<Parameter::Wo>(QT_TRANSLATE_NOOP("Operations", "Mixes the heads' contexts")),
        switchOf<Parameter::Bo>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every output"),
                                [](const Session& s, const View& v) { return isThere<Parameter::Wo>(s, v) != 0; }),
    };
    return list;
}

std::span<const Setting> sentenceSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Second sentence"),
                .tip = QT_TRANSLATE_NOOP("Operations",
                                         "Cross-attention: keys and values come from another sentence, whose words "
                                         "and embeddings are its own"),
                .value = [](const Session& s, const View&) { return s.source ? 1. : 0.; },
                .with = [](const Session& s, const View&, double on) { return withSecondSentence(s, on != 0); },
                .offText = QT_TRANSLATE_NOOP("Operations", "No second sentence"),
                .numbers = drawnNumbers},
    };
    return list;
}

std::span<const Setting> residualSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Residual"),
                .tip = QT_TRANSLATE_NOOP("Operations", "The layer's input is added to what it makes"),
                .value = [](const Session& s, const View& v) { return layerOf(s, v).residual ? 1. : 0.; },
                .with = [](const Session& s, const View& v, double on) { return withResidual(s, v.layer, on != 0); },
                .offText = QT_TRANSLATE_NOOP("Operations", "No residual")},
    };
    return list;
}

std::span<const Setting> normSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Layer norm"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Of what the heads read, or of what the layer makes"),
                .value =
                    [](const Session& s, const View& v) {
                        const auto& norm = layerOf(s, v).norm;
                        return norm ? 1 + double(norm->place) : 0;
                    },
                .with =
                    [](const Session& s, const View& v, double kind) {
                        const Layer& layer = layerOf(s, v);
                        Norm norm = layer.norm.value_or(layer.offNorm.value_or(Norm{}));
                        norm.place = kind > 1 ? Norm::Place::After : Norm::Place::Before;
                        return withNorm(s, v.layer, kind > 0 ? std::optional(norm) : std::nullopt);
                    },
                .choices =
                    [](const Session&, const View&) {
                        return words({"none", "before the heads", "after the layer"});
                    }},
        Setting{.kind = Kind::Number,
                .name = QT_TRANSLATE_NOOP("Operations", "Layer norm eps"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Added to the variance, so that nothing is divided by 0"),
                .value = [](const Session& s, const View& v) { return layerOf(s, v).norm.value_or(Norm{}).eps; },
                .with = [](const Session& s, const View& v, double eps) -> Result<Session> {
                    if (!(eps > 0)) return Problem{"eps must be above 0. Type a larger number, for example 1e-5."};
                    Norm norm = layerOf(s, v).norm.value_or(Norm{});
                    norm.eps = eps;
                    return withNorm(s, v.layer, norm);
                },
                .applies = hasNorm},
    };
    return list;
}

std::span<const Setting> layerSettings() {
    static const auto hasSeveral = [](const Session& s, const View&) { return s.layers.size() > 1; };
    static const std::array list{
        Setting{.kind = Kind::Look,
                .name = QT_TRANSLATE_NOOP("Operations", "Layer shown"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Whose stages, maps and parameters the window shows"),
                .value = [](const Session&, const View& v) { return double(v.layer); },
                .choices =
                    [](const Session& s, const View&) {
                        QStringList names;
                        for (int layer = 0; layer < static_cast<int>(s.layers.size()); ++layer)
                            names << titleOfLayer(layer);
                        return names;
                    },
                .applies = hasSeveral,
                .look = [](Workbench& workbench, int layer) { workbench.selectLayer(layer); }},
        Setting{
            .kind = Kind::Act,
            .name = QT_TRANSLATE_NOOP("Operations", "Add layer"),
            .tip = QT_TRANSLATE_NOOP("Operations", "On top, with the options and heads like those of the one below"),
            .with = [](const Session& s, const View&, double) { return withLayerAdded(s); },
            .look = [](Workbench& workbench, int layer) { workbench.selectLayer(layer); },
            .numbers = drawnNumbers},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Duplicate layer"),
                .tip = QT_TRANSLATE_NOOP("Operations", "A copy of the one that is shown, on top of it"),
                .with = [](const Session& s, const View& v, double) { return withLayerDuplicated(s, v.layer); },
                .numbers = drawnNumbers},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Remove layer"),
                .tip = QT_TRANSLATE_NOOP("Operations", "The one that is shown"),
                .with = [](const Session& s, const View& v, double) { return withLayerRemoved(s, v.layer); },
                .applies = hasSeveral},
    };
    return list;
}

} // namespace headlight
