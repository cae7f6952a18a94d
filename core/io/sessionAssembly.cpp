// From a SessionDraft to a Session: sizes that the file leaves open, what is drawn and in which order, tokens.

#include "io/matrixDraw.h"
#include "io/sessionDraft.h"
#include "random/initialisers.h"
#include "session/edits.h"
#include "text/quotedText.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {
namespace {

constexpr Index kDefaultDims = 3; // as File > New

std::string at(const std::string& where, const char* member) { return where.empty() ? member : where + "." + member; }

/// The first of the forms that says how many columns (or rows) it has; else `otherwise`.
Index firstCols(std::initializer_list<const MatrixForm*> forms, Index otherwise) {
    for (const MatrixForm* form : forms)
        if (form->hasSize()) return form->cols;
    return otherwise;
}
Index firstRows(std::initializer_list<const MatrixForm*> forms, Index otherwise) {
    for (const MatrixForm* form : forms)
        if (form->hasSize()) return form->rows;
    return otherwise;
}

/// d of the session's own text, and of the one that keys come from.
std::pair<Index, Index> embeddingSizes(const SessionDraft& draft) {
    const HeadDraft none;
    const auto& layers = draft.layers;
    const HeadDraft& head = layers.empty() || layers[0].heads.empty() ? none : layers[0].heads[0];
    if (!draft.context) {
        const Index d = firstCols({&draft.text.embeddings}, firstRows({&head.wq, &head.wk, &head.wv}, kDefaultDims));
        return {d, d};
    }
    const Index d = firstCols({&draft.text.embeddings}, firstRows({&head.wq}, kDefaultDims));
    return {d, firstCols({&draft.context->embeddings}, firstRows({&head.wk, &head.wv}, d))};
}

/// Without a vocabulary the distinct tokens are numbered in code point order.
Result<std::vector<VocabularyEntry>> numbered(const TextDraft& draft, const std::set<std::string>& distinct,
                                              const std::string& where) {
    if (draft.vocabulary) return *draft.vocabulary;
    std::vector<VocabularyEntry> entries;
    for (const auto& token : distinct) entries.push_back({token, static_cast<int>(entries.size())});
    if (draft.embeddings.hasSize() && draft.embeddings.rows < static_cast<Index>(entries.size()))
        return Problem{at(where, "embeddings") + " has " + std::to_string(draft.embeddings.rows) +
                       " rows, but the sentence has " + std::to_string(entries.size()) + " different tokens."};
    return entries;
}

/// The rows that belong to the file's own vocabulary or table; the sentence's other tokens come later.
Result<FrozenMatrix> tableOf(TextDraft& draft, const std::vector<VocabularyEntry>& entries, std::uint64_t seed, Index d,
                             const std::string& where, MatrixDraw& draw) {
    MatrixForm& form = draft.embeddings;
    const int maxId = entries.empty() ? -1 : entries.back().id;
    const Index rows = form.hasSize() ? form.rows : Index(maxId) + 1;
    if (maxId >= rows)
        return Problem{at(where, "vocabulary") + ": " + quotedBriefly(entries.back().token) + " has the id " +
                       std::to_string(maxId) + ", but the embeddings have " + std::to_string(rows) + " rows."};
    if (form.isGiven()) return draw.table(form, rows, d);
    if (!draw.affords(rows, d)) return FrozenMatrix();
    Matrix table = Matrix::Zero(rows, d);
    for (const auto& entry : entries) table.row(entry.id) = drawTokenVector(seed, entry.token, d);
    return FrozenMatrix(std::move(table));
}

Result<Text> textOf(TextDraft& draft, std::uint64_t seed, Index d, const std::string& where, MatrixDraw& draw) {
    const auto split = tokenise(draft.sentence, draft.tokenizer);
    if (!split) return Problem{at(where, "sentence") + ": " + split.text()};
    const std::set<std::string> distinct(split->begin(), split->end());
    Text text{draft.sentence, draft.tokenizer, {}, {}, {}, draft.unknown};
    std::size_t missing = distinct.size();
    if (draft.vocabulary || draft.embeddings.isGiven()) {
        auto entries = numbered(draft, distinct, where);
        if (!entries) return entries.problem();
        auto table = tableOf(draft, *entries, seed, d, where, draw);
        if (!table) return table.problem();
        if (draw.problem()) return *draw.problem();
        for (const auto& entry : *entries) missing -= distinct.count(entry.token);
        text.embeddings = *table;
        text.vocabulary = Vocabulary{std::move(*entries), static_cast<int>((*table)->rows())};
    }
    if (!draw.affords(static_cast<Index>(missing), d)) return *draw.problem();
    auto done = completed(text, seed, d);
    if (!done) return Problem{at(where, "sentence") + ": " + done.text()};
    if (done->embeddings->rows() > kMostFileRows)
        return Problem{at(where, "embeddings") + ": " + std::to_string(done->embeddings->rows()) +
                       " rows with those of the sentence's other tokens; at most " + std::to_string(kMostFileRows) +
                       " are possible."};
    return done;
}

/// The sizes that all heads share, from the first form that says them.
struct HeadSizes {
    Index d, dContext, dk, dv;
};

HeadSizes headSizes(const LayerDraft& layer, Index d, Index dContext) {
    const MatrixForm none;
    const MatrixForm *key = &none, *value = &none;
    for (const HeadDraft& head : layer.heads) {
        for (const MatrixForm* form : {&head.wq, &head.wk, &head.bq, &head.bk})
            if (!key->hasSize()) key = form;
        for (const MatrixForm* form : {&head.wv, &head.bv})
            if (!value->hasSize()) value = form;
    }
    const bool simplified = !layer.heads.empty() && !layer.heads[0].wq.isGiven();
    const Index dk = firstCols({key}, d);
    return {d, dContext, dk, firstCols({value}, simplified ? dContext : dk)};
}

/// In the order of torch.rand(heads, d_k, d) for W_q, then W_k, then W_v; each bias behind its weight.
Layer layerOf(LayerDraft& draft, const HeadSizes& s, MatrixDraw& draw) {
    Layer layer{draft.options, std::vector<Head>(draft.heads.size()), {}, {}, draft.unknown};
    for (std::size_t h = 0; h < draft.heads.size(); ++h) {
        layer.heads[h].unknown = draft.heads[h].unknown;
        layer.heads[h].wq = draw.weight(draft.heads[h].wq, s.d, s.dk);
        layer.heads[h].bq = draw.bias(draft.heads[h].bq, s.d, s.dk);
    }
    for (std::size_t h = 0; h < draft.heads.size(); ++h) {
        layer.heads[h].wk = draw.weight(draft.heads[h].wk, s.dContext, s.dk);
        layer.heads[h].bk = draw.bias(draft.heads[h].bk, s.dContext, s.dk);
    }
    for (std::size_t h = 0; h < draft.heads.size(); ++h) {
        layer.heads[h].wv = draw.weight(draft.heads[h].wv, s.dContext, s.dv);
        layer.heads[h].bv = draw.bias(draft.heads[h].bv, s.dContext, s.dv);
    }
    const Index in = static_cast<Index>(draft.heads.size()) * s.dv;
    const Index out = firstCols({&draft.wo, &draft.bo}, s.d);
    layer.wo = draw.weight(draft.wo, in, out);
    layer.bo = draw.bias(draft.bo, in, out);
    return layer;
}

void cutView(View& view, const Session& session) {
    const Sizes sizes = sizesOf(session, 0);
    const auto cut = [](int& index, int count) { index = std::clamp(index, 0, std::max(0, count - 1)); };
    cut(view.layer, static_cast<int>(session.layers.size()));
    cut(view.head, sizes.heads);
    cut(view.query, sizes.tokens);
    cut(view.key, sizes.keyTokens);
}

} // namespace

Result<SessionFile> assembled(SessionDraft draft) {
    Session session;
    session.seed = draft.seed;
    session.unknown = std::move(draft.unknown);
    const auto [d, dContext] = embeddingSizes(draft);
    MatrixDraw draw(draft.seed);
    auto text = textOf(draft.text, draft.seed, d, "", draw);
    if (!text) return text.problem();
    session.text = std::move(*text);
    if (draft.context) {
        auto context = textOf(*draft.context, draft.seed, dContext, "context_sentence", draw);
        if (!context) return context.problem();
        session.context = std::move(*context);
    }
    draw.reseed();
    for (LayerDraft& layer : draft.layers) {
        session.layers.push_back(layerOf(layer, headSizes(layer, d, dContext), draw));
        if (draw.problem()) return *draw.problem();
    }
    if (const auto wrong = firstInconsistency(session)) return Problem{*wrong};
    cutView(draft.view, session);
    return SessionFile{std::move(session), std::move(draft.view)};
}

} // namespace headlight
