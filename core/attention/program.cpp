#include "attention/program.h"

#include <stdexcept>

namespace headlight {
namespace {

using Kind = Op::Kind;

/// The options of a layer that decide about its operations.
struct Switches {
    bool isMasked, masksAfter, isSum, isDropped;
};

/// Adds X and X_kv, and what they are made of, in the order of Stage.
void addInputs(Program& program, const Surroundings& around, bool isGiven) {
    struct Input {
        Stage x, embeddings, positions, below;
        Parameter table;
    };
    Few<Input, 2> inputs{{Stage::X, Stage::Embeddings, Stage::Positions, around.below, Parameter::X}};
    if (around.hasSecondSentence)
        inputs.add({Stage::XKv, Stage::EmbeddingsKv, Stage::PositionsKv, around.isSecondBelow ? Stage::XKv : Stage::End,
                    Parameter::Xkv});
    const auto isOwn = [&](const Input& in) { return isGiven && in.x == Stage::X; };
    const auto isSum = [&](const Input& in) { return around.hasPositions && in.below == Stage::End && !isOwn(in); };
    for (const Input& in : inputs)
        if (isSum(in)) program.add({Kind::Lookup, in.embeddings, {}, {in.table}});
    for (const Input& in : inputs)
        if (isSum(in)) program.add({Kind::Positions, in.positions, {}, {Parameter::P}});
    for (const Input& in : inputs)
        if (isOwn(in))
            program.add({Kind::Given, in.x, {}, {Parameter::GivenX}});
        else if (isSum(in))
            program.add({Kind::Sum, in.x, {in.embeddings, in.positions}});
        else if (in.below == Stage::End)
            program.add({Kind::Lookup, in.x, {}, {in.table}});
        else
            program.add({Kind::Copy, in.x, {in.below}, {}, true});
}

const auto& headsOf(const Layer& layer) { return layer.allHeads; }
const auto& headsOf(const LayerWeights& layer) { return layer.heads; }
std::size_t countOfHeads(const Layer& layer) { return layer.heads().size(); }
std::size_t countOfHeads(const LayerWeights& layer) { return layer.heads.size(); }

/// Adds Q, K and V: computed, or if the layer starts with given stages, those that are given.
void addProjections(Program& program, const auto& layer, bool hasSecondSentence, auto isGiven) {
    using enum Stage;
    using P = Parameter;
    struct Projection {
        Stage result;
        P given, weight, bias;
    };
    const bool isComputed = program.find(X) != nullptr, isNormed = layer.hasNorm(Norm::Place::Before);
    if (isComputed && isNormed) program.add({Kind::Norm, Normed, {X}, {P::NormGain, P::NormBias}});
    const Stage queries = isNormed ? Normed : X, keys = hasSecondSentence ? XKv : queries;
    for (const auto& [result, given, weight, bias] :
         {Projection{Q, P::GivenQ, P::Wq, P::Bq}, {K, P::GivenK, P::Wk, P::Bk}, {V, P::GivenV, P::Wv, P::Bv}})
        if (isComputed)
            program.add({Kind::Affine, result, {result == Q ? queries : keys}, {weight, bias}});
        else if (isGiven(given))
            program.add({Kind::Given, result, {}, {given}});
}

/// Adds all from the scores to the weights, and dropout.
void addWeights(Program& program, const Switches& has, auto isGiven) {
    using enum Stage;
    if (isGiven(Parameter::GivenWeights)) {
        program.add({Kind::Given, Weights, {}, {Parameter::GivenWeights}});
    } else {
        if (isGiven(Parameter::GivenScores))
            program.add({Kind::Given, Scores, {}, {Parameter::GivenScores}});
        else
            program.add({Kind::Scores, Scores, {Q, K}});
        program.add({Kind::Scale, Scaled, {Scores}});
        if (has.isMasked && !has.masksAfter) program.add({Kind::Mask, Masked, {Scaled}});
        if (has.masksAfter) program.add({Kind::SoftmaxOfAll, Masked, {Scaled, Scores}});
        const Kind weighing = has.masksAfter ? Kind::Renormalise : has.isSum ? Kind::Shares : Kind::Softmax;
        Few<Stage, 3> weighed{Scaled, Scores};
        if (has.isMasked) weighed.add(Masked); // what a person sees before the weights
        program.add({weighing, Weights, weighed});
    }
    if (has.isDropped) program.add({Kind::Dropout, Dropped, {Weights}});
}

/// A layer as the paper has it: Vaswani et al., "Attention Is All You Need" (2017), section 3. A layer norm is before
/// the heads, as in GPT-2, or after them. A layer with given stages starts with these.
template <class LayerLike>
Program programOf(const LayerLike& layer, const Switches& has, const Surroundings& around) {
    using enum Stage;
    using P = Parameter;
    Program program;
    const auto& heads = headsOf(layer);
    const auto isGiven = [&](P p) { return !heads.empty() && heads.front()[p]; };
    const bool isComputed = !isGiven(P::GivenQ) && !isGiven(P::GivenScores) && !isGiven(P::GivenWeights);
    if (isComputed) addInputs(program, around, static_cast<bool>(layer[P::GivenX]));
    addProjections(program, layer, around.hasSecondSentence, isGiven);
    addWeights(program, has, isGiven);
    if (program.find(V)) {
        program.add({Kind::WeightedSum, Context, {has.isDropped ? Dropped : Weights, V}});
        program.add({Kind::Beside, Concat, {Context}});
        if (layer[P::Wo]) program.add({Kind::Affine, Output, {Concat}, {P::Wo, P::Bo}});
        Few<Stage, 3> summed;
        if (layer.residual) summed.add(X);
        summed.add(layer[P::Wo] ? Output : Concat);
        if (layer.hasNorm(Norm::Place::After))
            program.add({Kind::Norm, Result, summed, {P::NormGain, P::NormBias}});
        else if (layer.residual || layer.hasNorm(Norm::Place::Before))
            program.add({layer.residual ? Kind::Sum : Kind::Copy, Result, summed});
    }
    program.add({Kind::Rest, Rest, {Weights}});
    if (around.hasMeans && countOfHeads(layer) > 1) program.add({Kind::Mean, Mean, {Weights}});
    if (around.hasRollouts)
        for (const Stage rolled : {Rollout, Product}) program.add({Kind::Rollout, rolled, {Weights}});
    return program;
}

bool hasMeans(const Session& session) {
    const auto isShort = [](const Text& text) { return text.tokens && text.tokens->count() <= kMaxRollout; };
    return isShort(session.text) && isShort(keyText(session));
}

/// A rollout follows tokens through layers of self-attention.
bool hasRollouts(const Session& session) { return session.layers.size() > 1 && !session.source && hasMeans(session); }

} // namespace

void Program::add(const Op& op) {
    ops_.add(op);
    if (op.result == Stage::X || op.result == Stage::XKv) inputCount_ = ops_.size();
}

const Op* Program::find(Stage result) const {
    const Op* found = std::ranges::find(*this, result, &Op::result);
    return found == end() ? nullptr : found;
}

bool Program::has(Op::Kind kind) const { return findFirst(kind) != nullptr; }

const Op* Program::findFirst(Op::Kind kind) const {
    const Op* found = std::ranges::find(*this, kind, &Op::kind);
    return found == end() ? nullptr : found;
}

const Op& Program::firstOf(Op::Kind kind) const {
    if (const Op* found = findFirst(kind)) return *found;
    throw std::logic_error("a layer has no operation of this kind");
}

const Op& Program::scored() const {
    for (const Stage stage : {Stage::Scores, Stage::Weights})
        if (const Op* found = find(stage)) return *found;
    throw std::logic_error("a layer has no scores and no weights");
}

Stage Program::weights() const {
    return std::ranges::find(*this, RulePart::Normalisation, [](const Op& op) { return infoOf(op.result).dependsOn; })
        ->result;
}

Stage Program::result() const {
    Stage last = Stage::End;
    for (const Op& op : *this)
        if (!infoOf(op.result).isAside()) last = op.result;
    return last;
}

int firstLayerWith(Stage stage, const Session& session) {
    const int count = static_cast<int>(session.layers.size());
    int layer = 0;
    while (layer < count && !programOf(session, layer).find(stage)) ++layer;
    return layer < count ? layer : 0;
}

Program programOf(const LayerWeights& layer, const ScoreRule& rule, const Surroundings& around) {
    const Switches has{rule.mask.isOn(), rule.masksAfter, rule.normalisation == Normalisation::Sum,
                       static_cast<bool>(rule.dropout)};
    return programOf<LayerWeights>(layer, has, around);
}

Program programOf(const Session& session, int number) {
    const Layer& layer = layerAt(session, number);
    const Options& options = layer.options;
    const auto resultOf = [](const Layer& below) { return programOf<Layer>(below, {}, {}).result(); };
    bool isSecondBelow = false;
    for (int below = 0; below < number; ++below) isSecondBelow = isSecondBelow || !layerAt(session, below).isGiven();
    const Surroundings around{number > 0 ? resultOf(layerAt(session, number - 1)) : Stage::End,
                              session.positions.has_value(),
                              session.source.has_value(),
                              hasRollouts(session),
                              hasMeans(session),
                              isSecondBelow};
    const Switches has{options.mask.isOn(), options.masksAfter(), options.normalisation == Normalisation::Sum,
                       options.dropout.has_value()};
    return programOf<Layer>(layer, has, around);
}

bool hasKnownScores(const Program& program) {
    using enum Stage;
    using P = Parameter;
    const Stage queries = program.find(Normed) ? Normed : X, keys = program.find(XKv) ? XKv : queries;
    const auto has = [&](const Op& op) { return std::ranges::find(program, op) != program.end(); };
    const auto readsScaled = [&](Stage stage, std::initializer_list<Kind> kinds) {
        const Op* op = program.find(stage);
        return !op || (op->inputs[0] == Scaled && std::ranges::find(kinds, op->kind) != kinds.end());
    };
    return (queries == X || has({Kind::Norm, Normed, {X}, {P::NormGain, P::NormBias}})) &&
           has({Kind::Affine, Q, {queries}, {P::Wq, P::Bq}}) && has({Kind::Affine, K, {keys}, {P::Wk, P::Bk}}) &&
           has({Kind::Scores, Scores, {Q, K}}) && has({Kind::Scale, Scaled, {Scores}}) &&
           readsScaled(Masked, {Kind::Mask, Kind::SoftmaxOfAll}) &&
           readsScaled(Weights, {Kind::Softmax, Kind::Shares, Kind::Renormalise});
}

} // namespace headlight
