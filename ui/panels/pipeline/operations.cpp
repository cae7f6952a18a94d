#include "panels/pipeline/operations.h"

#include "attention/program.h"
#include "document/ViewState.h"
#include "panels/pipeline/settings.h"
#include "session/givenStages.h"
#include "session/parameters.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

QString said(const char* words) { return translatedOperation(words); }

template <Stage stage>
Stage before(const Session&, const View&) {
    return stage;
}

QString positionsWord(const Session& s, const View&) {
    return said(s.positions->kind == Positions::Kind::Learned ? "+ learned" : "+ sinusoidal");
}

bool masksAfter(const Session& s, const View& v) { return layerOf(s, v).options.masksAfter(); }

bool addsBias(const Session& s, const View& v) {
    return has<Parameter::Bq>(s, v) || has<Parameter::Bk>(s, v) || has<Parameter::Bv>(s, v);
}

QString projectionWord(const Session& s, const View& v) {
    if (isSimplified(layerOf(s, v))) return QStringLiteral(u"+ b");
    return addsBias(s, v) ? QStringLiteral(u"× W_q W_k W_v + b") : QStringLiteral(u"× W_q W_k W_v");
}

QString scaleWord(const Session& s, const View& v) {
    const Options& options = layerOf(s, v).options;
    QStringList parts;
    if (options.scale.kind == Scale::Kind::SqrtDk) parts << QStringLiteral(u"÷ √d_k");
    if (options.scale.kind == Scale::Kind::Factor)
        parts << QStringLiteral(u"× %1").arg(valueText(options.scale.factor));
    if (options.temperature != 1) parts << QStringLiteral(u"÷ %1").arg(valueText(options.temperature));
    return parts.isEmpty() ? said("no scale") : parts.join(u' ');
}

bool isScaled(const Session& s, const View& v) {
    const Options& options = layerOf(s, v).options;
    return options.scale.kind != Scale::Kind::None || options.temperature != 1;
}

QString normalisationWord(const Session& s, const View& v) {
    return layerOf(s, v).options.normalisation == Normalisation::Sum ? QStringLiteral(u"÷ Σ") : said("softmax");
}

QString maskWord(const Session& s, const View& v) {
    const Mask& mask = layerOf(s, v).options.mask;
    QStringList parts;
    if (mask.causal) parts << said("causal");
    if (mask.window) parts << said("window %1").arg(*mask.window);
    if (!mask.hidden.empty()) parts << said("%1 hidden").arg(mask.hidden.size());
    if (mask.given) parts << said("custom");
    return parts.size() <= 2 ? parts.join(QStringLiteral(", ")) : said("%1 masks").arg(parts.size());
}

QString dropoutWord(const Session& s, const View& v) {
    const auto& dropout = layerOf(s, v).options.dropout;
    return said("dropout %1").arg(dropout ? valueText(dropout->rate) : QString());
}

QString outputWord(const Session& s, const View& v) {
    return has<Parameter::Bo>(s, v) ? QStringLiteral(u"× W_o + b") : QStringLiteral(u"× W_o");
}

bool hasSeveralHeads(const Session& s, const View& v) { return layerOf(s, v).heads().size() > 1; }
QString headsWord(const Session& s, const View& v) {
    return counted(QT_TRANSLATE_N_NOOP("Counts", "%n head(s)"), static_cast<int>(layerOf(s, v).heads().size()));
}

QString layersWord(const Session& s, const View& v) {
    const int layers = static_cast<int>(s.layers.size());
    return said("layer %1 of %2").arg(placeText(v.layer)).arg(layers);
}

/// Returns the first stage of a layer, if that is given; else End.
Stage givenStart(const Session& s, const View& v) {
    const Program program = programOf(s, v.layer);
    const Op& first = *program.begin();
    return first.kind == Op::Kind::Given ? first.result : Stage::End;
}

/// True if the layer has what the operation is about: if it starts with given stages, only what follows from these.
bool canBe(const Operation& operation, const Session& s, const View& v) {
    const Stage to = operation.leadsTo(s, v), start = givenStart(s, v);
    if (start == Stage::End || start == Stage::X || to == Stage::End) return true;
    const Program program = programOf(s, v.layer);
    const bool isAfter = to > program.scored().result || (to == Stage::Scores && program.has(Op::Kind::Scores));
    if (to > Stage::Dropped && !program.find(Stage::V)) return false;
    return isAfter;
}

} // namespace

bool Operation::isShownNow(const Session& s, const View& v) const {
    return (!isShown || isShown(s, v)) && (isPlain && settings.empty() ? true : canBe(*this, s, v));
}

