#include "session/consistency.h"

#include "base/quotedText.h"
#include "session/Limits.h"
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

/// What no file could hold is not made.
Complaint checkWidth(const FrozenMatrix& matrix, const std::string& where) {
    if (!matrix || matrix->cols() <= kMaxFileDims) return {};
    return where + ": " + plural(matrix->cols(), "column", "columns") + "; at most " + std::to_string(kMaxFileDims) +
           " are possible. Choose a smaller d_v, or fewer heads.";
}

Complaint checkText(const Text& text, const std::string& where) {
    if (!text.vocabulary || !text.embeddings || !text.tokens) return at(where, "embeddings") + ": missing.";
    const Index rows = text.embeddings.rows();
    if (text.embeddings.cols() < 1 || text.embeddings.cols() > kMaxFileDims)
        return at(where, "embeddings") + ": " + plural(text.embeddings.cols(), "column", "columns") + "; from 1 to " +
               std::to_string(kMaxFileDims) + " are possible.";
    std::unordered_set<std::string_view> tokens(text.vocabulary->entries.size()); // may be large, and is typed in
    std::vector<char> ids(static_cast<std::size_t>(rows));
    for (const auto& entry : text.vocabulary->entries) {
        if (entry.id < 0 || entry.id >= rows)
            return at(where, "vocabulary") + ": " + quotedBriefly(entry.token) + " has the id " +
                   std::to_string(entry.id) + ", but the embeddings have " + plural(rows, "row", "rows") +
                   ". Add rows, or use an id below " + std::to_string(rows) + ".";
        if (!tokens.insert(entry.token).second)
            return at(where, "vocabulary") + ": " + quotedBriefly(entry.token) + " occurs twice.";
        if (std::exchange(ids[static_cast<std::size_t>(entry.id)], char{1}) != 0)
            return at(where, "vocabulary") + ": the id " + std::to_string(entry.id) + " occurs twice.";
    }
    for (const int id : text.tokens->ids)
        if (id < 0 || id >= rows) return at(where, "vocabulary") + ": a token of the sentence has no embedding row.";
    return {};
}

/// Of two sentences whose vectors have two sizes: whose the rows stand for.
std::string ofWhichSentence(const ParameterInfo& info, const Sizes& s) {
    const bool isSource = info.rows == Side::DSource;
    if (s.d == s.dSource || !(isSource || info.rows == Side::D)) return {};
    return std::string(" Its rows correspond to the columns of ") +
           (isSource ? "the second sentence's embeddings."
                     : "the layer's input, not of the second sentence's embeddings.");
}

Complaint checkParameters(const PerParameter<FrozenMatrix>& set, Scope scope, const std::string& where,
                          const Sizes& s) {
    Complaint c;
    forEachParameter(set, scope, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (!c && matrix && !mayHave(set, info))
            c = where + "." + info.symbol + ": a bias without " + symbolOf(*info.weight) + ".";
        if (!c) c = checkWidth(matrix, at(where, info.fileName()));
        if (!c)
            c = checkShape(matrix, at(where, info.fileName()), lengthOf(info.rows, s), lengthOf(info.cols, s),
                           info.shape, ofWhichSentence(info, s));
    });
    return c;
}

Complaint checkHead(const Head& head, const std::string& where, const Sizes& s, bool isTrained) {
    bool any = false, all = true;
    Complaint c;
    forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (info.presence != Presence::Together) return;
        any = any || matrix;
        all = all && matrix;
        if (!c && matrix && (matrix->cols() < 1 || matrix->cols() > kMaxFileDims))
            c = at(where, info.symbol) + ": " + plural(matrix->cols(), "column", "columns") + "; from 1 to " +
                std::to_string(kMaxFileDims) + " are possible.";
    });
    if (any && !all) return where + ": W_q, W_k and W_v must all be present or all be null.";
    if (any != isTrained)
        return where + ": either every head must have W_q, W_k and W_v, or there must be a single head without them.";
    if (c) return c;
    if (!any && s.d != s.dSource)
        return where +
               ": without W_q, W_k and W_v, the layer's input and the second sentence must have the same width, "
               "but they have " +
               std::to_string(s.d) + " and " + plural(s.dSource, "column", "columns") +
               ". Add W_q, W_k and W_v to every head, or make the widths equal.";
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

