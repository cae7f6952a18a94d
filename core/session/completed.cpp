// Makes tokens, vocabulary and table of a text from its sentence.

#include "random/initialisers.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <map>

namespace headlight {
namespace {

/// By token. UTF-8 sorts by bytes as by code points, as Python's sorted() does.
using Ids = std::map<std::string, int, std::less<>>;

/// Returns the block from before if `now` equals it, so that its address shows that it is unchanged.
template <class T>
Frozen<T> keepIfEqual(const Frozen<T>& before, T now) {
    return before && *before == now ? before : Frozen<T>(std::move(now));
}

/// Returns the vocabulary of the tokens in `ids`, to which it gives their ids. A vocabulary may be large, but a
/// sentence is not, so it is looked through once, and only the tokens of the sentence are in a map.
Vocabulary vocabularyOf(Ids& ids, const Vocabulary& before) {
    Vocabulary vocabulary{{}, before.pinnedRows};
    vocabulary.entries.reserve(before.entries.size() + 1);
    for (const auto& entry : before.entries) {
        if (entry.id >= before.pinnedRows) continue;
        vocabulary.entries.push_back(entry);
        if (const auto found = ids.find(entry.token); found != ids.end()) found->second = entry.id;
    }
    int next = before.pinnedRows;
    for (auto& [token, id] : ids)
        if (id < 0) vocabulary.entries.push_back({token, id = next++});
    return vocabulary;
}

/// Returns `table`, that of the text, with a row for each token that is not pinned: the one that it had, or else a
/// drawn one.
Result<EmbeddingTable> tableFor(const Vocabulary& vocabulary, const Text& before, const EmbeddingTable& table,
                                std::uint64_t seed, const Watch& watch) {
    Ids known;
    if (before.vocabulary && before.embeddings)
        for (const auto& entry : before.vocabulary->entries)
            if (entry.id >= vocabulary.pinnedRows) known.emplace(entry.token, entry.id);
    Index count = vocabulary.pinnedRows;
    std::vector<EmbeddingTable::Row> rows;
    for (const auto& entry : vocabulary.entries) {
        if (entry.id < vocabulary.pinnedRows) continue;
        if (!shouldContinue(watch, rows.size(), vocabulary.entries.size())) return stopped();
        const auto was = known.find(entry.token);
        rows.push_back({entry.id, was != known.end() ? before.embeddings.vector(was->second)
                                                     : drawTokenVector(seed, entry.token, table.cols())});
        count = std::max<Index>(count, entry.id + 1);
    }
    return table.with(std::move(rows), count);
}

} // namespace

Result<Text> completed(const Text& text, std::uint64_t seed, Index d, const Watch& watch) {
    auto pieces = tokenise(text.sentence, text.tokenizer);
    if (!pieces) return pieces.problem();
    Ids ids;
    for (const Piece& piece : *pieces) ids.emplace(piece.text, -1);
    Text now = text;
    const Vocabulary none, &before = text.vocabulary ? *text.vocabulary : none;
    now.vocabulary = keepIfEqual(text.vocabulary, vocabularyOf(ids, before));
    if (!now.embeddings) now.embeddings = Matrix(0, d);
    if (now.vocabulary != text.vocabulary) {
        auto table = tableFor(*now.vocabulary, text, now.embeddings, seed, watch);
        if (!table) return table.problem();
        now.embeddings = std::move(*table);
    }
    Tokens tokens;
    for (Piece& piece : *pieces) {
        tokens.ids.push_back(ids.find(piece.text)->second);
        tokens.texts.push_back(std::move(piece.text));
        tokens.ranges.push_back(piece.range);
    }
    now.tokens = keepIfEqual(text.tokens, std::move(tokens));
    return now;
}

} // namespace headlight
