#include "session/consistency.h"

#include "base/places.h"
#include "base/quotedText.h"
#include "base/toFloat.h"
#include "session/Limits.h"
#include "session/givenStages.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace headlight {
namespace {

using Complaint = std::optional<std::string>;

std::string at(const std::string& where, const std::string& member) {
    return where.empty() ? member : where + "." + member;
}

std::string plural(Index count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

Complaint checkShape(const FrozenMatrix& matrix, const std::string& where, Index rows, Index cols, const char* because,
                     const std::string& wayOut = {}) {
    if (!matrix || (matrix->rows() == rows && matrix->cols() == cols)) return {};
    return where + ": " + plural(matrix->rows(), "row", "rows") + " by " + plural(matrix->cols(), "column", "columns") +
           ", but it must be " + std::to_string(rows) + " by " + std::to_string(cols) + " (" + because + ")." + wayOut;
}

/// Refuses widths that no file could hold.
Complaint checkWidth(Index cols, const std::string& where) {
    if (cols >= 1 && cols <= kMaxFileDims) return {};
    return where + ": " + plural(cols, "column", "columns") + "; from 1 to " + std::to_string(kMaxFileDims) +
           " are possible." + (cols > 1 ? " Choose a smaller d_v, or fewer heads." : "");
}

Complaint checkText(const Text& text, const std::string& where) {
    if (!text.vocabulary || !text.embeddings || !text.tokens) return at(where, "embeddings") + ": missing.";
    const Index rows = text.embeddings.rows();
    if (auto c = checkWidth(text.embeddings.cols(), at(where, "embeddings"))) return c;
    if (auto c = firstInconsistency(text.vocabulary->entries, rows, at(where, "vocabulary"))) return c;
    for (const int id : text.tokens->ids)
        if (id < 0 || id >= rows) return at(where, "vocabulary") + ": a token of the sentence has no embedding row.";
    return {};
}

/// Says to which sentence the rows correspond, if the vectors of the two sentences have different sizes.
std::string ofWhichSentence(const ParameterInfo& info, const Sizes& s) {
    const bool isSource = info.rows == Side::DSource;
    if (s.d == s.dSource || !(isSource || info.rows == Side::D)) return {};
    return std::string(" Its rows correspond to the columns of ") +
           (isSource ? "the second sentence's embeddings." : "X, not of the second sentence's embeddings.");
}

/// Checks the shapes of parameters that are on; others are made to fit when they are switched on.
Complaint checkParameters(const auto& set, Scope scope, const std::string& where, const Sizes& s) {
    Complaint c;
    forEachParameter(set, scope, [&](const ParameterInfo& info, const ParameterValue& matrix) {
        if (!c && matrix && !mayHave(set, info))
            c = at(where, info.symbol) + ": a bias without " + symbolOf(*info.weight) + ".";
        if (!c && matrix.kept) c = checkWidth(matrix.kept->cols(), at(where, info.fileName()));
        if (!c && matrix.kept && !matrix.isOn && info.rows == Side::One && matrix.kept->rows() != 1)
            c = at(where, info.fileName()) + ": must be one row of numbers.";
        if (!c)
            c = checkShape(matrix, at(where, info.fileName()), lengthOf(info.rows, s), lengthOf(info.cols, s),
                           info.shape, ofWhichSentence(info, s));
    });
    return c;
}

Complaint checkHead(const Head& head, const std::string& where, const Sizes& s, const Layer& layer) {
    bool anyKept = false, allKept = true, anyOn = false, allOn = true;
    forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, const ParameterValue& matrix) {
        if (info.presence != Presence::Together) return;
        anyKept = anyKept || matrix.kept, allKept = allKept && matrix.kept;
        anyOn = anyOn || matrix.isOn, allOn = allOn && matrix.isOn;
    });
    if (anyKept != allKept || anyOn != allOn)
        return where + ": W_q, W_k and W_v must all be present or all be null, and all be on or all be off.";
    if (anyOn != layer.usesWeights() || anyKept != static_cast<bool>(layer.allHeads[0][Parameter::Wq].kept))
        return where + ": either every head must have W_q, W_k and W_v, or there must be a single head without them.";
    return checkParameters(head, Scope::Head, where, s);
}

Complaint checkHidden(const std::vector<int>& hidden, const std::string& where, int keys) {
    for (std::size_t i = 0; i < hidden.size(); ++i) {
        const int token = hidden[i];
        if (token < 0 || token >= keys)
            return where + ": there is no key token " + std::to_string(token) + " (counted from 0; there are " +
                   std::to_string(keys) + "). Remove it.";
        if (i > 0 && token <= hidden[i - 1])
            return where + ": the tokens must be in ascending order, without duplicates.";
    }
    return {};
}