Complaint checkWindow(int window, const std::string& where) {
    if (window >= 0 && window <= kMaxTokens) return {};
    return at(where, "window") + ": must be from 1 to " + std::to_string(kMaxTokens) + ", or 0 for none.";
}

Complaint checkMask(const Mask& mask, const std::string& where, const Sizes& s) {
    if (auto c = checkWindow(mask.window, where)) return c;
    if (auto c = checkHidden(mask.hidden, at(where, "hidden"), s.keyTokens)) return c;
    return checkGiven(mask.given, where, s.tokens, s.keyTokens);
}

Complaint checkRate(const Dropout& dropout, const std::string& where) {
    if (dropout.rate >= 0 && dropout.rate < 1) return {};
    return at(where, "rate") + ": must be from 0 to below 1.";
}

Complaint checkOffOptions(const Session& session, const Layer& layer, const std::string& where) {
    if (auto c = checkWindow(layer.offWindow, at(where, "mask"))) return c;
    if (layer.offDropout)
        if (auto c = checkRate(*layer.offDropout, at(where, "dropout"))) return c;
    const int queries = session.text.tokens->count();
    if (auto c = checkGiven(layer.offGiven, at(where, "mask.given"), queries, keyText(session).tokens->count()))
        return c;
    if (!layer.otherMasks) return {};
    const std::string other = at(where, "other_masks");
    if (!session.source && !session.offSource)
        return other + ": allowed only if there is a second sentence, on or off.";
    const int keys = otherKeyText(session).tokens->count();
    if (auto c = checkHidden(layer.otherMasks->hidden, at(other, "hidden"), keys)) return c;
    if (auto c = checkGiven(layer.otherMasks->offGiven, at(other, "off_given"), queries, keys)) return c;
    return checkGiven(layer.otherMasks->given, at(other, "given"), queries, keys);
}

Complaint checkDropout(const Dropout& dropout, const std::string& where, const Sizes& s) {
    if (auto c = checkRate(dropout, where)) return c;
    auto c = tooManyToDraw(s);
    if (c) c = where + ": " + *c;
    return c;
}

Complaint checkOptions(const Options& options, const std::string& where, const Sizes& s) {
    if (!(options.temperature > 0) || !std::isfinite(options.temperature))
        return at(where, "temperature") + ": must be a number above 0.";
    if (options.scale.kind == Scale::Kind::Factor && !std::isfinite(options.scale.factor))
        return at(where, "scale") + ": must be a finite number.";
    if (options.dropout)
        if (auto c = checkDropout(*options.dropout, at(where, "dropout"), s)) return c;
    return checkMask(options.mask, at(where, "mask"), s);
}

Complaint checkNorm(const Layer& layer, const std::string& where) {
    for (const auto& [norm, name] : {std::pair(layer.norm, "norm.eps"), std::pair(layer.offNorm, "off.norm.eps")})
        if (norm && (!(norm->eps > 0) || !std::isfinite(norm->eps)))
            return at(where, name) + ": must be a number above 0.";
    Complaint c;
    forEachParameter(layer, Scope::Layer, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (c || info.presence != Presence::OfNorm || static_cast<bool>(matrix) == layer.norm.has_value()) return;
        c = where + ": " + info.symbol + (layer.norm ? " is missing." : " requires a layer norm.");
    });
    return c;
}

Complaint checkLayer(const Session& session, int index);

