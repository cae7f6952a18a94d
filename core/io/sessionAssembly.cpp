// From a SessionDraft to a Session: sizes that the file leaves open, what is drawn and in which order, tokens.

#include "base/quotedText.h"
#include "io/MatrixInit.h"
#include "io/sessionDraft.h"
#include "random/initialisers.h"
#include "session/consistency.h"
#include "session/drawNumbers.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {
namespace {

constexpr Index kDefaultDims = 3; // as File > New

std::string at(const std::string& where, const char* member) { return where.empty() ? member : where + "." + member; }

/// What the first matrix of a layer says of one of these sides; else `otherwise`.
Index said(const LayerDraft& layer, std::initializer_list<Side> sides, Index otherwise) {
    std::optional<Index> size;
    forEachParameter(layer, 0, [&](const ParameterRef& ref, const MatrixJson& form) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (size || !form.hasSize()) return;
        if (std::ranges::count(sides, info.rows) > 0) size = form.rows;
        if (std::ranges::count(sides, info.cols) > 0) size = form.cols;
    });
    return size.value_or(otherwise);
}

/// d of the session's own text, and of the one that keys come from.
std::pair<Index, Index> embeddingSizes(const SessionDraft& draft) {
    const LayerDraft none;
    const LayerDraft& layer = draft.layers.empty() ? none : draft.layers[0];
    const MatrixJson& own = draft.text.embeddings;
    if (!draft.source) {
        const Index d = own.hasSize() ? own.cols : said(layer, {Side::D, Side::DSource}, kDefaultDims);
        return {d, d};
    }
    const MatrixJson& other = draft.source->embeddings;
    const Index d = own.hasSize() ? own.cols : said(layer, {Side::D}, kDefaultDims);
    return {d, other.hasSize() ? other.cols : said(layer, {Side::DSource}, d)};
}

/// Without a vocabulary the distinct tokens are numbered in code point order.
Result<std::vector<VocabularyEntry>> numbered(const TextDraft& draft, const std::set<std::string>& distinct,
                                              const std::string& where) {
    if (draft.vocabulary) return *draft.vocabulary;
    std::vector<VocabularyEntry> entries;
    for (const auto& token : distinct) entries.push_back({token, static_cast<int>(entries.size())});
    if (draft.embeddings.hasSize() && draft.embeddings.rows < static_cast<Index>(entries.size()))
        return Problem{at(where, "embeddings") + " has " + std::to_string(draft.embeddings.rows) +
                       " rows, but the sentence has " + std::to_string(entries.size()) +
                       " different tokens. Add a row for each token."};
    return entries;
}

/// The rows that belong to the file's own vocabulary or table; the sentence's other tokens come later.
Result<FrozenMatrix> tableOf(TextDraft& draft, const std::vector<VocabularyEntry>& entries, std::uint64_t seed, Index d,
                             const std::string& where, MatrixInit& draw) {
    MatrixJson& form = draft.embeddings;
    const int maxId = entries.empty() ? -1 : entries.back().id;
    const Index rows = form.hasSize() ? form.rows : Index(maxId) + 1;
    if (maxId >= rows)
        return Problem{at(where, "vocabulary") + ": " + quotedBriefly(entries.back().token) + " has the id " +
                       std::to_string(maxId) + ", but the embeddings have " + std::to_string(rows) +
                       " rows. Add rows, or use an id below " + std::to_string(rows) + "."};
    if (form.isGiven()) return draw.table(form, rows, d);
    if (!draw.affords(rows, d)) return FrozenMatrix();
    Matrix table = Matrix::Zero(rows, d);
    for (const auto& entry : entries) table.row(entry.id) = drawTokenVector(seed, entry.token, d);
    return FrozenMatrix(std::move(table));
}

Result<Text> textOf(TextDraft& draft, std::uint64_t seed, Index d, const std::string& where, MatrixInit& draw) {
    const auto split = tokenise(draft.sentence, draft.tokenizer);
    if (!split) return Problem{at(where, "sentence") + ": " + split.text()};
    std::set<std::string> distinct;
    for (const Piece& piece : *split) distinct.insert(piece.text);
    Text text{draft.sentence, draft.tokenizer, {}, {}, {}};
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
    if (done->embeddings.rows() > kMaxFileRows)
        return Problem{at(where, "embeddings") + ": " + std::to_string(done->embeddings.rows()) +
                       " rows, including those for tokens outside the vocabulary; at most " +
                       std::to_string(kMaxFileRows) + " are possible."};
    return done;
}

std::optional<Positions> positionsOf(std::optional<PositionsDraft>& draft, Index rows, Index d, MatrixInit& draw) {
    if (!draft) return std::nullopt;
    Positions positions{draft->kind, {}};
    if (draft->kind == Positions::Kind::Learned) positions.table = draw.table(draft->table, rows, d);
    return positions;
}