Complaint checkGiven(const FrozenMatrix& given, const std::string& where, int queries, int keys) {
    if (!given) return {};
    for (Index i = 0; i < given->size(); ++i)
        if (const float value = given->data()[i]; value != 0 && value != 1)
            return where + ": contains a number that is neither 0 nor 1.";
    return checkShape(given, where, queries, keys, "queries by keys",
                      " It needs a row for each query token and a column for each key token.");
}

Complaint checkMask(const Mask& mask, const std::string& where, const Sizes& s) {
    if (const auto& window = mask.window.kept; window && (*window < 1 || *window > kMaxTokens))
        return at(where, "window") + ": must be from 1 to " + std::to_string(kMaxTokens) + ".";
    if (auto c = checkHidden(mask.hidden, at(where, "hidden"), s.keyTokens)) return c;
    return checkGiven(mask.given.kept, where, s.tokens, s.keyTokens);
}

Complaint checkDropout(const Options& options, const std::string& where, const Sizes& s) {
    const auto& dropout = options.dropout.kept;
    if (dropout && !(dropout->rate >= 0 && dropout->rate < 1))
        return at(where, "rate") + ": must be from 0 to below 1.";
    const double cells = static_cast<double>(s.heads) * s.tokens * s.keyTokens;
    if (!options.dropout || cells <= kMaxDropoutCells) return {};
    return where + ": " + plural(s.heads, "head", "heads") + " of " + std::to_string(s.tokens) + " by " +
           std::to_string(s.keyTokens) + " tokens have " + std::to_string(static_cast<long long>(cells)) +
           " cells, but dropout is limited to " + std::to_string(static_cast<long long>(kMaxDropoutCells)) +
           ". Switch dropout off, remove heads or shorten the sentence.";
}

/// Refuses factors that float32 cannot hold, since backends would compute with another one.
Complaint checkFactor(const Options& options, const std::string& where, const Sizes& s) {
    const double factor = options.factor(s.dk);
    const float size = std::abs(toFloat(factor));
    const bool isZero = options.scale.factor == 0 && factor == 0; // 0 was given; it is no factor that underflows
    if (isZero || (size >= kMinFactor && size <= kMaxFactor)) return {};
    return at(where, "scale") +
           ": divided by the temperature, it must be 0 or have an absolute value from 1e-30 to 1e30.";
}

/// `hasScores`: the scale counts, as it does not for given weights.
Complaint checkOptions(const Options& options, const std::string& where, const Sizes& s, bool hasScores) {
    if (!(options.temperature > 0) || !std::isfinite(options.temperature))
        return at(where, "temperature") + ": must be a number above 0.";
    if (options.scale.kind == Scale::Kind::Factor && !std::isfinite(options.scale.factor))
        return at(where, "scale") + ": must be a finite number.";
    if (auto c = checkFactor(options, where, s); c && hasScores) return c;
    if (auto c = checkDropout(options, at(where, "dropout"), s)) return c;
    return checkMask(options.mask, at(where, "mask"), s);
}

Complaint checkNorm(const Layer& layer) {
    if (const auto& norm = layer.norm.kept; norm && (!(norm->eps > 0) || !std::isfinite(norm->eps)))
        return "norm.eps: must be a number above 0.";
    Complaint c;
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, const ParameterValue& matrix) {
        if (c || info.presence != Presence::OfNorm || matrix.isOn == layer.norm.isOn) return;
        c = std::string(": ") + info.symbol + (layer.norm ? " is missing." : " requires a layer norm.");
    });
    return c;
}

