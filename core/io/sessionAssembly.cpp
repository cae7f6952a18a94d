// Makes a Session from a SessionDraft: chooses sizes that the file leaves open, draws matrices, numbers tokens.

#include "attention/stages.h"
#include "io/sessionDraft.h"
#include "random/initialisers.h"
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "session/givenStages.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {
namespace {

constexpr Index kDefaultDims = 3; // as File > New has

std::string at(const std::string& where, const char* member) { return where.empty() ? member : where + "." + member; }

/// Makes matrices of forms in the order of the calls, as a PyTorch script draws in that order after one
/// torch.manual_seed. A form's own shape wins over the sizes of a call. Values are shared with their form.
class MatrixInit {
public:
    /// `left` is how many more numbers may be drawn.
    MatrixInit(std::uint64_t seed, Index& left) : seed_(seed), generator_(seed), left_(left) {}

    void reseed() { generator_ = TorchGenerator(seed_); } ///< as torch.manual_seed(seed) does
    /// Set once more numbers were asked for than may be drawn.
    const std::optional<Problem>& problem() const { return problem_; }

    /// Returns a [rows, cols], drawn row by row; "linear" has the bound 1/sqrt(cols).
    FrozenMatrix table(MatrixJson& form, Index rows, Index cols) { return made(form, rows, cols, std::nullopt); }
    /// Returns an [in, out], drawn as nn.Linear's weight [out, in] and transposed; "linear" has the bound
    /// 1/sqrt(fanIn). A bias has one row and the `fanIn` of its weight.
    FrozenMatrix parameter(MatrixJson& form, Index in, Index out, Index fanIn) { return made(form, in, out, fanIn); }

    /// Takes `rows` x `cols` numbers that the caller draws from the same budget; false, with a problem(), if they
    /// exceed it.
    bool affords(Index rows, Index cols) {
        if (rows * cols <= left_) { // sides are at most 10^6 by 8,192, so that the product cannot overflow
            left_ -= rows * cols;
            return true;
        }
        left_ = 0;
        problem_ = {"The session asks for more than " + std::to_string(kMaxDrawn) +
                    " random numbers. Use smaller shapes, or give the values themselves."};
        return false;
    }

private:
    /// Draws the transposed matrix if there is a `fanIn`.
    FrozenMatrix made(MatrixJson& form, Index rows, Index cols, std::optional<Index> fanIn) {
        if (form.kind == MatrixJson::Kind::Values) return form.values;
        if (form.hasShape) rows = form.rows, cols = form.cols;
        if (form.kind != MatrixJson::Kind::Drawn || !affords(rows, cols)) return {};
        std::optional<TorchGenerator> own;
        if (form.seed) own.emplace(*form.seed);
        TorchGenerator& generator = own ? *own : generator_;
        if (form.skip > 0) generator.rand(1, form.skip);
        if (!fanIn) return draw(generator, form.init, rows, cols, cols);
        return Matrix(draw(generator, form.init, cols, rows, *fanIn).transpose());
    }

    std::uint64_t seed_;
    TorchGenerator generator_;
    Index& left_;
    std::optional<Problem> problem_;
};

/// Returns the length of one of these sides, from the first matrix of the layer that is on and has it; else
/// `otherwise`.
Index said(const LayerDraft& layer, std::initializer_list<Side> sides, Index otherwise) {
    std::optional<Index> size;
    forEachParameter(layer, 0, [&](const ParameterRef& ref, const ParameterDraft& form) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (size || !form.hasSize() || !form.isOn) return;
        if (std::ranges::count(sides, info.rows) > 0) size = form.rows;
        if (std::ranges::count(sides, info.cols) > 0) size = form.cols;
    });
    return size.value_or(otherwise);
}

/// Returns d of the session's own text, and d of the text from which the keys come.
std::pair<Index, Index> embeddingSizes(const SessionDraft& draft) {
    const LayerDraft none;
    const LayerDraft& layer = draft.layers.empty() ? none : draft.layers[0];
    const MatrixJson& own = draft.text.embeddings;
    if (!draft.source.kept) {
        const Index d = own.hasSize() ? own.cols : said(layer, {Side::D, Side::DSource}, kDefaultDims);
        return {d, d};
    }
    const MatrixJson& other = draft.source->embeddings;
    const Index d = own.hasSize() ? own.cols : said(layer, {Side::D}, kDefaultDims);
    return {d, other.hasSize() ? other.cols : said(layer, {Side::DSource}, d)};
}