Sizes sizesFor(const LayerDraft& layer, Index d, Index dSource) {
    const bool simplified = !layer.heads.empty() && !layer.heads[0][Parameter::Wq].isGiven();
    Sizes sizes;
    sizes.d = static_cast<int>(d);
    sizes.dSource = static_cast<int>(dSource);
    sizes.heads = static_cast<int>(layer.heads.size());
    sizes.dk = static_cast<int>(said(layer, {Side::Dk}, d));
    sizes.dv = static_cast<int>(said(layer, {Side::Dv}, simplified ? dSource : sizes.dk));
    sizes.dOut = layer[Parameter::Wo].isGiven() ? static_cast<int>(said(layer, {Side::DOut}, d)) : 0;
    if (layer.norm) sizes.normed = layer.norm->place == Norm::Place::Before ? sizes.d : sizes.width();
    return sizes;
}

/// A weight, and its bias behind it.
void drawOne(const ParameterInfo& weight, const Sizes& sizes, PerParameter<MatrixJson>& from,
             PerParameter<FrozenMatrix>& to, MatrixInit& draw) {
    const auto drawn = [&](const ParameterInfo& info) {
        to[info.parameter] = draw.parameter(from[info.parameter], lengthOf(info.rows, sizes),
                                            lengthOf(info.cols, sizes), lengthOf(info.fanIn, sizes));
    };
    drawn(weight);
    for (const ParameterInfo& bias : parameters())
        if (bias.weight == weight.parameter) drawn(bias);
}

/// Values as they are said: what is switched off is not drawn.
void takeOff(PerParameter<MatrixJson>& from, PerParameter<FrozenMatrix>& to, Scope scope, MatrixInit& draw) {
    forEachParameter(from, scope, [&](const ParameterInfo& info, MatrixJson& form) {
        to[info.parameter] = draw.parameter(form, form.rows, form.cols, form.rows);
    });
}

/// In the order of torch.rand(heads, d_k, d) for W_q, then W_k, then W_v; each bias behind its weight.
Layer layerOf(LayerDraft& draft, const Sizes& sizes, MatrixInit& draw, int number) {
    Layer layer;
    layer.number = number;
    layer.options = draft.options;
    layer.residual = draft.residual;
    layer.norm = draft.norm;
    layer.offNorm = draft.offNorm;
    layer.offGiven = std::move(draft.offGiven);
    layer.offWindow = draft.offWindow;
    layer.offDropout = draft.offDropout;
    layer.otherMasks = std::move(draft.otherMasks);
    takeOff(draft.off, layer.off, Scope::Layer, draw);
    for (const Parameter parameter : draft.stays) layer.stays[parameter] = static_cast<bool>(layer.off[parameter]);
    layer.heads.resize(draft.heads.size());
    for (std::size_t h = 0; h < draft.heads.size(); ++h) {
        layer.heads[h].number = draft.heads[h].number.value_or(static_cast<int>(h));
        takeOff(draft.heads[h].off, layer.heads[h].off, Scope::Head, draw);
    }
    for (const ParameterInfo& info : parameters()) {
        if (info.weight) continue;
        if (info.scope == Scope::Layer) drawOne(info, sizes, draft, layer, draw);
        for (std::size_t h = 0; h < draft.heads.size() && info.scope == Scope::Head; ++h)
            drawOne(info, sizes, draft.heads[h], layer.heads[h], draw);
    }
    completeNorm(layer, sizes);
    for (std::size_t i = 0; i < kWholes.size(); ++i)
        for (LayerDraft& whole : draft.wholes[i])
            layer.*kWholes[i].slot = layerOf(whole, sizesFor(whole, sizes.d, sizes.dSource), draw, number);
    return layer;
}

template <class HeadOrLayer>
Result<Frozen<DrawnParameters>> drawnOf(const DrawnByDrafts& drafts, const HeadOrLayer& set,
                                        const std::vector<Frozen<Drawing>>& drawings, const std::string& field) {
    auto all = resolved(drafts, drawings, field + ".drawn_by");
    if (!all) return all.problem();
    *all = drawnThere(set, std::move(*all));
    return all->empty() ? Frozen<DrawnParameters>() : Frozen<DrawnParameters>(std::move(*all));
}

