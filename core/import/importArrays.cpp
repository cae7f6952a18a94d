#include "import/importArrays.h"

#include "base/quotedText.h"
#include "base/utf8.h"
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

/// The part as a matrix [in, out].
Matrix matrixOf(const ArrayPart& part, const NamedArray& array) {
    const Index rows = part.rows, cols = part.cols;
    const Index width = part.isTurned ? rows : static_cast<Index>(array.shape.back()); // of a row of the array
    const float* begin = array.values.data() + part.slice.value_or(0) * rows * cols;
    Matrix matrix(rows, cols);
    for (Index row = 0; row < rows; ++row)
        for (Index col = 0; col < cols; ++col)
            matrix(row, col) = part.isTurned ? begin[(part.first + col) * width + row]
                                             : begin[row * width + part.first + col];
    return matrix;
}

LayerMatrices matricesOf(const ArrayLayer& layer, std::span<const NamedArray> arrays, int heads) {
    LayerMatrices all;
    all.heads.resize(static_cast<std::size_t>(heads));
    for (const ArrayPart& part : layer.parts) {
        Matrix matrix = matrixOf(part, arrays[part.array]);
        if (infoOf(part.parameter).scope == Scope::Layer) {
            all.layer[part.parameter] = std::move(matrix);
        } else if (part.head != kAllHeads) {
            all.heads[static_cast<std::size_t>(part.head)][part.parameter] = std::move(matrix);
        } else {
            const Index each = matrix.cols() / heads;
            for (int head = 0; head < heads; ++head)
                all.heads[static_cast<std::size_t>(head)][part.parameter] = Matrix(
                    matrix.middleCols(head * each, each));
        }
    }
    return all;
}

/// With ␣ for what the tokenizer of white space would cut at; without those at its ends, or with them.
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

/// The sentence and its tokenizer stay if they are these tokens.
Result<Session> withTokens(const Session& session, const std::vector<std::string>& tokens, Sentence which) {
    if (tokens == withoutSpaces(textOf(session, which)->tokens->texts)) return session;
    std::string sentence;
    for (const std::string& token : tokens) sentence += (sentence.empty() ? "" : " ") + token;
    auto now = withSentence(session, "", {}, which);
    if (now) now = withTokenizer(*now, {"whitespace", "", {}}, {}, which);
    if (now) now = withSentence(*now, sentence, {}, which);
    return now;
}

/// These tokens, and the array as their vectors.
Result<Session> withVectors(const Session& session, const std::vector<std::string>& tokens, const NamedArray& array,
                            Sentence which) {
    const auto now = withTokens(session, tokens, which);
    if (!now) return now;
    const Matrix x = Eigen::Map<const Matrix>(array.values.data(), static_cast<Index>(tokensOf(array)),
                                              static_cast<Index>(widthOf(array)));
    if (auto right = agree(tokens, x); !right) return right.problem();
    return withBlock(*now, {which == Sentence::First ? Parameter::X : Parameter::Xkv, 0, 0}, 0, 0, x);
}