/// What waits for a parameter that is on holds more than it.
Complaint checkWaiting(const FrozenMatrix& waiting, const FrozenMatrix& on, const std::string& where) {
    const auto sizeText = [](const FrozenMatrix& m) {
        return "[" + std::to_string(m->rows()) + ", " + std::to_string(m->cols()) + "]";
    };
    if (std::max(waiting->rows(), waiting->cols()) > kMaxFileDims)
        return where + ": " + sizeText(waiting) + "; at most " + std::to_string(kMaxFileDims) +
               " rows and columns are possible.";
    if (waiting->rows() >= on->rows() && waiting->cols() >= on->cols()) return {};
    return where + ": " + sizeText(waiting) + ", but the stored matrix must be at least as large as the one in use, " +
           sizeText(on) + ".";
}

/// A W_o, with its bias, for a layer without weights; its rows are made to fit when it comes back.
Complaint checkSimplified(const Layer& whole, const std::string& where) {
    const FrozenMatrix& output = whole[Parameter::Wo];
    Sizes sizes;
    sizes.heads = 1;
    sizes.dv = output ? static_cast<int>(output->rows()) : 0;
    sizes.dOut = output ? static_cast<int>(output->cols()) : 0;
    return checkParameters(whole, Scope::Layer, where, sizes);
}

/// What waits as a whole for a layer that is another one meanwhile.
Complaint checkWhole(const Session& session, int index, const Whole& which) {
    const std::string where = layerField(index) + ".off." + which.name;
    const Layer &layer = layerAt(session, index), &whole = *(layer.*which.slot);
    const bool isTrained = which.slot == &Layer::offTrained;
    if (isSimplified(layer) != isTrained)
        return where + ": allowed only for a layer with" + (isTrained ? "out" : "") + " trainable weights.";
    if (std::ranges::any_of(kWholes, [&](const Whole& other) { return static_cast<bool>(whole.*other.slot); }))
        return where + ": must not contain another stored layer.";
    if (isSimplified(whole) == isTrained)
        return where + ": must " + (isTrained ? "" : "not ") + "have W_q, W_k and W_v.";
    if (!isTrained) return checkSimplified(whole, where);
    Session back = session;
    back.layers.resize(static_cast<std::size_t>(index) + 1);
    back.layers.back() = whole;
    auto c = checkLayer(back, index);
    if (c) c = where + ": " + *c;
    return c;
}

/// What is switched off comes back, and must fit then.
Complaint checkOff(const Session& session, int index, const Sizes& sizes) {
    const std::string where = layerField(index);
    const Layer& layer = layerAt(session, index);
    Complaint c;
    forEachOff(layer, index, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (c || !matrix) return;
        const bool isOfHead = info.scope == Scope::Head;
        const std::string of = isOfHead ? where + ".heads[" + std::to_string(ref.head) + "]" : where;
        if (const FrozenMatrix& on = isOfHead ? layer.heads[static_cast<std::size_t>(ref.head)][info.parameter]
                                              : layer[info.parameter]) {
            c = checkWaiting(matrix, on, of + ".off." + info.fileName());
            return;
        }
        if (info.presence == Presence::OfNorm) return; // gain and bias are made to fit
        const Index cols = info.cols == Side::DOut ? matrix->cols() : lengthOf(info.cols, sizes);
        c = checkShape(matrix, of + ".off." + info.symbol, lengthOf(info.rows, sizes), cols, info.shape);
    });
    for (const Whole& whole : kWholes)
        if (!c && layer.*whole.slot) c = checkWhole(session, index, whole);
    return c;
}