Result<void> rememberLayer(Layer& layer, const LayerDraft& draft, const std::vector<Frozen<Drawing>>& drawings,
                           const std::string& field) {
    auto own = drawnOf(draft.drawn, layer, drawings, field);
    if (!own) return own.problem();
    layer.drawn = *own;
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        auto heads = drawnOf(draft.heads[h].drawn, layer.heads[h], drawings,
                             field + ".heads[" + std::to_string(h) + "]");
        if (!heads) return heads.problem();
        layer.heads[h].drawn = *heads;
    }
    for (std::size_t i = 0; i < kWholes.size(); ++i) {
        const auto& [slot, name] = kWholes[i];
        if (!(layer.*slot)) continue;
        Layer whole = *(layer.*slot);
        if (auto done = rememberLayer(whole, draft.wholes[i].back(), drawings, field + ".off." + name); !done)
            return done;
        layer.*slot = std::move(whole);
    }
    return {};
}

Result<void> rememberDrawings(Session& session, const SessionDraft& draft) {
    const auto remember = [&](const auto& of, auto& to, const char* where,
                              const char* name = "embeddings") -> Result<void> {
        if (!of) return {};
        auto table = resolved(of->drawn, draft.drawings, std::string(where) + "drawn_by", name);
        if (!table) return table.problem();
        if (!table->empty()) to->drawn = table->at(Parameter::X).drawing;
        return {};
    };
    Text* const text = &session.text;
    for (const auto& done :
         {remember(&draft.text, text, ""), remember(draft.source, session.source, "context_sentence."),
          remember(draft.offSource, session.offSource, "off.context_sentence."),
          remember(draft.positions, session.positions, "positions.", "table"),
          remember(draft.offPositions, session.offPositions, "off.positions.", "table")})
        if (!done) return done.problem();
    if (!drawnBy(session, {Parameter::X}).drawing) session.text.drawn = {};
    if (session.source && !drawnBy(session, {Parameter::Xkv}).drawing) session.source->drawn = {};
    if (session.positions && !drawnBy(session, {Parameter::P}).drawing) session.positions->drawn = {};
    for (std::size_t l = 0; l < session.layers.size(); ++l)
        if (auto done = rememberLayer(session.layers[l], draft.layers[l], draft.drawings,
                                      layerField(static_cast<int>(l)));
            !done)
            return done.problem();
    return {};
}

void cutView(View& view, const Session& session) {
    const auto cut = [](int& index, int count) { index = std::clamp(index, 0, std::max(0, count - 1)); };
    cut(view.layer, static_cast<int>(session.layers.size()));
    const Sizes sizes = sizesOf(session, view.layer);
    cut(view.head, sizes.heads);
    cut(view.query, sizes.tokens);
    cut(view.key, sizes.keyTokens);
}

} // namespace

Result<SessionFile> assembled(SessionDraft draft) {
    Session session;
    session.seed = draft.seed;
    if (!draft.unknown.empty()) session.unknown = std::move(draft.unknown);
    const auto [d, dSource] = embeddingSizes(draft);
    MatrixInit draw(draft.seed);
    auto text = textOf(draft.text, draft.seed, d, "", draw);
    if (!text) return text.problem();
    session.text = std::move(*text);
    if (draft.source) {
        auto source = textOf(*draft.source, draft.seed, dSource, "context_sentence", draw);
        if (!source) return source.problem();
        session.source = std::move(*source);
    }
    if (draft.offSource) {
        auto source = textOf(*draft.offSource, draft.seed,
                             draft.offSource->embeddings.hasSize() ? draft.offSource->embeddings.cols : d,
                             "off.context_sentence", draw);
        if (!source) return source.problem();
        session.offSource = std::move(*source);
    }
    const int most = std::max(session.text.tokens->count(), keyText(session).tokens->count());
    for (const auto* positions : {&draft.positions, &draft.offPositions})
        if (*positions && (*positions)->table.hasSize() && (*positions)->table.cols != d)
            return Problem{(positions == &draft.positions ? "positions" : "off.positions") + std::string(".table: ") +
                           std::to_string((*positions)->table.cols) +
                           " columns, but the embeddings that it is added to have " + std::to_string(d) +
                           ". Make the widths equal."};
    session.positions = positionsOf(draft.positions, most, d, draw);
    session.offPositions = positionsOf(draft.offPositions, 0, d, draw);
    draw.reseed();
    for (std::size_t l = 0; l < draft.layers.size(); ++l) {
        LayerDraft& layer = draft.layers[l];
        const Index in = l == 0 ? d : sizesOf(session, static_cast<int>(l) - 1).width();
        session.layers.push_back(layerOf(layer, sizesFor(layer, in, draft.source ? dSource : in), draw,
                                         layer.number.value_or(static_cast<int>(l))));
        if (draw.problem()) return *draw.problem();
        if (session.layers.back().heads.empty()) break; // which is wrong, and has no sizes
    }
    completePositions(session);
    if (const auto wrong = firstInconsistency(session)) return Problem{*wrong};
    if (auto remembered = rememberDrawings(session, draft); !remembered) return remembered.problem();
    cutView(draft.view, session);
    return SessionFile{std::move(session), draft.view};
}

} // namespace headlight