/// X_kv as the second sentence, which may have a width of its own.
Result<Session> withSecond(const Session& session, const ArraySet& set, std::span<const NamedArray> arrays) {
    const NamedArray& array = arrays[*set.xKv];
    auto now = Result<Session>(session);
    if (!session.source || session.source->embeddings.cols() != static_cast<Index>(widthOf(array))) {
        Text text;
        text.tokenizer = {"whitespace", "", {}};
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

/// One for each row of X; those of the sentence, if there is one.
Result<std::vector<std::string>> namedTokens(const std::string& sentence, const NamedArray& x,
                                             std::vector<std::string> usual) {
    if (sentence.empty()) return usual;
    auto pieces = tokenise(sentence, {"whitespace", "", {}});
    if (!pieces) return pieces.problem();
    if (static_cast<std::int64_t>(pieces->size()) != tokensOf(x))
        return Problem{"The text has " + std::to_string(pieces->size()) + " tokens, but X has " +
                       std::to_string(tokensOf(x)) + " rows."};
    usual.clear();
    for (Piece& piece : *pieces) usual.push_back(std::move(piece.text));
    return usual;
}

/// Whether the numbers of an array are taken; a mask is none of them.
bool isUsed(std::size_t array, const ArraySet& set, const ImportChoices& choices) {
    if (choices.words == ImportChoices::Words::OfFile && set.x == array) return true;
    if (usesXkv(set, choices) && set.xKv == array) return true;
    return !set.layers.empty() &&
           std::ranges::find(set.layers.at(static_cast<std::size_t>(choices.layer)).parts, array, &ArrayPart::array) !=
               set.layers.at(static_cast<std::size_t>(choices.layer)).parts.end();
}

/// The sentence as it was chosen, with d columns of embeddings.
Result<Session> withWords(const Session& session, int layer, const ArraySet& set, std::span<const NamedArray> arrays,
                          const ImportChoices& choices) {
    const bool isAlone = set.layers.empty() && set.x;
    if (layer > 0 && !isAlone) return session; // it reads what the layer below makes
    const auto d = static_cast<int>(isAlone ? widthOf(arrays[*set.x])
                                            : set.layers.at(static_cast<std::size_t>(choices.layer)).d);
    auto now = withEmbeddingSize(session, d);
    if (now && choices.words == ImportChoices::Words::Typed) now = withSentence(*now, choices.sentence);
    if (!now || choices.words != ImportChoices::Words::OfFile || !set.x) return now;
    const NamedArray& array = arrays[*set.x];
    const auto tokens = namedTokens(choices.sentence, array, tokensOfX(set, arrays, session));
    if (!tokens) return tokens.problem();
    return withVectors(*now, *tokens, array, Sentence::First);
}

/// What is taken must be finite.
Result<void> areFinite(const ArraySet& set, std::span<const NamedArray> arrays, const ImportChoices& choices) {
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (isUsed(i, set, choices))
            if (const std::string why = whyNotFinite(arrays[i]); !why.empty())
                return Problem{"Its " + (arrays[i].name.empty() ? "array" : "array " + quotedBriefly(arrays[i].name)) +
                               " " + why + ", but only finite ones can be taken."};
    return {};
}

} // namespace

Result<void> agree(const std::vector<std::string>& tokens, const Matrix& x) {
    std::map<std::string, Index> first; // where each token stands
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

ImportChoices usualChoices(const ArraySet& set, const Session& session) {
    ImportChoices choices;
    choices.words = set.x ? ImportChoices::Words::OfFile : ImportChoices::Words::Kept;
    if (set.layers.empty()) return choices;
    const ArrayLayer& first = set.layers.front();
    const std::vector<int> counts = headCounts(first);
    const auto own = static_cast<int>(session.layers.front().heads().size());
    const bool isOwn = first.hasOutput && std::ranges::find(counts, own) != counts.end();
    choices.heads = isOwn ? own : counts.front();
    choices.isCausal = first.hasCausalMask;
    return choices;
}

std::vector<std::string> withoutSpaces(const std::vector<std::string>& tokens) {
    std::vector<std::string> names;
    std::map<std::string, std::set<std::string>> owners; // of each name
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

bool usesXkv(const ArraySet& set, const ImportChoices& choices) {
    if (!set.xKv || set.layers.empty()) return false;
    const ArrayLayer& layer = set.layers.at(static_cast<std::size_t>(choices.layer));
    return choices.words == ImportChoices::Words::OfFile || layer.d != layer.dSource;
}

std::string notUsedText(const ArraySet& set, std::span<const NamedArray> arrays, const ImportChoices& choices) {
    constexpr int kListed = 5;
    const bool isXUsed = set.x && choices.words == ImportChoices::Words::OfFile;
    std::set<std::size_t> used; // beside what isUsed()
    if (choices.isCausal) used.insert(set.masks.begin(), set.masks.end());
    if (isXUsed && set.tokens && choices.sentence.empty()) used.insert(*set.tokens);
    if (set.tokensKv && usesXkv(set, choices)) used.insert(*set.tokensKv);
    std::string text;
    int count = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (used.contains(i) || isUsed(i, set, choices) || ++count > kListed) continue;
        const auto why = set.unused.find(i);
        text += (text.empty() ? "" : ", ") +
                (arrays[i].name.empty() ? "an array" : showable(arrays[i].name, kBriefly)) + " " +
                shapeText(arrays[i].shape) + (why == set.unused.end() ? "" : " (" + why->second + ")");
    }
    return count > kListed ? text + " and " + std::to_string(count - kListed) + " more" : text;
}

Result<Session> withArrays(const Session& session, int layer, const ArraySet& set, std::span<const NamedArray> arrays,
                           const ImportChoices& choices) {
    if (auto finite = areFinite(set, arrays, choices); !finite) return finite.problem();
    auto now = withWords(session, layer, set, arrays, choices);
    if (now && usesXkv(set, choices)) now = withSecond(*now, set, arrays);
    if (set.layers.empty()) return now;
    const ArrayLayer& from = set.layers.at(static_cast<std::size_t>(choices.layer));
    if (now) now = withMatrices(*now, layer, matricesOf(from, arrays, choices.heads));
    if (!now) return now;
    Options options = layerAt(*now, layer).options;
    options.mask.causal = choices.isCausal;
    return withOptions(*now, layer, options);
}

} // namespace headlight