Complaint checkLayer(const Session& session, int index) {
    const std::string where = layerField(index);
    const Layer& layer = layerAt(session, index);
    if (layer.heads.empty() || layer.heads.size() > kMaxHeads)
        return where + ".heads: " + std::to_string(layer.heads.size()) + " heads; from 1 to " +
               std::to_string(kMaxHeads) + " are possible.";
    const Sizes sizes = sizesOf(session, index);
    const bool isTrained = static_cast<bool>(layer.heads[0][Parameter::Wq]);
    if (!isTrained && layer.heads.size() > 1)
        return where +
               ".heads: without W_q, W_k and W_v, all heads would be the same; use one head, or add these weights.";
    for (std::size_t h = 0; h < layer.heads.size(); ++h)
        if (auto c = checkHead(layer.heads[h], where + ".heads[" + std::to_string(h) + "]", sizes, isTrained)) return c;
    if (auto c = checkOptions(layer.options, where + ".options", sizes)) return c;
    if (auto c = checkOffOptions(session, layer, where + ".options.off")) return c;
    if (auto c = checkNorm(layer, where)) return c;
    if (auto c = checkParameters(layer, Scope::Layer, where, sizes)) return c;
    if (auto c = checkOff(session, index, sizes)) return c;
    if (!layer.residual || sizes.width() == sizes.d) return {};
    return where + ".residual: the input has " + plural(sizes.d, "column", "columns") + ", but the output has " +
           std::to_string(sizes.width()) + ", so they cannot be added. Add a W_o of shape [" +
           std::to_string(sizes.concat()) + ", " + std::to_string(sizes.d) + "], or switch the residual off.";
}

Complaint checkPositions(const Session& session) {
    if (!session.positions) return {};
    const Sizes s = sizesOf(session);
    if (s.dSource != s.d)
        return "positions: they are added to the embeddings of both sentences, which must have the same width, "
               "but they have " +
               std::to_string(s.d) + " and " + plural(s.dSource, "column", "columns") +
               ". Make the widths equal, or remove the positions.";
    const FrozenMatrix& table = session.positions->table;
    const bool isLearned = session.positions->kind == Positions::Kind::Learned;
    if (isLearned != static_cast<bool>(table))
        return std::string("positions: a table ") +
               (isLearned ? "is missing." : "is allowed only for learned positions.");
    if (!table) return {};
    const int most = std::max(s.tokens, s.keyTokens);
    if (table->rows() < most)
        return "positions.table: " + plural(table->rows(), "row", "rows") + ", but there are " +
               plural(most, "token", "tokens") + ". Add a row for each token, or shorten the sentence.";
    return checkShape(table, "positions.table", table->rows(), s.d, infoOf(Parameter::P).shape);
}

} // namespace

std::optional<std::string> tooManyToDraw(const Sizes& s) {
    const double cells = static_cast<double>(s.heads) * s.tokens * s.keyTokens;
    if (cells <= kMaxDropoutCells) return {};
    return plural(s.heads, "head", "heads") + " of " + std::to_string(s.tokens) + " by " + std::to_string(s.keyTokens) +
           " tokens have " + std::to_string(static_cast<long long>(cells)) + " cells, but dropout is limited to " +
           std::to_string(static_cast<long long>(kMaxDropoutCells)) +
           ". Switch dropout off, remove heads or shorten the sentence.";
}

std::optional<std::string> firstInconsistency(const Session& session) {
    if (auto c = checkText(session.text, "")) return c;
    if (session.source)
        if (auto c = checkText(*session.source, "context_sentence")) return c;
    if (session.offSource)
        if (auto c = checkText(*session.offSource, "off.context_sentence")) return c;
    return firstMisfit(session);
}

std::optional<std::string> firstMisfit(const Session& session) {
    if (session.source && session.offSource)
        return "off.context_sentence: allowed only while no second sentence is switched on.";
    if (session.layers.empty() || session.layers.size() > kMaxLayers)
        return "layers: " + plural(static_cast<Index>(session.layers.size()), "layer", "layers") + "; from 1 to " +
               std::to_string(kMaxLayers) + " are possible.";
    for (std::size_t l = 0; l < session.layers.size(); ++l)
        if (auto c = checkLayer(session, static_cast<int>(l))) return c;
    return checkPositions(session);
}

} // namespace headlight
