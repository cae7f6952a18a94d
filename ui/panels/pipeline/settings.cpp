#include "panels/pipeline/settings.h"

#include "base/places.h"
#include "document/Workbench.h"
#include "document/costs.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace headlight {
namespace {

using Kind = Setting::Kind;

double numbersOfLayer(const Session& s, const View& v) {
    const Sizes sizes = sizesOf(s, v.layer);
    return numbersOfHeads(sizes.heads, sizes);
}
double numbersOfHead(const Session& s, const View& v) { return numbersOfHeads(1, sizesOf(s, v.layer)); }
bool isTrained(const Session& s, const View& v) { return !isSimplified(layerOf(s, v)); }

template <Parameter parameter>
double isThere(const Session& s, const View& v) {
    const Layer& layer = layerOf(s, v);
    return static_cast<bool>(belongsToHead(parameter) ? layer.allHeads.front()[parameter] : layer[parameter]) ? 1 : 0;
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

bool hasNorm(const Session& s, const View& v) { return layerOf(s, v).norm.has_value(); }

} // namespace

std::span<const Setting> positionSettings() {
    static const std::array list{
        Setting{.kind = Kind::Choice,
                .name = QT_TRANSLATE_NOOP("Operations", "Positions"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Without positions, the order of the tokens has no effect"),
                .value = [](const Session& s, const View&) { return s.positions ? 1 + double(s.positions->kind) : 0; },
                .with =
                    [](const Session& s, const View&, double kind) {
                        return withPositions(s,
                                             kind > 0 ? std::optional(Positions::Kind(int(kind) - 1)) : std::nullopt);
                    },
                .choices =
                    [](const Session&, const View&) {
                        return translatedOperations({"none", "sinusoidal", "learned"});
                    }},
    };
    return list;
}

std::span<const Setting> projectionSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Trainable weights"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Without weights, queries, keys and values equal the input"),
                .value = [](const Session& s, const View& v) { return isTrained(s, v) ? 1. : 0.; },
                .with =
                    [](const Session& s, const View& v, double on) {
                        return on != 0 ? withTrainableWeights(s, v.layer) : withoutTrainableWeights(s, v.layer);
                    },
                .offText = QT_TRANSLATE_NOOP("Operations", "No trainable weights"),
                .numbers = numbersOfLayer},
        switchOf<Parameter::Bq>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every query"), isTrained),
        switchOf<Parameter::Bk>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every key"), isTrained),
        switchOf<Parameter::Bv>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every value"), isTrained),
    };
    return list;
}

std::span<const Setting> headSettings() {
    static const std::array list{
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Add head"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Add a head with random weights from the session's seed"),
                .with = [](const Session& s, const View& v, double) { return withHeadAdded(s, v.layer); },
                .numbers = numbersOfHead},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Duplicate head"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Add a copy of the selected head after it"),
                .with = [](const Session& s, const View& v, double) { return withHeadDuplicated(s, v.layer, v.head); }},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Remove head"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Remove the selected head"),
                .with = [](const Session& s, const View& v, double) { return withHeadRemoved(s, v.layer, v.head); },
                .applies = [](const Session& s, const View& v) { return layerOf(s, v).heads().size() > 1; }},
    };
    return list;
}

std::span<const Setting> outputSettings() {
    static const std::array list{
        switchOf<Parameter::Wo>(QT_TRANSLATE_NOOP("Operations", "Combines the heads' contexts")),
        switchOf<Parameter::Bo>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every output"),
                                [](const Session& s, const View& v) { return isThere<Parameter::Wo>(s, v) != 0; }),
    };
    return list;
}

std::span<const Setting> sentenceSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Cross-attention"),
                .tip = QT_TRANSLATE_NOOP("Operations",
                                         "Take keys and values from a second sentence with its own words and "
                                         "embeddings"),
                .value = [](const Session& s, const View&) { return s.source ? 1. : 0.; },
                .with = [](const Session& s, const View&, double on) { return withSecondSentence(s, on != 0); },
                .offText = QT_TRANSLATE_NOOP("Operations", "No cross-attention"),
                .numbers = numbersOfLayer},
    };
    return list;
}

std::span<const Setting> residualSettings() {
    static const std::array list{
        Setting{.kind = Kind::Switch,
                .name = QT_TRANSLATE_NOOP("Operations", "Residual"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Adds the layer's input to its output"),
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
                .tip = QT_TRANSLATE_NOOP("Operations", "Normalise the input of the heads or the output of the layer"),
                .value =
                    [](const Session& s, const View& v) {
                        const auto& norm = layerOf(s, v).norm;
                        return norm ? 1 + double(norm->place) : 0;
                    },
                .with =
                    [](const Session& s, const View& v, double kind) {
                        const Layer& layer = layerOf(s, v);
                        Norm norm = layer.norm.kept.value_or(Norm{});
                        norm.place = kind > 1 ? Norm::Place::After : Norm::Place::Before;
                        return withNorm(s, v.layer, kind > 0 ? std::optional(norm) : std::nullopt);
                    },
                .choices =
                    [](const Session&, const View&) {
                        return translatedOperations({"none", "before the heads", "after the layer"});
                    }},
        Setting{.kind = Kind::Number,
                .name = QT_TRANSLATE_NOOP("Operations", "Layer norm eps"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Added to the variance to avoid division by 0"),
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
                .tip = QT_TRANSLATE_NOOP("Operations", "Layer whose stages, maps and parameters are shown"),
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
            .tip = QT_TRANSLATE_NOOP("Operations", "Add a layer on top, with the options and sizes of the layer below"),
            .with = [](const Session& s, const View&, double) { return withLayerAdded(s); },
            .look = [](Workbench& workbench, int layer) { workbench.selectLayer(layer); },
            .numbers = numbersOfLayer},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Duplicate layer"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Add a copy of the shown layer on top of it"),
                .with = [](const Session& s, const View& v, double) { return withLayerDuplicated(s, v.layer); },
                .numbers = numbersOfLayer},
        Setting{.kind = Kind::Act,
                .name = QT_TRANSLATE_NOOP("Operations", "Remove layer"),
                .tip = QT_TRANSLATE_NOOP("Operations", "Remove the shown layer"),
                .with = [](const Session& s, const View& v, double) { return withLayerRemoved(s, v.layer); },
                .applies = hasSeveral},
    };
    return list;
}

} // namespace headlight