std::span<const Operation> operations() {
    // The order is that of Vaswani et al. 2017. A mask is before the softmax, or after it in the mode "after".
    static const std::array list{
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Given"),
                  .tip = QT_TRANSLATE_NOOP("Operations",
                                           "The numbers of the next stages are the session's own; nothing "
                                           "leads to them"),
                  .leadsTo = givenStart,
                  .word = [](const Session&, const View&) { return said("given"); },
                  .isShown = [](const Session& s, const View& v) { return givenStart(s, v) != Stage::End; },
                  .isPlain = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Positions"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Positional encoding added to each embedding"),
                  .leadsTo = before<Stage::X>,
                  .word = positionsWord,
                  .isOn = [](const Session& s, const View&) { return s.positions.has_value(); },
                  .isShown = [](const Session& s, const View& v) { return v.layer == 0 && readsEmbeddings(s); },
                  .settings = kPositionSettings},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Cross-attention"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Take keys and values from a second sentence"),
                  .leadsTo = before<Stage::Q>,
                  .word = [](const Session&, const View&) { return said("2 sentences"); },
                  .isOn = [](const Session& s, const View&) { return s.source.has_value(); },
                  .settings = kSentenceSettings},
        Operation{
            .name = QT_TRANSLATE_NOOP("Operations", "Projections W_q, W_k, W_v"),
            .tip = QT_TRANSLATE_NOOP("Operations",
                                     "Multiply the heads' input by the weights to get queries, keys and values"),
            .leadsTo = before<Stage::Q>,
            .word = projectionWord,
            .isOn = [](const Session& s, const View& v) { return !isSimplified(layerOf(s, v)) || addsBias(s, v); },
            .settings = kProjectionSettings,
            .isPlain = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Queries times keys"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Dot product of each query with each key"),
                  .leadsTo = before<Stage::Scores>,
                  .word = [](const Session&, const View&) { return QStringLiteral(u"Q Kᵀ"); }},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Scale and temperature"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Scale the scores and set how sharp the softmax is"),
                  .leadsTo = before<Stage::Scaled>,
                  .word = scaleWord,
                  .isOn = isScaled,
                  .settings = kScaleSettings,
                  .mayBeOfAllLayers = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Normalisation"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Turn each row of scores into weights"),
                  .leadsTo = [](const Session& s,
                                const View& v) { return masksAfter(s, v) ? Stage::Masked : Stage::Weights; },
                  .word = normalisationWord,
                  .settings = kNormalisationSettings,
                  .mayBeOfAllLayers = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Mask"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Which keys each query may attend to"),
                  .leadsTo = before<Stage::Masked>,
                  .word = maskWord,
                  .isOn = [](const Session& s, const View& v) { return layerOf(s, v).options.mask.isOn(); },
                  .settings = kMaskSettings,
                  .mayBeOfAllLayers = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Renormalisation"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Divide the remaining weights by their sum in each row"),
                  .leadsTo = before<Stage::Weights>,
                  .word = [](const Session&, const View&) { return QStringLiteral(u"÷ Σ"); },
                  .isShown = masksAfter},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Dropout"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Drop weights at random, as in training"),
                  .leadsTo = before<Stage::Dropped>,
                  .word = dropoutWord,
                  .isOn = [](const Session& s, const View& v) { return layerOf(s, v).options.dropout.has_value(); },
                  .settings = kDropoutSettings,
                  .mayBeOfAllLayers = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Context"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Sum of the values, each times its weight"),
                  .leadsTo = before<Stage::Context>,
                  .word = [](const Session&, const View&) { return QStringLiteral(u"× V"); }},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Heads"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Several heads, whose contexts are joined"),
                  .leadsTo = before<Stage::Concat>,
                  .word = headsWord,
                  .isOn = hasSeveralHeads,
                  .settings = kHeadSettings,
                  .isPlain = true},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Output weights"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Multiply the joined heads by W_o"),
                  .leadsTo = before<Stage::Output>,
                  .word = outputWord,
                  .isOn = has<Parameter::Wo>,
                  .settings = kOutputSettings},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Residual"),
                  .tip = QT_TRANSLATE_NOOP("Operations", "Add X to the layer's output"),
                  .leadsTo = before<Stage::Result>,
                  .word = [](const Session&, const View&) { return QStringLiteral("+ X"); },
                  .isOn = [](const Session& s, const View& v) { return layerOf(s, v).residual; },
                  .isShown = [](const Session& s, const View& v) { return hasStage(Stage::X, s, v.layer); },
                  .settings = kResidualSettings},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Layer norm"),
                  .tip = QT_TRANSLATE_NOOP(
                      "Operations", "Subtract each row's mean, divide by √(variance + ε), times gain, plus bias"),
                  .leadsTo =
                      [](const Session& s, const View& v) {
                          return layerOf(s, v).hasNorm(Norm::Place::Before) ? Stage::Normed : Stage::Result;
                      },
                  .word = [](const Session&, const View&) { return said("norm"); },
                  .isOn = hasNorm,
                  .settings = kNormSettings},
        Operation{.name = QT_TRANSLATE_NOOP("Operations", "Layers"),
                  .tip = QT_TRANSLATE_NOOP(
                      "Operations", "Each layer reads the output of the layer below, unless its stages are given"),
                  .leadsTo = before<Stage::End>,
                  .word = layersWord,
                  .isOn = [](const Session& s, const View&) { return s.layers.size() > 1; },
                  .settings = kLayerSettings},
    };
    return list;
}

SettingStep Operation::addition(const ViewState& now) const {
    const Setting& by = settings.front();
    if (const auto* act = std::get_if<Setting::Act>(&by.kind)) return by.step(now, *act);
    if (const auto* choice = std::get_if<Setting::Choice>(&by.kind)) return by.step(now, *choice, 1);
    return by.step(now, std::get<Setting::Switch>(by.kind), true);
}

std::vector<const Operation*> absentFrom(const Session& session, const View& view) {
    std::vector<const Operation*> absent;
    for (const Operation& one : operations())
        if (one.isShownNow(session, view) && !one.isOnNow(session, view)) absent.push_back(&one);
    return absent;
}

bool isInStrip(const StageInfo& info) { return !info.isAside() || info.isRollout; }

std::vector<PipelineItem> pipelineOf(const Session& session, const View& view) {
    std::vector<PipelineItem> items;
    const auto addBefore = [&](Stage stage) {
        for (const Operation& one : operations())
            if (one.isShownNow(session, view) && one.isOnNow(session, view) && one.leadsTo(session, view) == stage)
                items.push_back({nullptr, &one});
    };
    for (const StageInfo& info : stages()) {
        addBefore(info.stage);
        if (!isInStrip(info)) continue;
        if (isOffered(info.stage, session, view.layer)) items.push_back({&info, nullptr});
    }
    addBefore(Stage::End);
    return items;
}

} // namespace headlight
