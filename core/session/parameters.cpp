#include "session/parameters.h"

#include "base/places.h"

#include <algorithm>

namespace headlight {

namespace {
constexpr auto kListed = static_cast<std::size_t>(Parameter::Wq); ///< the first parameter of the list

consteval ParameterInfo ofNorm(Parameter parameter, const char* name, const char* purpose, Start start) {
    return {.parameter = parameter,
            .symbol = name,
            .scope = Scope::Layer,
            .rows = Side::One,
            .cols = Side::Normed,
            .shape = "a vector, one number for each column of the layer norm's input",
            .fanIn = Side::Normed,
            .presence = Presence::OfNorm,
            .purpose = purpose,
            .start = start,
            .inside = "norm",
            .member = name};
}

/// A stage of a head that is given.
consteval ParameterInfo given(Parameter parameter, const char* symbol, Side rows, Side cols, const char* shape,
                              const char* purpose) {
    return {.parameter = parameter,
            .symbol = symbol,
            .scope = parameter == Parameter::GivenX ? Scope::Layer : Scope::Head,
            .rows = rows,
            .cols = cols,
            .shape = shape,
            .fanIn = Side::One,
            .presence = Presence::Given,
            .purpose = purpose,
            .start = Start::Zero};
}

} // namespace

std::span<const ParameterInfo> parameters() {
    using enum Parameter;
    using enum Side;
    using enum Presence;
    static constexpr auto kHead = Scope::Head, kLayer = Scope::Layer;
    static constexpr const char *kDByDk = "d by the d_k of the first head", *kDByDv = "d by the d_v of the first head",
                                *kOfDk = "a vector of d_k numbers", *kOfDv = "a vector of d_v numbers",
                                *kVectors = "a vector for each token, as wide in every head", *kMap = "queries by keys",
                                *kOfDOut = "a vector, one number for each column of W_o";
    static constexpr std::array<ParameterInfo, static_cast<std::size_t>(Parameter::End) - kListed> list{{
        {Wq, "W_q", kHead, D, Dk, kDByDk, D, Together, {}, true, "Queries: what a token looks for"},
        {Wk, "W_k", kHead, DSource, Dk, kDByDk, DSource, Together, {}, true, "Keys: what a token offers to be matched"},
        {Wv, "W_v", kHead, DSource, Dv, kDByDv, DSource, Together, {}, true, "Values: what a token passes on"},
        {Bq, "b_q", kHead, One, Dk, kOfDk, D, Optional, Wq, true, "Added to every query"},
        {Bk, "b_k", kHead, One, Dk, kOfDk, DSource, Optional, Wk, true, "Added to every key"},
        {Bv, "b_v", kHead, One, Dv, kOfDv, DSource, Optional, Wv, true, "Added to every value"},
        given(GivenQ, "given_Q", Tokens, Dk, kVectors, "The queries, which are not computed"),
        given(GivenK, "given_K", KeyTokens, Dk, kVectors, "The keys, which are not computed"),
        given(GivenV, "given_V", KeyTokens, Dv, kVectors, "The values, which are not computed"),
        given(GivenScores, "given_scores", Tokens, KeyTokens, kMap, "The scores, which are not computed"),
        given(GivenWeights, "given_weights", Tokens, KeyTokens, kMap, "The weights, which are not computed"),
        {Wo,
         "W_o",
         kLayer,
         Concat,
         DOut,
         "heads times d_v",
         Concat,
         Optional,
         {},
         true,
         "Combines the heads' contexts"},
        {Bo, "b_o", kLayer, One, DOut, kOfDOut, Concat, BehindWeight, Wo, true, "Added to every output"},
        ofNorm(NormGain, "gain", "Scales the normalised vectors", Start::One),
        ofNorm(NormBias, "bias", "Added to the normalised vectors", Start::Zero),
        given(GivenX, "given_X", Tokens, D, kVectors, "X, whose rows belong to places, not to words"),
        {.parameter = P,
         .symbol = "P",
         .scope = Scope::Session,
         .rows = Side::Positions,
         .cols = D,
         .shape = "positions by d",
         .fanIn = D,
         .presence = OfPositions,
         .purpose = "Added to the embedding of the token at each position",
         .start = Start::Normal,
         .inside = "positions",
         .member = "table"},
    }};
    static_assert(std::ranges::all_of(list, [](const ParameterInfo& info) { // PerHeadParameter and PerLayerParameter
        return info.scope == (info.parameter < Wo ? kHead : info.parameter < P ? kLayer : Scope::Session);
    }));
    return list;
}

const ParameterInfo& infoOf(Parameter parameter) { return parameters()[static_cast<std::size_t>(parameter) - kListed]; }

Index lengthOf(Side side, const Sizes& s) {
    switch (side) {
    case Side::One: return 1;
    case Side::Tokens: return s.tokens;
    case Side::KeyTokens: return s.keyTokens;
    case Side::D: return s.d;
    case Side::DSource: return s.dSource;
    case Side::Dk: return s.dk;
    case Side::Dv: return s.dv;
    case Side::Concat: return s.concat();
    case Side::DOut: return s.dOut;
    case Side::Normed: return s.normed;
    case Side::Width: return s.width();
    case Side::Positions: return s.positions;
    }
    return 0;
}

std::string sizeText(Index rows, Index cols) { return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]"; }

const char* symbolOf(Parameter parameter) {
    if (areEmbeddings(parameter)) return parameter == Parameter::X ? "X" : "X_kv";
    return infoOf(parameter).symbol;
}

const ParameterInfo* biasOf(Parameter weight) {
    const auto bias = std::ranges::find(parameters(), std::optional(weight), &ParameterInfo::weight);
    return bias == parameters().end() ? nullptr : &*bias;
}

bool belongsToHead(Parameter parameter) { return !areEmbeddings(parameter) && infoOf(parameter).scope == Scope::Head; }

bool isOfAllHeads(const ParameterRef& ref) { return ref.head == kAllHeads && belongsToHead(ref.parameter); }

std::string nameOf(const ParameterRef& ref) {
    const std::string symbol = symbolOf(ref.parameter);
    if (isOfAllHeads(ref)) return symbol + " of all heads";
    return belongsToHead(ref.parameter) ? symbol + " of head " + std::to_string(numberOf(ref.head)) : symbol;
}

} // namespace headlight
