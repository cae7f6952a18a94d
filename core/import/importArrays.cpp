#include "import/importArrays.h"

#include "base/quotedText.h"
#include "base/utf8.h"
#include "import/layerOf.h"
#include "import/leftOut.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/reshape.h"
#include "text/pieces.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

LayerMatrices matricesOf(const ArrayLayer& layer, std::span<const NamedArray> arrays, const ImportChoices& choices) {
    LayerMatrices all;
    all.heads.resize(static_cast<std::size_t>(choices.heads));
    for (const ArrayPart& part : layer.parts) {
        const NamedArray& array = arrays[part.array];
        const ParameterInfo& info = infoOf(part.parameter);
        if (info.scope == Scope::Layer) {
            all.layer[part.parameter] = matrixOf(part, array, part.first, part.cols);
            continue;
        }
        const int share = info.weight.value_or(part.parameter) == Parameter::Wq ? 1 : layer.share;
        const int count = choices.heads / share; // of different matrices
        for (int which = 0; which < count; ++which) {
            const bool isOfAll = part.head == kAllHeads;
            if (!isOfAll && part.head != which) continue;
            const FrozenMatrix matrix = matrixOf(
                part, array, isOfAll ? firstColumn(part, count, which, choices.joined, layer.share) : part.first,
                isOfAll ? part.cols / count : part.cols);
            for (int head = which * share; head < (which + 1) * share; ++head)
                all.heads[static_cast<std::size_t>(head)][part.parameter] = matrix;
        }
    }
    return all;
}

/// Returns a token with ␣ for its white space; if not `hasEnds`, without that at its ends.
std::string withVisibleSpaces(std::string_view token, bool hasEnds) {
    std::string text, spaces;
    for (std::size_t at = 0; at < token.size();) {
        const std::size_t from = at;
        if (isPythonSpace(nextCodePoint(token, at))) {
            spaces += "␣";
            continue;
        }
        if (hasEnds || !text.empty()) text += spaces;
        spaces.clear();
        text += token.substr(from, at - from);
    }
    return hasEnds ? text + spaces : text;
}

/// Returns the session with these tokens, and the array as their vectors.
Result<Session> withVectors(const Session& session, const std::vector<std::string>& tokens, const NamedArray& array,
                            Sentence which) {
    auto now = withTokens(session, tokens, which);
    if (!now) return now;
    const Matrix x = Eigen::Map<const Matrix>(array.values.data(), static_cast<Index>(tokensOf(array)),
                                              static_cast<Index>(widthOf(array)));
    const auto right = agree(tokens, x);
    if (right) return withBlock(*now, {which == Sentence::First ? Parameter::X : Parameter::Xkv, 0, 0}, 0, 0, x);
    if (which == Sentence::Second) return right.problem();
    now->layers.change(0, [&](Layer& layer) { layer[Parameter::GivenX] = FrozenMatrix(x); });
    return ifFits(*std::move(now));
}

/// Returns the session with X_kv as the second sentence, which may have a width of its own.
Result<Session> withSecond(const Session& session, const ArraySet& set, std::span<const NamedArray> arrays) {
    const NamedArray& array = arrays[*set.xKv];
    auto now = Result<Session>(session);
    if (!session.source || session.source->embeddings.cols() != static_cast<Index>(widthOf(array))) {
        Text text;
        text.tokenizer = {"whitespace", ""};
        const auto blank = completed(text, session.seed, static_cast<Index>(widthOf(array)));
        if (!blank) return blank.problem();
        now = withSecondSentence(session, false);
        if (!now) return now;
        now->source.kept = *blank;
        now = withSecondSentence(*now, true);
        if (!now) return now;
    }
    return withVectors(*now, tokensOfX(set, arrays, session, Sentence::Second), array, Sentence::Second);
}