/// Returns the file's vocabulary; without one the distinct tokens, numbered in code point order.
Result<std::vector<VocabularyEntry>> numbered(const TextDraft& draft, const std::set<std::string>& distinct,
                                              const std::string& where) {
    std::vector<VocabularyEntry> entries;
    if (draft.vocabulary) {
        entries = *draft.vocabulary;
        std::ranges::stable_sort(entries, {}, &VocabularyEntry::id);
        return entries;
    }
    for (const auto& token : distinct) entries.push_back({token, static_cast<int>(entries.size())});
    if (draft.embeddings.hasSize() && draft.embeddings.rows < static_cast<Index>(entries.size()))
        return Problem{at(where, "embeddings") + " has " + std::to_string(draft.embeddings.rows) +
                       " rows, but the sentence has " + std::to_string(entries.size()) +
                       " different tokens. Add a row for each token."};
    return entries;
}

/// Returns the rows of the file's own vocabulary or table; the sentence's other tokens are added later.
Result<FrozenMatrix> tableOf(TextDraft& draft, const std::vector<VocabularyEntry>& entries, std::uint64_t seed, Index d,
                             const std::string& where, MatrixInit& draw) {
    MatrixJson& form = draft.embeddings;
    const int maxId = entries.empty() ? -1 : entries.back().id;
    const Index rows = form.hasSize() ? form.rows : Index(maxId) + 1;
    if (auto wrong = firstInconsistency(entries, rows, at(where, "vocabulary"))) return Problem{*wrong};
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
    Text text{draft.sentence, draft.tokenizer, {}, {}, {}, {}, draft.unknown, draft.unknownOfTokenizer};
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
    Positions positions{draft->kind, {}, draft->unknown};
    positions.table = draw.table(draft->table, rows, d);
    positions.table.isOn = positions.table.isOn && draft->kind == Positions::Kind::Learned;
    return positions;
}

Sizes sizesFor(const LayerDraft& layer, Index d, Index dSource) {
    const bool usesWeights = !layer.allHeads.empty() && layer.allHeads[0][Parameter::Wq].isGiven() &&
                             layer.allHeads[0][Parameter::Wq].isOn;
    const bool isGiven = std::ranges::any_of(layer.allHeads, [](const HeadDraft& head) {
        return head[Parameter::GivenQ].isGiven() || head[Parameter::GivenScores].isGiven() ||
               head[Parameter::GivenWeights].isGiven();
    });
    Sizes sizes;
    sizes.d = static_cast<int>(d);
    sizes.dSource = static_cast<int>(dSource);
    sizes.heads = usesWeights || isGiven ? static_cast<int>(layer.allHeads.size()) : 1;
    sizes.dk = static_cast<int>(usesWeights ? said(layer, {Side::Dk}, d) : d);
    sizes.dv = static_cast<int>(usesWeights || isGiven ? said(layer, {Side::Dv}, sizes.dk) : dSource);
    if (layer[Parameter::Wo].isGiven()) sizes.dOut = static_cast<int>(said(layer, {Side::DOut}, d));
    return sizes;
}

/// Draws a weight, and then its bias.
void drawOne(const ParameterInfo& weight, const Sizes& sizes, auto& from, auto& to, MatrixInit& draw) {
    const auto drawn = [&](const ParameterInfo& info) {
        ParameterValue& value = to[info.parameter];
        ParameterDraft& form = from[info.parameter];
        value = draw.parameter(form, lengthOf(info.rows, sizes), lengthOf(info.cols, sizes),
                               lengthOf(info.fanIn, sizes));
        if (!form.isOn) value.isOn = false;
        value.comesWithWeight = value.kept && form.comesWithWeight;
    };
    drawn(weight);
    for (const ParameterInfo& bias : parameters())
        if (bias.weight == weight.parameter) drawn(bias);
}