/// Returns a complaint that begins with the member or, if it is about the layer itself, with a colon.
Complaint checkLayer(const Session& session, int index) {
    const Layer& layer = layerAt(session, index);
    if (layer.allHeads.empty() || layer.allHeads.size() > kMaxHeads)
        return "heads: " + std::to_string(layer.allHeads.size()) + " heads; from 1 to " + std::to_string(kMaxHeads) +
               " are possible.";
    const Sizes sizes = sizesOf(session, index);
    if (auto c = firstWrongGiven(session, index)) return c;
    if (!layer.allHeads[0][Parameter::Wq].kept && !layer.isGiven() && layer.allHeads.size() > 1)
        return "heads: without W_q, W_k and W_v, all heads would be the same; use one head, or add these weights.";
    if (isSimplified(layer) && sizes.d != sizes.dSource)
        return ": without W_q, W_k and W_v, X and the second sentence must have the same width, but "
               "they have " +
               std::to_string(sizes.d) + " and " + plural(sizes.dSource, "column", "columns") +
               ". Switch cross-attention off, add W_q, W_k and W_v to every head, or make the widths equal.";
    for (std::size_t h = 0; h < layer.allHeads.size(); ++h)
        if (auto c = checkHead(layer.allHeads[h], "heads[" + std::to_string(h) + "]", sizes, layer)) return c;
    if (auto c = checkOptions(layer.options, "options", sizes, !layer.allHeads[0][Parameter::GivenWeights])) return c;
    if (auto c = checkNorm(layer)) return c;
    if (auto c = checkParameters(layer, Scope::Layer, "", sizes)) return c;
    if (!layer.residual || sizes.width() == sizes.d) return {};
    return "residual: X has " + plural(sizes.d, "column", "columns") + ", but the output has " +
           std::to_string(sizes.width()) + ", so they cannot be added. Add a W_o of shape " +
           sizeText(sizes.concat(), sizes.d) + ", or switch the residual off.";
}

Complaint checkPositions(const Session& session) {
    if (!session.positions.kept) return {};
    const Positions& positions = *session.positions.kept;
    const Sizes s = sizesOf(session);
    if (session.positions && s.dSource != s.d)
        return "positions: they are added to the embeddings of both sentences, which must have the same width, "
               "but they have " +
               std::to_string(s.d) + " and " + plural(s.dSource, "column", "columns") +
               ". Make the widths equal, or switch off the positions or cross-attention.";
    const FrozenMatrix& table = positions.table.kept;
    if (auto c = checkShape(table, "positions.table", table ? table->rows() : 0, s.d, infoOf(Parameter::P).shape,
                            " Give it as many columns as the embeddings have."))
        return c;
    if (const int maxTokens = std::max(s.tokens, s.keyTokens);
        session.positions && positions.table && table->rows() < maxTokens)
        return "positions.table: " + plural(table->rows(), "row", "rows") + ", but there are " +
               plural(maxTokens, "token", "tokens") + ". Add a row for each token, or shorten the sentence.";
    if (positions.table.isOn != (table && positions.kind == Positions::Kind::Learned) ||
        (session.positions && positions.kind == Positions::Kind::Learned && !table))
        return "positions: a table is missing.";
    return {};
}

/// Checks layers and positions. `nameOf` returns the name of a layer; `between` stands between that and a member.
Complaint checkLayers(const Session& session, const auto& nameOf, const char* between) {
    if (session.layers.empty() || session.layers.size() > kMaxLayers)
        return "layers: " + plural(static_cast<Index>(session.layers.size()), "layer", "layers") + "; from 1 to " +
               std::to_string(kMaxLayers) + " are possible.";
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l)
        if (const auto c = checkLayer(session, l)) return nameOf(l) + (c->starts_with(':') ? "" : between) + *c;
    return checkPositions(session);
}

} // namespace

std::optional<std::string> firstInconsistency(const std::vector<VocabularyEntry>& vocabulary, Index rows,
                                              const std::string& where) {
    std::unordered_set<std::string_view> tokens(vocabulary.size()); // a vocabulary may be large
    std::vector<char> ids(static_cast<std::size_t>(rows));
    for (const auto& [token, id] : vocabulary) {
        if (id < 0 || id >= rows)
            return where + ": " + quotedBriefly(token) + " has the id " + std::to_string(id) +
                   ", but the embeddings have " + plural(rows, "row", "rows") + ". Add rows, or use an id below " +
                   std::to_string(rows) + ".";
        if (!tokens.insert(token).second) return where + ": " + quotedBriefly(token) + " occurs twice.";
        if (std::exchange(ids[static_cast<std::size_t>(id)], char{1}) != 0)
            return where + ": the id " + std::to_string(id) + " occurs twice.";
    }
    return {};
}

std::optional<std::string> firstInconsistency(const Session& session) {
    if (auto c = checkText(session.text, "")) return c;
    if (session.source.kept)
        if (auto c = checkText(*session.source.kept, "context_sentence")) return c;
    return checkLayers(
        session, [](int layer) { return "layers[" + std::to_string(layer) + "]"; }, ".");
}

Result<Session> ifFits(Session session) {
    const auto c = checkLayers(
        session, [](int layer) { return "Layer " + std::to_string(numberOf(layer)); }, ", ");
    if (c) return Problem{*c};
    return session;
}

} // namespace headlight
