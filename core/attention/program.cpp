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
void addInputs(Program& program, const Surroundings& around) {
    struct Input {
        Stage x, embeddings, positions, below;
        Parameter table;
    };
    Few<Input, 2> inputs{{Stage::X, Stage::Embeddings, Stage::Positions, around.below, Parameter::X}};
    if (around.hasSecondSentence)
        inputs.add({Stage::XKv, Stage::EmbeddingsKv, Stage::PositionsKv, Stage::XKv, Parameter::Xkv});
    const bool isFirst = around.below == Stage::End, areSums = isFirst && around.hasPositions;
    if (areSums)
        for (const Input& in : inputs) program.add({Kind::Lookup, in.embeddings, {}, {in.table}});
    if (areSums)
        for (const Input& in : inputs) program.add({Kind::Positions, in.positions, {}, {Parameter::P}});
    for (const Input& in : inputs)
        if (areSums)
            program.add({Kind::Sum, in.x, {in.embeddings, in.positions}});
        else if (isFirst)
            program.add({Kind::Lookup, in.x, {}, {in.table}});
        else
            program.add({Kind::Copy, in.x, {in.below}, {}, true});
}

/// A layer as the paper has it: Vaswani et al., "Attention Is All You Need" (2017), section 3. A layer norm is before
/// the heads, as in GPT-2, or after them.
template <class LayerLike>
Program programOf(const LayerLike& layer, const Switches& has, const Surroundings& around) {
    using enum Stage;
    using P = Parameter;
    Program program;
    addInputs(program, around);
    const bool isNormedBefore = layer.hasNorm(Norm::Place::Before), isNormedAfter = layer.hasNorm(Norm::Place::After);
    if (isNormedBefore) program.add({Kind::Norm, Normed, {X}, {P::NormGain, P::NormBias}});
    const Stage queries = isNormedBefore ? Normed : X, keys = around.hasSecondSentence ? XKv : queries;
    program.add({Kind::Affine, Q, {queries}, {P::Wq, P::Bq}});
    program.add({Kind::Affine, K, {keys}, {P::Wk, P::Bk}});
    program.add({Kind::Affine, V, {keys}, {P::Wv, P::Bv}});
    program.add({Kind::Scores, Scores, {Q, K}});
    program.add({Kind::Scale, Scaled, {Scores}});
    if (has.isMasked && !has.masksAfter) program.add({Kind::Mask, Masked, {Scaled}});
    if (has.masksAfter) program.add({Kind::SoftmaxOfAll, Masked, {Scaled, Scores}});
    const Kind weighing = has.masksAfter ? Kind::Renormalise : has.isSum ? Kind::Shares : Kind::Softmax;
    Few<Stage, 3> weighed{Scaled, Scores};
    if (has.isMasked) weighed.add(Masked); // what a person sees before the weights
    program.add({weighing, Weights, weighed});
    if (has.isDropped) program.add({Kind::Dropout, Dropped, {Weights}});
    program.add({Kind::WeightedSum, Context, {has.isDropped ? Dropped : Weights, V}});
    program.add({Kind::Beside, Concat, {Context}});
    if (layer[P::Wo]) program.add({Kind::Affine, Output, {Concat}, {P::Wo, P::Bo}});
    const Stage made = layer[P::Wo] ? Output : Concat;
    Few<Stage, 3> summed;
    if (layer.residual) summed.add(X);
    summed.add(made);
    if (isNormedAfter)
        program.add({Kind::Norm, Result, summed, {P::NormGain, P::NormBias}});
    else if (layer.residual || isNormedBefore)
        program.add({layer.residual ? Kind::Sum : Kind::Copy, Result, summed});
    if (around.hasRollouts)
        for (const Stage rolled : {Rollout, Product}) program.add({Kind::Rollout, rolled, {Weights}});
    return program;
}

/// A rollout follows tokens through layers of self-attention.
bool hasRollouts(const Session& session) {
    const Frozen<Tokens>& tokens = session.text.tokens;
    return session.layers.size() > 1 && !session.source && tokens && tokens->count() <= kMaxRollout;
}

} // namespace

void Program::add(const Op& op) {
    ops_.add(op);
    if (op.result == Stage::X || op.result == Stage::XKv) inputCount_ = ops_.size();
}

const Op* Program::find(Stage result) const {
    const Op* found = std::ranges::find(*this, result, &Op::result);
    return found == end() ? nullptr : found;
}

bool Program::has(Op::Kind kind) const { return std::ranges::find(*this, kind, &Op::kind) != end(); }

const Op& Program::firstOf(Op::Kind kind) const {
    const Op* found = std::ranges::find(*this, kind, &Op::kind);
    if (found == end()) throw std::logic_error("a layer has no operation of this kind");
    return *found;
}

Stage Program::weights() const {
    return std::ranges::find(*this, RulePart::Normalisation, [](const Op& op) { return infoOf(op.result).dependsOn; })
        ->result;
}

Stage Program::result() const {
    Stage last = Stage::End;
    for (const Op& op : *this)
        if (op.kind != Op::Kind::Rollout) last = op.result;
    return last;
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
    const Surroundings around{number > 0 ? resultOf(layerAt(session, number - 1)) : Stage::End,
                              session.positions.has_value(), session.source.has_value(), hasRollouts(session)};
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
