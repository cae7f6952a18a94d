#include "panels/pipeline/settings.h"

#include "document/Workbench.h"
#include "document/costs.h"
#include "panels/pipeline/givenMask.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <algorithm>

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

// The choices after the scores: scale, masks, softmax, dropout.

constexpr int kFirstWindow = 3;    // the token itself and two neighbours on each side
constexpr double kFirstRate = 0.1; // of dropout, as in Vaswani et al. 2017

const Options& optionsOf(const Session& s, const View& v) { return layerOf(s, v).options; }

/// Changes the options of the layer.
template <class Change>
Result<Session> changed(const Session& session, const View& view, Change change) {
    Options options = optionsOf(session, view);
    change(options);
    return withOptions(session, view.layer, options);
}

// The option to which a path of members leads, as a T.
template <class T, auto... path>
T optionAt(const Session& s, const View& v) {
    return static_cast<T>((optionsOf(s, v).*....*path));
}
template <class T, auto... path>
Result<Session> withOptionAt(const Session& s, const View& v, T to) {
    return changed(s, v, [to](Options& o) {
        auto& option = (o.*....*path);
        option = static_cast<std::decay_t<decltype(option)>>(to);
    });
}
template <class T, auto... path>
constexpr Setting::Value<T> option{optionAt<T, path...>, withOptionAt<T, path...>};

bool isBySum(const Session& s, const View& v) { return optionsOf(s, v).normalisation == Normalisation::Sum; }
/// True if a mask's mode matters. With normalisation by sum it does not: see Options::masksAfter().
bool standsSomewhere(const Session& s, const View& v) { return optionsOf(s, v).mask.isOn() && !isBySum(s, v); }
/// Returns the tip of a factor of all scores if it has no effect; else null.
const char* cancels(const Session& s, const View& v) {
    return isBySum(s, v) ? QT_TRANSLATE_NOOP("Operations", "No effect here: the scores are divided by their row's sum")
                         : nullptr;
}

Result<Session> withHidden(const Session& session, const View& view, Setting::TokenSwitch token) {
    return changed(session, view, [&](Options& o) {
        std::erase(o.mask.hidden, token.place);
        if (token.isOn) o.mask.hidden.insert(std::ranges::lower_bound(o.mask.hidden, token.place), token.place);
    });
}

Result<Session> withTemperature(const Session& s, const View& v, double t) {
    if (!(t > 0)) return Problem{"The temperature must be above 0. Type a larger number."};
    return withOptionAt<double, &Options::temperature>(s, v, t);
}

constexpr auto hasWindow = optionAt<bool, &Options::mask, &Mask::window>;
int windowOf(const Session& s, const View& v) { return optionsOf(s, v).mask.window.value_or(0); }
Result<Session> withWindow(const Session& s, const View& v, bool on) {
    return changed(s, v, [&](Options& o) {
        if (!o.mask.window.kept) o.mask.window.kept = kFirstWindow;
        o.mask.window.isOn = on;
    });
}
constexpr auto hasGiven = optionAt<bool, &Options::mask, &Mask::given>;
Result<Session> withGiven(const Session& s, const View& v, bool on) { return withMaskByHand(s, v.layer, on); }

constexpr auto hasDropout = optionAt<bool, &Options::dropout>;
Result<Session> withDropout(const Session& s, const View& v, bool on) {
    return changed(s, v, [&](Options& o) {
        if (!o.dropout.kept) o.dropout.kept = Dropout{.rate = kFirstRate, .seed = s.seed};
        o.dropout.isOn = on;
    });
}
template <auto member>
auto dropoutAt(const Session& s, const View& v) {
    return optionsOf(s, v).dropout.value_or(Dropout{}).*member;
}
/// Changes dropout that is on; a layer without it stays as it is.
template <auto member, class T>
Result<Session> withDropoutAt(const Session& s, const View& v, T to) {
    return changed(s, v, [&](Options& o) {
        if (o.dropout) (*o.dropout).*member = to;
    });
}
Result<Session> withRate(const Session& s, const View& v, double rate) {
    if (!(rate >= 0 && rate < 1)) return Problem{"The dropout rate must be from 0 to below 1. Type another number."};
    return withDropoutAt<&Dropout::rate>(s, v, rate);
}
Result<Session> withNextSeed(const Session& s, const View& v) {
    return withDropoutAt<&Dropout::seed>(s, v, dropoutAt<&Dropout::seed>(s, v) + 1);
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

const std::vector<Setting> kScaleSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Scale"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Factor by which the scores are multiplied"),
     .kind = Setting::Choice{option<int, &Options::scale, &Scale::kind>, {"none", "1/√dₖ", "a number"}},
     .tipNow = cancels},
    {.name = QT_TRANSLATE_NOOP("Operations", "Scale factor"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Number by which the scores are multiplied"),
     .kind = Setting::Number{option<double, &Options::scale, &Scale::factor>},
     .applies = [](const Session& s, const View& v) { return optionsOf(s, v).scale.kind == Scale::Kind::Factor; },
     .tipNow = cancels},
    {.name = QT_TRANSLATE_NOOP("Operations", "Temperature"),
     .tip = QT_TRANSLATE_NOOP("Operations",
                              "The scores are divided by the temperature: the softmax is sharper below 1, "
                              "softer above 1"),
     .kind = Setting::Number{{optionAt<double, &Options::temperature>, withTemperature}, 0.05, 20},
     .tipNow = cancels},
};

