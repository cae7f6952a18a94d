#include "panels/pipeline/settings.h"

#include "document/Workbench.h"
#include "document/costs.h"
#include "session/edits.h"

namespace headlight {
namespace {

/// An edit of the shown layer.
template <auto edit, class... To>
Result<Session> inLayer(const Session& s, const View& v, To... to) {
    return edit(s, v.layer, to...);
}

template <Parameter parameter>
Setting switchOf(const char* tip, Setting::Read<bool> applies = nullptr) {
    const auto with = [](const Session& s, const View& v, bool on) { return withOptional(s, v.layer, parameter, on); };
    return {symbolOf(parameter), tip, Setting::Switch{{has<parameter>, with}}, applies};
}

bool isTrained(const Session& s, const View& v) { return layerOf(s, v).usesWeights(); }
bool isComputed(const Session& s, const View& v) { return !layerOf(s, v).isGiven(); }
Result<Session> withTrained(const Session& s, const View& v, bool on) {
    return on ? withTrainableWeights(s, v.layer) : withoutTrainableWeights(s, v.layer);
}
double numbersOfHead(const Session& s, const View& v) { return numbersOfHeads(1, sizesOf(s, v.layer)); }
double numbersOfLayer(const Session& s, const View& v) { return numbersOfHead(s, v) * sizesOf(s, v.layer).heads; }

// Positions and a norm are chosen by 0 for none, or by 1 and their kind or place.
int kindOfPositions(const Session& s, const View&) { return s.positions ? 1 + int(s.positions->kind) : 0; }
Result<Session> withKindOfPositions(const Session& s, const View&, int kind) {
    return withPositions(s, kind > 0 ? std::optional(Positions::Kind(kind - 1)) : std::nullopt);
}
int placeOfNorm(const Session& s, const View& v) { return hasNorm(s, v) ? 1 + int(layerOf(s, v).norm->place) : 0; }
Result<Session> withPlaceOfNorm(const Session& s, const View& v, int place) {
    if (place == 0) return withNorm(s, v.layer, std::nullopt);
    Norm norm = layerOf(s, v).norm.kept.value_or(Norm{});
    norm.place = Norm::Place(place - 1);
    return withNorm(s, v.layer, norm);
}
double epsOfNorm(const Session& s, const View& v) { return layerOf(s, v).norm.value_or(Norm{}).eps; }
Result<Session> withEpsOfNorm(const Session& s, const View& v, double eps) {
    if (!(eps > 0)) return Problem{"eps must be above 0. Type a larger number, for example 1e-5."};
    Norm norm = layerOf(s, v).norm.value_or(Norm{});
    norm.eps = eps;
    return withNorm(s, v.layer, norm);
}

bool hasSeveralLayers(const Session& s, const View&) { return s.layers.size() > 1; }
void showLastLayer(Workbench& workbench) {
    const int last = static_cast<int>(workbench.state().session.layers.size()) - 1;
    workbench.look([last](View& view) { view.layer = last; });
}

} // namespace

const std::vector<Setting> kPositionSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Positions"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Without positions, the order of the tokens has no effect"),
     .kind = Setting::Choice{{kindOfPositions, withKindOfPositions}, {"none", "sinusoidal", "learned"}}},
};

const std::vector<Setting> kProjectionSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Trainable weights"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Without weights, queries, keys and values equal X"),
     .kind = Setting::Switch{{isTrained, withTrained}},
     .applies = isComputed,
     .numbers = numbersOfLayer},
    switchOf<Parameter::Bq>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every query"), isTrained),
    switchOf<Parameter::Bk>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every key"), isTrained),
    switchOf<Parameter::Bv>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every value"), isTrained),
};

const std::vector<Setting> kHeadSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Add head"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Add a head with random weights from the session's seed"),
     .kind = Setting::Act{inLayer<withHeadAdded>},
     .numbers = numbersOfHead},
    {.name = QT_TRANSLATE_NOOP("Operations", "Duplicate head"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Add a copy of the selected head after it"),
     .kind = Setting::Act{[](const Session& s, const View& v) { return withHeadDuplicated(s, v.layer, v.head); }}},
    {.name = QT_TRANSLATE_NOOP("Operations", "Remove head"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Remove the selected head"),
     .kind = Setting::Act{[](const Session& s, const View& v) { return withHeadRemoved(s, v.layer, v.head); }},
     .applies = [](const Session& s, const View& v) { return layerOf(s, v).heads().size() > 1; }},
};

const std::vector<Setting> kOutputSettings{
    switchOf<Parameter::Wo>(QT_TRANSLATE_NOOP("Operations", "Combines the heads' contexts")),
    switchOf<Parameter::Bo>(QT_TRANSLATE_NOOP("Operations", "A bias, added to every output"), has<Parameter::Wo>),
};

const std::vector<Setting> kSentenceSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Cross-attention"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Take keys and values from a second sentence with its own words and "
                                            "embeddings"),
     .kind = Setting::Switch{{[](const Session& s, const View&) { return s.source.has_value(); },
                              [](const Session& s, const View&, bool on) { return withSecondSentence(s, on); }}},
     .numbers = numbersOfLayer},
};

const std::vector<Setting> kResidualSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Residual"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Adds X to the layer's output"),
     .kind = Setting::Switch{{[](const Session& s, const View& v) { return layerOf(s, v).residual; },
                              inLayer<withResidual, bool>}}},
};

const std::vector<Setting> kNormSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Layer norm"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Normalise X before the heads, or the output of the layer"),
     .kind = Setting::Choice{{placeOfNorm, withPlaceOfNorm}, {"none", "before the heads", "after the layer"}}},
    {.name = QT_TRANSLATE_NOOP("Operations", "Layer norm eps"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Added to the variance to avoid division by 0"),
     .kind = Setting::Number{{epsOfNorm, withEpsOfNorm}},
     .applies = hasNorm},
};

const std::vector<Setting> kLayerSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Add layer"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Add a layer on top, with the options and sizes of the layer below"),
     .kind = Setting::Act{[](const Session& s, const View&) { return withLayerAdded(s); }, showLastLayer},
     .numbers = numbersOfLayer},
    {.name = QT_TRANSLATE_NOOP("Operations", "Duplicate layer"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Add a copy of the shown layer on top of it"),
     .kind = Setting::Act{inLayer<withLayerDuplicated>},
     .numbers = numbersOfLayer},
    {.name = QT_TRANSLATE_NOOP("Operations", "Remove layer"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Remove the shown layer"),
     .kind = Setting::Act{inLayer<withLayerRemoved>},
     .applies = hasSeveralLayers},
};

} // namespace headlight
