// Makes tokens, vocabulary and table of a text from its sentence: one way for an open vocabulary, one for a closed one.

#include "random/initialisers.h"
#include "session/edits.h"
#include "text/TokenizerModel.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <map>

namespace headlight {
namespace {

using Ids = std::map<std::string, int, std::less<>>;

/// Returns the block from before if `now` equals it, so that its address shows that it is unchanged.
template <class T>
Frozen<T> keepIfEqual(const Frozen<T>& before, T now) {
    return before && *before == now ? before : Frozen<T>(std::move(now));
}

/// Returns `table` with a row for each token from id `kept` on: its vector in `before`, or else a drawn one.
Result<EmbeddingTable> tableFor(const Vocabulary& vocabulary, const Text& before, const EmbeddingTable& table,
                                Index kept, std::uint64_t seed, const Watch& watch) {
    Ids known; // tokens below `kept` keep their rows
    if (before.vocabulary && before.embeddings)
        for (const auto& entry : before.vocabulary->entries)
            if (entry.id >= kept) known.emplace(entry.token, entry.id);
    Index count = vocabulary.pinnedRows;
    std::vector<EmbeddingTable::Row> rows;
    for (const auto& entry : vocabulary.entries) {
        if (entry.id < kept) continue;
        if (!shouldContinue(watch, rows.size(), vocabulary.entries.size())) return stopped();
        const auto was = known.find(entry.token);
        rows.push_back({entry.id, was != known.end() ? before.embeddings.vector(was->second)
                                                     : drawTokenVector(seed, entry.token, table.cols())});
        count = std::max<Index>(count, entry.id + 1);
    }
    return table.with(std::move(rows), count);
}

/// Makes vocabulary and table follow the pieces, and gives these their ids. A vocabulary may be large, but a sentence
/// is not, so it is looked through once, and only the tokens of the sentence are in maps.
Result<Text> openText(const Text& text, std::vector<Piece>& pieces, std::uint64_t seed, Index d, const Watch& watch) {
    const Vocabulary none, &before = text.vocabulary ? *text.vocabulary : none;
    Vocabulary vocabulary{{}, before.pinnedRows};
    vocabulary.entries.reserve(before.entries.size() + 1);
    Ids ids; // UTF-8 sorts by bytes as by code points, as Python's sorted() does
    for (const Piece& piece : pieces) ids.emplace(piece.text, -1);
    for (const auto& entry : before.entries) {
        if (entry.id >= before.pinnedRows) continue;
        vocabulary.entries.push_back(entry);
        if (const auto found = ids.find(entry.token); found != ids.end()) found->second = entry.id;
    }
    int next = before.pinnedRows;
    for (auto& [token, id] : ids)
        if (id < 0) vocabulary.entries.push_back({token, id = next++});
    Text now = text;
    if (!now.embeddings) now.embeddings = Matrix(0, d);
    now.vocabulary = keepIfEqual(text.vocabulary, std::move(vocabulary));
    if (now.vocabulary != text.vocabulary) {
        auto table = tableFor(*now.vocabulary, text, now.embeddings, before.pinnedRows, seed, watch);
        if (!table) return table.problem();
        now.embeddings = std::move(*table);
    }
    for (Piece& piece : pieces) piece.id = ids.find(piece.text)->second;
    return now;
}

/// Takes the vocabulary of the model, whatever the sentence says. A table that is missing, or belongs to another
/// vocabulary, is replaced by one with a row for each id.
Result<Text> closedText(const Text& text, std::uint64_t seed, Index d, const Watch& watch) {
    Text now = text;
    now.vocabulary = text.tokenizer.model->vocabulary();
    const Index rows = now.vocabulary->pinnedRows;
    const bool isSame = text.vocabulary == now.vocabulary || !text.vocabulary || *text.vocabulary == *now.vocabulary;
    if (!text.embeddings || !isSame) {
        now.drawn = {};
        const Matrix none = Matrix::Zero(rows, text.embeddings ? text.embeddings.cols() : d);
        auto table = tableFor(*now.vocabulary, text, none, 0, seed, watch);
        if (!table) return table.problem();
        now.embeddings = std::move(*table);
    } else if (text.embeddings.rows() < rows) {
        return Problem{"The embeddings have " + std::to_string(text.embeddings.rows()) +
                       " rows, but the tokenizer's vocabulary needs " + std::to_string(rows) + "."};
    }
    return now;
}

Tokens tokensOf(std::vector<Piece> pieces) {
    Tokens tokens;
    for (Piece& piece : pieces) {
        tokens.texts.push_back(std::move(piece.text));
        tokens.ids.push_back(piece.id);
        tokens.ranges.push_back(piece.range);
    }
    return tokens;
}

} // namespace

Result<Text> completed(const Text& text, std::uint64_t seed, Index d, const Watch& watch) {
    auto pieces = tokenise(text.sentence, text.tokenizer);
    if (!pieces) return pieces.problem();
    auto now = text.tokenizer.model ? closedText(text, seed, d, watch) : openText(text, *pieces, seed, d, watch);
    if (now) now->tokens = keepIfEqual(text.tokens, tokensOf(std::move(*pieces)));
    return now;
}

} // namespace headlight