/// Returns the session with the chosen sentence and d columns of embeddings.
Result<Session> withWords(const Session& session, int layer, const ArraySet& set, std::span<const NamedArray> arrays,
                          const ImportChoices& choices) {
    const ArrayLayer* from = chosenLayer(set, choices); // X is alone without one
    if (layer > 0 && from) return session;              // it reads the output of the layer below
    const auto d = static_cast<int>(from ? from->d : widthOf(arrays[*set.x]));
    Session computed = session;
    if (choices.words != ImportChoices::Words::Kept) // X is given only if its rows demand it
        computed.layers.change(0, [](Layer& l) { l[Parameter::GivenX] = {}; });
    auto now = withEmbeddingSize(computed, d);
    if (now && choices.words == ImportChoices::Words::Typed) now = withSentence(*now, choices.sentence);
    if (!now || choices.words != ImportChoices::Words::OfFile || !set.x) return now;
    const NamedArray& array = arrays[*set.x];
    const auto tokens = choices.sentence.empty() ? Result(tokensOfX(set, arrays, session))
                                                 : namesIn(choices.sentence, std::size_t(tokensOf(array)));
    if (!tokens) return tokens.problem();
    return withVectors(*now, *tokens, array, Sentence::First);
}

/// Returns a Problem if numbers that are taken are not finite.
Result<void> areFinite(const ArraySet& set, std::span<const NamedArray> arrays, const ImportChoices& choices) {
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (isUsed(i, set, choices))
            if (const std::string why = whyNotFinite(arrays[i]); !why.empty())
                return Problem{"Its " + (arrays[i].name.empty() ? "array" : "array " + quotedBriefly(arrays[i].name)) +
                               " " + why + ", but only finite ones can be taken."};
    return {};
}

/// Returns the session with the layer norm of the file, and with the residual that belongs to it.
Result<Session> withArrayNorm(const Session& session, int layer, const ArrayNorm& from,
                              std::span<const NamedArray> arrays, const Norm& norm) {
    auto now = withNorm(session, layer, norm);
    if (const Sizes sizes = sizesOf(session, layer); now && sizes.width() == sizes.d)
        now = withResidual(*now, layer, true);
    if (now && norm.place == Norm::Place::After) now = withNorm(*now, layer, norm);
    for (const auto& [parameter, array] :
         {std::pair(Parameter::NormGain, from.gain), {Parameter::NormBias, from.bias}}) {
        if (!now) break;
        const auto width = static_cast<Index>(arrays[*from.gain].values.size());
        const Matrix row = array ? Matrix(Eigen::Map<const Matrix>(arrays[*array].values.data(), 1, width))
                                 : Matrix(Matrix::Zero(1, width));
        now = withBlock(*now, {parameter, layer, 0}, 0, 0, row);
    }
    return now;
}

} // namespace

const ArrayLayer* chosenLayer(const ArraySet& set, const ImportChoices& choices) {
    return set.layers.empty() ? nullptr : &set.layers.at(static_cast<std::size_t>(choices.layer));
}

Result<void> agree(const std::vector<std::string>& tokens, const Matrix& x) {
    std::map<std::string, Index> first; // the first row of each token
    for (Index row = 0; row < x.rows(); ++row) {
        const std::string& token = tokens[static_cast<std::size_t>(row)];
        const Index before = first.emplace(token, row).first->second;
        if (before != row && x.row(before) != x.row(row))
            return Problem{"X has two vectors for the token " + quotedBriefly(token) + ", in its rows " +
                           std::to_string(before + 1) + " and " + std::to_string(row + 1) +
                           ". If positions were added to it, give the embeddings without them."};
    }
    return {};
}

Result<std::vector<std::string>> namesIn(const std::string& text, std::size_t rows, const std::string& x) {
    auto pieces = tokenise(text, {"whitespace", ""});
    if (!pieces) return pieces.problem();
    if (pieces->size() != rows)
        return Problem{"The text has " + std::to_string(pieces->size()) + " tokens, but " + x + " has " +
                       std::to_string(rows) + " rows."};
    std::vector<std::string> names;
    for (Piece& piece : *pieces) names.push_back(std::move(piece.text));
    return names;
}

std::optional<Norm> normWith(const ArrayLayer& layer, Norm::Place place) {
    if (!layer.norm || !layer.norm->isTakeable) return std::nullopt;
    Norm norm{place};
    if (layer.config && layer.config->eps > 0) norm.eps = layer.config->eps;
    return norm;
}

