#include "random/initialisers.h"
#include "session/edits.h"
#include "text/alignment.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <map>
#include <set>

namespace headlight {
namespace {

using Ids = std::map<std::string, int, std::less<>>;

/// A block that equals the one before stays that block, so that "unchanged" can be seen.
template <class T>
Frozen<T> keepIfEqual(const Frozen<T>& before, T now) {
    return before && *before == now ? before : Frozen<T>(std::move(now));
}

Vocabulary vocabularyFor(const Vocabulary& before, const std::vector<std::string>& tokens) {
    Vocabulary now{{}, before.pinnedRows};
    std::set<std::string> pinned;
    for (const auto& entry : before.entries) {
        if (entry.id >= before.pinnedRows) continue;
        now.entries.push_back(entry);
        pinned.insert(entry.token);
    }
    // UTF-8 sorts by bytes as by code points, as Python's sorted() does.
    std::set<std::string> others(tokens.begin(), tokens.end());
    int next = before.pinnedRows;
    for (const auto& token : others)
        if (!pinned.contains(token)) now.entries.push_back({token, next++});
    return now;
}

Matrix tableFor(const Vocabulary& vocabulary, const Vocabulary& before, const Matrix& old, std::uint64_t seed,
                Index d) {
    Ids known;
    for (const auto& entry : before.entries) known.emplace(entry.token, entry.id);
    const auto added = std::count_if(vocabulary.entries.begin(), vocabulary.entries.end(),
                                     [&](const auto& entry) { return entry.id >= vocabulary.pinnedRows; });
    Matrix table(vocabulary.pinnedRows + added, d);
    table.topRows(vocabulary.pinnedRows) = old.topRows(vocabulary.pinnedRows);
    for (const auto& entry : vocabulary.entries) {
        if (entry.id < vocabulary.pinnedRows) continue;
        const auto was = known.find(entry.token);
        if (was != known.end())
            table.row(entry.id) = old.row(was->second);
        else
            table.row(entry.id) = drawTokenVector(seed, entry.token, d);
    }
    return table;
}

/// A given mask follows the tokens of its queries and keys: what is new may attend and be attended to.
void fitMasks(Session& session, const Session& before) {
    const auto queries = cameFrom(before.text.tokens->texts, session.text.tokens->texts);
    const auto keys = cameFrom(keyText(before).tokens->texts, keyText(session).tokens->texts);
    const auto stays = [](const std::vector<int>& from, Index count) {
        return static_cast<Index>(from.size()) == count && std::ranges::count(from, -1) == 0;
    };
    for (Layer& layer : session.layers) {
        FrozenMatrix& given = layer.options.givenMask;
        if (!given || (stays(queries, given->rows()) && stays(keys, given->cols()))) continue;
        Matrix mask = Matrix::Ones(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
        for (Index i = 0; i < mask.rows(); ++i)
            for (Index j = 0; j < mask.cols(); ++j) {
                const int query = queries[static_cast<std::size_t>(i)], key = keys[static_cast<std::size_t>(j)];
                if (query >= 0 && key >= 0) mask(i, j) = (*given)(query, key);
            }
        given = std::move(mask);
    }
}

Result<Session> withText(const Session& session, const Text& text) {
    auto done = completed(text, session.seed, text.embeddings->cols());
    if (!done) return done.problem();
    Session now = session;
    now.text = std::move(*done);
    if (!(now.text.tokens == session.text.tokens)) fitMasks(now, session);
    return now;
}

} // namespace

Result<Text> completed(const Text& text, std::uint64_t seed, Index d) {
    auto split = tokenise(text.sentence, text.tokenizer);
    if (!split) return split.problem();
    const Vocabulary before = text.vocabulary ? *text.vocabulary : Vocabulary{};
    const Matrix old = text.embeddings ? Matrix() : Matrix(0, d);
    const Matrix& table = text.embeddings ? *text.embeddings : old;

    Text now = text;
    now.vocabulary = keepIfEqual(text.vocabulary, vocabularyFor(before, *split));
    if (now.vocabulary != text.vocabulary || !text.embeddings)
        now.embeddings = tableFor(*now.vocabulary, before, table, seed, table.cols());
    Ids ids;
    for (const auto& entry : now.vocabulary->entries) ids.emplace(entry.token, entry.id);
    Tokens tokens;
    tokens.texts = std::move(*split);
    for (const auto& token : tokens.texts) tokens.ids.push_back(ids.find(token)->second);
    now.tokens = keepIfEqual(text.tokens, std::move(tokens));
    return now;
}

Result<Session> withSentence(const Session& session, std::string sentence) {
    if (sentence == session.text.sentence) return session;
    Text text = session.text;
    text.sentence = std::move(sentence);
    return withText(session, text);
}

Result<Session> withTokenizer(const Session& session, const TokenizerSpec& spec) {
    if (spec == session.text.tokenizer) return session;
    Text text = session.text;
    text.tokenizer = spec;
    return withText(session, text);
}

} // namespace headlight
