// The choices after the scores: scale, masks, softmax, dropout.

#include "document/costs.h"
#include "panels/pipeline/givenMask.h"
#include "panels/pipeline/settings.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <algorithm>

namespace headlight {
namespace {

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