/// Draws in the order of torch.rand(heads, d_k, d) for W_q, then W_k, then W_v, and each bias after its weight.
Layer layerOf(LayerDraft& draft, const Sizes& sizes, MatrixInit& draw) {
    Layer layer;
    layer.number = draft.number;
    layer.options = draft.options;
    if (layer.options.mask.given.kept == matrixOfSession()) layer.options.mask.given = {};
    layer.residual = draft.residual;
    layer.norm = draft.norm;
    layer.unknown = draft.unknown;
    layer.allHeads.resize(draft.allHeads.size());
    for (std::size_t h = 0; h < draft.allHeads.size(); ++h) {
        layer.allHeads[h].isOn = draft.allHeads[h].isOn;
        layer.allHeads[h].number = draft.allHeads[h].number;
        layer.allHeads[h].unknown = draft.allHeads[h].unknown;
    }
    for (const ParameterInfo& info : parameters()) {
        if (info.weight) continue;
        if (info.scope == Scope::Layer) drawOne(info, sizes, draft, layer, draw);
        for (std::size_t h = 0; h < draft.allHeads.size() && info.scope == Scope::Head; ++h)
            drawOne(info, sizes, draft.allHeads[h], layer.allHeads[h], draw);
    }
    return layer;
}

/// Returns the session without its pins. `left` is how many more numbers the file may draw.
Result<Session> sessionOf(SessionDraft& draft, Index& left) {
    Session session;
    session.seed = draft.seed;
    session.unknown = draft.unknown;
    const auto [d, dSource] = embeddingSizes(draft);
    MatrixInit draw(draft.seed, left);
    auto text = textOf(draft.text, draft.seed, d, "", draw);
    if (!text) return text.problem();
    session.text = std::move(*text);
    if (draft.source.kept) {
        auto source = textOf(*draft.source, draft.seed, dSource, "context_sentence", draw);
        if (!source) return source.problem();
        session.source = std::move(*source);
        session.source.isOn = draft.source.isOn;
    }
    const int maxTokens = std::max(session.text.tokens->count(), keyText(session).tokens->count());
    session.positions = positionsOf(draft.positions.kept, maxTokens, d, draw);
    session.positions.isOn = draft.positions.isOn;
    draw.reseed();
    for (std::size_t l = 0; l < draft.layers.size(); ++l) {
        LayerDraft& layer = draft.layers[l];
        const Index in = l == 0 ? d : sizesOf(session, static_cast<int>(l) - 1).width();
        const Index inKv = session.source ? dSource : in;
        const auto index = static_cast<int>(l);
        Sizes sizes = sizesFor(layer, in, inKv);
        sizes.tokens = session.text.tokens->count();
        sizes.keyTokens = keyText(session).tokens->count();
        session.layers.push_back(layerOf(layer, sizes, draw));
        if (draw.problem()) return *draw.problem();
        if (session.layers.back().allHeads.empty()) break; // an error, reported below: the layer has no sizes
        sizes = sizesOf(session, index);
        session.layers.change(index, [&](Layer& made) { completeNorm(made, sizes); });
    }
    const bool haveSizes = !session.layers.empty() && !session.layers.back().allHeads.empty();
    if (const auto& of = session.positions.kept; haveSizes && (!of || !of->table.kept || of->table.kept->cols() == d))
        completePositions(session); // else firstInconsistency() reports it
    if (const auto wrong = firstInconsistency(session)) return Problem{*wrong};
    for (std::size_t l = 0; l < session.layers.size(); ++l)
        if (auto wrong = firstNotFinite(session.layers[l], static_cast<int>(l))) return Problem{*wrong};
    if (auto problem = rememberDrawings(session, draft)) return std::move(*problem);
    return session;
}

} // namespace

Result<SessionFile> assembled(SessionDraft draft) {
    Index left = kMaxDrawn;
    auto session = sessionOf(draft, left);
    if (!session) return session.problem();
    std::vector<Pin> pins;
    for (PinDraft& pin : draft.pins) {
        takeFromSession(pin.session, *session);
        auto state = sessionOf(pin.session, left);
        if (!state) return Problem{"pins[" + std::to_string(pins.size()) + "].session: " + state.text()};
        pins.push_back({pin.name, std::move(*state), pin.unknown});
        pin.session = {}; // its memory is for the states of the next pins
    }
    if (!pins.empty()) session->pins = std::move(pins);
    cutToWhatExists(draft.view, *session);
    return SessionFile{std::move(*session), draft.view, std::move(draft.caution)};
}

} // namespace headlight