ImportChoices usualChoices(const ArraySet& set, int layer) {
    ImportChoices choices;
    choices.words = set.x ? ImportChoices::Words::OfFile : ImportChoices::Words::Kept;
    if (set.layers.empty()) return choices;
    const ArrayLayer& from = set.layers.at(static_cast<std::size_t>(layer));
    const std::vector<int> counts = headCounts(from);
    choices.layer = layer;
    const auto& config = from.config;
    choices.heads = counts.size() == 1 ? counts.front() : from.statedHeads;
    choices.joined = from.joined;
    choices.isCausal = from.hasCausalMask || from.isGpt || (config && config->isCausal(from.name));
    if (config) choices.scale = config->scale;
    if (from.norm && from.norm->place) choices.norm = normWith(from, *from.norm->place);
    return choices;
}

std::vector<std::string> withoutSpaces(const std::vector<std::string>& tokens) {
    std::vector<std::string> names;
    std::map<std::string, std::set<std::string>> owners; // the tokens of each name
    for (const std::string& token : tokens) {
        names.push_back(withVisibleSpaces(token, false));
        owners[names.back()].insert(token);
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (names[i].empty())
            names[i] = "x" + std::to_string(i + 1);
        else if (owners[names[i]].size() > 1)
            names[i] = withVisibleSpaces(tokens[i], true);
    return names;
}

Result<Session> withTokens(const Session& session, const std::vector<std::string>& tokens, Sentence which) {
    if (tokens == withoutSpaces(textOf(session, which)->tokens->texts)) return session;
    std::string sentence;
    for (const std::string& token : tokens) sentence += (sentence.empty() ? "" : " ") + token;
    auto now = withSentence(session, "", {}, which);
    if (now) now = withTokenizer(*now, {"whitespace", ""}, {}, which);
    if (now) now = withSentence(*now, sentence, {}, which);
    return now;
}

std::vector<std::string> tokensOfX(const ArraySet& set, std::span<const NamedArray> arrays, const Session& session,
                                   Sentence which) {
    const auto& x = which == Sentence::First ? set.x : set.xKv;
    const auto& tokens = which == Sentence::First ? set.tokens : set.tokensKv;
    if (!x) return {};
    const auto count = static_cast<std::size_t>(tokensOf(arrays[*x]));
    if (tokens && arrays[*tokens].texts.size() == count) return withoutSpaces(arrays[*tokens].texts);
    const Text* own = textOf(session, which);
    if (own && own->tokens && own->tokens->texts.size() == count) return withoutSpaces(own->tokens->texts);
    return withoutSpaces(std::vector<std::string>(std::min<std::size_t>(count, kMaxTokens + 1)));
}

bool takesMask(const ArrayLayer& layer, const ImportChoices& choices) {
    return layer.maskArray && choices.hasMask && choices.words == ImportChoices::Words::OfFile;
}

bool usesXkv(const ArraySet& set, const ImportChoices& choices) {
    const ArrayLayer* layer = chosenLayer(set, choices);
    return set.xKv && layer && (choices.words == ImportChoices::Words::OfFile || layer->d != layer->dSource);
}

Result<Session> withArrays(const Session& session, int layer, const ArraySet& set, std::span<const NamedArray> arrays,
                           const ImportChoices& choices) {
    if (auto finite = areFinite(set, arrays, choices); !finite) return finite.problem();
    auto now = withWords(session, layer, set, arrays, choices);
    if (now && usesXkv(set, choices)) now = withSecond(*now, set, arrays);
    const ArrayLayer* from = chosenLayer(set, choices);
    if (now && from) now = withMatrices(*now, layer, matricesOf(*from, arrays, choices));
    if (!now || !from) return now;
    Options options = layerAt(*now, layer).options;
    options.mask.causal = choices.isCausal;
    if (takesMask(*from, choices)) options.mask.given = FrozenMatrix(from->mask.cells);
    if (choices.scale) options.scale = *choices.scale;
    now = withOptions(*now, layer, options);
    return now && choices.norm ? withArrayNorm(*now, layer, *from->norm, arrays, *choices.norm) : now;
}

} // namespace headlight