const std::vector<Setting> kMaskSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Causal mask"),
     .tip = QT_TRANSLATE_NOOP("Operations", "No token sees the tokens after it"),
     .kind = Setting::Switch{option<bool, &Options::mask, &Mask::causal>}},
    {.name = QT_TRANSLATE_NOOP("Operations", "Window mask"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Each token sees only its neighbours"),
     .kind = Setting::Switch{{hasWindow, withWindow}}},
    {.name = QT_TRANSLATE_NOOP("Operations", "Window"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Tokens in each direction, including itself: |query − key| < w"),
     .kind = Setting::Size{{windowOf, withOptionAt<int, &Options::mask, &Mask::window>}, kMaxTokens},
     .applies = hasWindow},
    {.name = QT_TRANSLATE_NOOP("Operations", "Hidden tokens"),
     .tip = QT_TRANSLATE_NOOP("Operations", "No token attends to the ticked tokens"),
     .kind = Setting::Tokens{{optionAt<std::vector<int>, &Options::mask, &Mask::hidden>, withHidden}}},
    {.name = QT_TRANSLATE_NOOP("Operations", "Custom mask (click cells)"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Allow or hide each pair of query and key"),
     .kind = Setting::Switch{{hasGiven, withGiven}, QT_TRANSLATE_NOOP("Operations", "Custom mask")},
     .numbers = [](const Session& s, const View& v) { return numbersOfMask(sizesOf(s, v.layer)); }},
    {.name = QT_TRANSLATE_NOOP("Operations", "Custom mask"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Choose the cells in the maps"),
     .kind = Setting::Cells{},
     .applies = hasGiven},
    {.name = QT_TRANSLATE_NOOP("Operations", "Apply mask"),
     .tip = QT_TRANSLATE_NOOP(
         "Operations", "Before the softmax as minus infinity, or after it as 0 with rows rescaled to sum to 1. The "
                       "weights are the same"),
     .kind = Setting::Choice{option<int, &Options::maskMode>, {"before softmax", "after softmax"}},
     .applies = standsSomewhere},
};

const std::vector<Setting> kNormalisationSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Normalisation"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Softmax, or each score divided by its row's sum (a scale then has no "
                                            "effect)"),
     .kind = Setting::Choice{option<int, &Options::normalisation>, {"softmax", "by the row's sum"}}},
};

const std::vector<Setting> kDropoutSettings{
    {.name = QT_TRANSLATE_NOOP("Operations", "Dropout"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Drop weights at random and scale up the others"),
     .kind = Setting::Switch{{hasDropout, withDropout}}},
    {.name = QT_TRANSLATE_NOOP("Operations", "Dropout rate"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Share of the weights that is dropped, from 0 to below 1"),
     .kind = Setting::Number{{dropoutAt<&Dropout::rate>, withRate}},
     .applies = hasDropout},
    {.name = QT_TRANSLATE_NOOP("Operations", "Dropout seed"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Seed as in torch.manual_seed, set just before the dropout"),
     .kind = Setting::Seed{{dropoutAt<&Dropout::seed>, withDropoutAt<&Dropout::seed, std::uint64_t>}},
     .applies = hasDropout},
    {.name = QT_TRANSLATE_NOOP("Operations", "Next dropout seed"),
     .tip = QT_TRANSLATE_NOOP("Operations", "Use the next seed"),
     .kind = Setting::Act{withNextSeed},
     .applies = hasDropout},
};

} // namespace headlight
