#include "session/givenStages.h"

#include "base/numberText.h"
#include "base/places.h"
#include "session/Limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

using Complaint = std::optional<std::string>;
using enum Parameter;

/// Calls f(ref, value) for each given stage of a layer that is on.
void forEachGiven(const Layer& layer, auto f) {
    forEachParameter(layer, 0, [&](const ParameterRef& ref, const ParameterValue& value) {
        if (value && infoOf(ref.parameter).presence == Presence::Given) f(ref, value);
    });
}

/// Says which stages of a head cannot be given together.
Complaint wrongTogether(const Head& head) {
    const bool q = head[GivenQ].isOn, k = head[GivenK].isOn, s = head[GivenScores].isOn, w = head[GivenWeights].isOn;
    if (q != k) return "given_Q and given_K must both be there or both be missing.";
    if (q + s + w > 1)
        return "Q and K, scores and weights cannot be given together: each would be computed from another.";
    if (head[GivenV].isOn && !(q || s || w)) return "given_V requires that Q and K, scores or weights are given, too.";
    return {};
}

} // namespace

bool readsEmbeddings(const Session& session) {
    const Layer& first = layerAt(session, 0);
    return !first.isGiven() && !first[GivenX];
}

bool readsSecondSentence(const Session& session) {
    return session.source && !std::ranges::all_of(session.layers, &Layer::isGiven);
}

std::string stageGivenBy(Parameter parameter) {
    const std::string symbol = symbolOf(parameter);
    return symbol.substr(symbol.find('_') + 1);
}

double numbersGiven(const Session& session, const Sizes& sizes) {
    const auto length = [&](Side side, Index now) {
        return double(side == Side::Tokens || side == Side::KeyTokens ? lengthOf(side, sizes) : now);
    };
    double count = 0;
    for (const Layer& layer : session.layers)
        forEachGiven(layer, [&](const ParameterRef& ref, const ParameterValue& m) {
            const ParameterInfo& info = infoOf(ref.parameter);
            count += length(info.rows, m->rows()) * length(info.cols, m->cols());
        });
    return count;
}

std::optional<std::string> firstWrongGiven(const Session& session, int index) {
    const Layer& layer = layerAt(session, index);
    const Head& first = layer.allHeads.front();
    if (layer[GivenX].isOn && index > 0) return "given_X: only the first layer can have a given X.";
    if (auto c = wrongTogether(first)) return "heads[0]: " + *c;
    for (std::size_t h = 1; h < layer.allHeads.size(); ++h)
        for (const Parameter p : {GivenQ, GivenK, GivenV, GivenScores, GivenWeights})
            if (layer.allHeads[h][p].isOn != first[p].isOn)
                return "heads[" + std::to_string(h) + "]: every head must have the same given stages.";
    if (numbersGiven(session, sizesOf(session)) > kMaxGiven)
        return ": the given stages have more than " + std::to_string(kMaxGiven) +
               " numbers. Choose fewer layers or heads, or fewer tokens.";
    if (index > 0 && !layer.isGiven() && layerAt(session, index - 1).isGiven() && sizesOf(session, index).d == 0)
        return ": it reads the result of layer " + std::to_string(index) +
               ", which has none, because it has no V. Give V or its numbers, too.";
    if (!layer.isGiven()) return {};
    const char* const why = ": its stages are given, so that it has no ";
    if (layer.usesWeights()) return std::string(why) + "W_q, W_k and W_v.";
    if (layer[GivenX].isOn || layer.residual || layer.hasNorm(Norm::Place::Before))
        return std::string(why) + "X, no residual, and no layer norm before the heads.";
    for (const Head& head : layer.allHeads)
        for (const Parameter bias : {Bq, Bk, Bv})
            if (head[bias].isOn) return std::string(why) + symbolOf(bias) + ".";
    if (!first[GivenV].isOn && (layer[Wo].isOn || layer.norm)) return std::string(why) + "W_o or layer norm without V.";
    if (!first[GivenQ].isOn && layer.options.scale.kind == Scale::Kind::SqrtDk && first[GivenScores].isOn)
        return "options.scale: the scores are given, so that d_k is not known. Choose a number, or none.";
    return {};
}

bool isAllowedIn(Parameter parameter, float x) {
    return std::isfinite(x) || (parameter == GivenScores && x == -std::numeric_limits<float>::infinity());
}

std::optional<std::string> firstNotFinite(const Layer& layer, int index) {
    Complaint c;
    forEachGiven(layer, [&](const ParameterRef& ref, const ParameterValue& value) {
        const Matrix& m = *value.kept;
        for (Index i = 0; i < m.size() && !c; ++i)
            if (!isAllowedIn(ref.parameter, m.data()[i]))
                c = nameOf(ref) + " in layer " + std::to_string(numberOf(index)) +
                    " has a number that is not finite, in row " + std::to_string(i / m.cols() + 1) + " and column " +
                    std::to_string(i % m.cols() + 1) + ".";
    });
    return c;
}

std::string sumsOfGiven(const Session& session) {
    Index count = 0;
    std::string first;
    for (std::size_t l = 0; l < session.layers.size(); ++l)
        forEachGiven(session.layers[l], [&](const ParameterRef& ref, const ParameterValue& value) {
            if (ref.parameter != GivenWeights) return;
            for (Index row = 0; row < value->rows(); ++row) {
                const double sum = value->row(row).cast<double>().sum();
                if (isOne(sum)) continue;
                if (count++ > 0) continue;
                first = "row " + std::to_string(row + 1) + " of head " + std::to_string(numberOf(ref.head));
                if (session.layers.size() > 1) first += " in layer " + std::to_string(l + 1);
                first += ", whose sum is " + fixedPoint(sum, 4);
            }
        });
    if (count == 0) return {};
    if (count == 1) return "The given weights are taken as they are. One row does not sum to 1: " + first + ".";
    return "The given weights are taken as they are. " + std::to_string(count) + " rows do not sum to 1, such as " +
           first + ".";
}

} // namespace headlight
