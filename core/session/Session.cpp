#include "session/Session.h"

#include "base/places.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

int columns(const FrozenMatrix& matrix, int otherwise) { return matrix ? static_cast<int>(matrix->cols()) : otherwise; }

bool sameNumbers(const float* a, const float* b, Index count) {
    return std::equal(a, a + count, b, [](float x, float y) {
        return (x == y && std::signbit(x) == std::signbit(y)) || (x != x && y != y); // as files write them
    });
}

bool sameMatrix(const FrozenMatrix& a, const FrozenMatrix& b) {
    if (a == b) return true;
    if (!a || !b || a->rows() != b->rows() || a->cols() != b->cols()) return false;
    return sameNumbers(a->data(), b->data(), a->size());
}

bool sameTable(const EmbeddingTable& a, const EmbeddingTable& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    return std::ranges::all_of(differingRows(a, b),
                               [&](Index id) { return sameNumbers(a.row(id).data(), b.row(id).data(), a.cols()); });
}

template <class T>
bool sameBlock(const Frozen<T>& a, const Frozen<T>& b) {
    return a == b || (a && b && *a == *b);
}

bool sameText(const Text& a, const Text& b) {
    return a.sentence == b.sentence && a.tokenizer == b.tokenizer && sameBlock(a.vocabulary, b.vocabulary) &&
           sameBlock(a.tokens, b.tokens) && sameBlock(a.drawn, b.drawn) && sameTable(a.embeddings, b.embeddings);
}

bool sameText(const std::optional<Text>& a, const std::optional<Text>& b) {
    return a.has_value() == b.has_value() && (!a || sameText(*a, *b));
}

bool sameOptions(Options a, Options b) {
    if (!sameMatrix(a.mask.given, b.mask.given)) return false;
    a.mask.given = b.mask.given = {};
    return a == b;
}

/// But for the matrices.
bool sameHeads(const Layer& a, const Layer& b) {
    return std::ranges::equal(a.heads, b.heads, [](const Head& x, const Head& y) {
        return x.number == y.number && sameBlock(x.drawn, y.drawn);
    });
}

/// `with`: forEachParameter or forEachOff of a layer, in the same order.
bool sameBlocks(const Layer& a, const Layer& b, auto with) {
    std::vector<FrozenMatrix> blocks;
    with(a, [&](const ParameterRef&, const FrozenMatrix& block) { blocks.push_back(block); });
    std::size_t next = 0;
    bool same = true;
    with(b, [&](const ParameterRef&, const FrozenMatrix& block) { same = same && sameMatrix(blocks[next++], block); });
    return same;
}

bool sameOtherMasks(const std::optional<TokenMasks>& a, const std::optional<TokenMasks>& b) {
    if (!a || !b) return !a && !b;
    return a->hidden == b->hidden && sameMatrix(a->given, b->given) && sameMatrix(a->offGiven, b->offGiven);
}

bool sameOff(const Layer& a, const Layer& b) {
    if (a.offNorm != b.offNorm || a.stays != b.stays) return false;
    if (a.offWindow != b.offWindow || a.offDropout != b.offDropout) return false;
    if (!sameMatrix(a.offGiven, b.offGiven) || !sameOtherMasks(a.otherMasks, b.otherMasks)) return false;
    if (!sameBlocks(a, b, [](const Layer& layer, auto f) { forEachOff(layer, 0, f); })) return false;
    return std::ranges::all_of(kWholes, [&](const Whole& whole) {
        const Frozen<Layer>&p = a.*whole.slot, &q = b.*whole.slot;
        if (p == q || !p || !q) return p == q;
        return sameOptions(p->options, q->options) && sameHeads(*p, *q) && sameBlock(p->drawn, q->drawn) &&
               sameBlocks(*p, *q, [](const Layer& layer, auto f) { forEachParameter(layer, 0, f); }) && sameOff(*p, *q);
    });
}

bool samePositions(const std::optional<Positions>& a, const std::optional<Positions>& b) {
    if (a.has_value() != b.has_value()) return false;
    return !a || (a->kind == b->kind && sameMatrix(a->table, b->table) && sameBlock(a->drawn, b->drawn));
}

bool sameParameters(const Session& a, const Session& b) {
    bool same = true;
    forEachParameter(
        a, [&](const ParameterRef& ref, const FrozenMatrix& x) { same = same && sameMatrix(x, *slotOf(b, ref)); });
    return same;
}

} // namespace

bool isSimplified(const Layer& layer) {
    bool any = layer.heads.size() != 1;
    for (const Head& head : layer.heads)
        forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
            any = any || (info.presence == Presence::Together && matrix);
        });
    return !any;
}

std::vector<const Frozen<Drawing>*> tableDrawings(const Session& session) {
    std::vector<const Frozen<Drawing>*> all{&session.text.drawn};
    for (const auto* text : {&session.source, &session.offSource})
        if (*text) all.push_back(&(*text)->drawn);
    for (const auto* positions : {&session.positions, &session.offPositions})
        if (*positions) all.push_back(&(*positions)->drawn);
    std::erase_if(all, [](const Frozen<Drawing>* drawn) { return !*drawn; });
    return all;
}

const Text* textOf(const Session& session, Sentence sentence) {
    if (sentence == Sentence::First) return &session.text;
    return session.source ? &*session.source : nullptr;
}

Text* textOf(Session& session, Sentence sentence) {
    return const_cast<Text*>(textOf(std::as_const(session), sentence));
}

const Text* textOf(const Session& session, Parameter parameter) {
    if (!areEmbeddings(parameter)) return nullptr;
    return textOf(session, parameter == Parameter::X ? Sentence::First : Sentence::Second);
}

Text* textOf(Session& session, Parameter parameter) {
    return const_cast<Text*>(textOf(std::as_const(session), parameter));
}

const FrozenMatrix* slotOf(const Session& session, const ParameterRef& ref) {
    const auto layer = static_cast<std::size_t>(ref.layer), head = static_cast<std::size_t>(ref.head);
    if (ref.parameter == Parameter::P) return session.positions ? &session.positions->table : nullptr;
    if (areEmbeddings(ref.parameter) || ref.layer < 0 || layer >= session.layers.size()) return nullptr;
    if (!belongsToHead(ref.parameter)) return &session.layers[layer][ref.parameter];
    if (ref.head < 0 || head >= session.layers[layer].heads.size()) return nullptr;
    return &session.layers[layer].heads[head][ref.parameter];
}

FrozenMatrix* slotOf(Session& session, const ParameterRef& ref) {
    return const_cast<FrozenMatrix*>(slotOf(std::as_const(session), ref));
}

std::vector<FrozenMatrix> blocksOf(const Session& session, const ParameterRef& ref) {
    int first = ref.head, last = ref.head;
    if (isOfAllHeads(ref)) {
        if (!layerExists(session, ref.layer)) return {};
        first = 0;
        last = static_cast<int>(layerAt(session, ref.layer).heads.size()) - 1;
    }
    std::vector<FrozenMatrix> blocks;
    for (int head = first; head <= last; ++head) {
        const FrozenMatrix* slot = slotOf(session, {ref.parameter, ref.layer, head});
        if (!slot || !*slot || (!blocks.empty() && (*slot)->rows() != blocks.front()->rows())) return {};
        blocks.push_back(*slot);
    }
    return blocks;
}

FrozenMatrix sideBySide(const std::vector<FrozenMatrix>& blocks) {
    if (blocks.size() < 2) return blocks.empty() ? FrozenMatrix() : blocks.front();
    Index cols = 0, at = 0;
    for (const FrozenMatrix& block : blocks) cols += block->cols();
    Matrix all(blocks.front()->rows(), cols);
    for (const FrozenMatrix& block : blocks) {
        all.middleCols(at, block->cols()) = *block;
        at += block->cols();
    }
    return all;
}

Sizes sizesOf(const Session& session, int layer) {
    const Text& keys = keyText(session);
    const Layer& l = layerAt(session, layer);
    Sizes sizes;
    sizes.tokens = session.text.tokens ? session.text.tokens->count() : 0;
    sizes.keyTokens = keys.tokens ? keys.tokens->count() : 0;
    sizes.d = layer > 0 ? sizesOf(session, layer - 1).width() : static_cast<int>(session.text.embeddings.cols());
    sizes.dSource = session.source ? static_cast<int>(keys.embeddings.cols()) : sizes.d;
    sizes.heads = static_cast<int>(l.heads.size());
    sizes.dk = columns(l.heads.at(0)[Parameter::Wq], sizes.d);
    sizes.dv = columns(l.heads.at(0)[Parameter::Wv], sizes.dSource);
    if (session.positions && session.positions->table)
        sizes.positions = static_cast<int>(session.positions->table->rows());
    sizes.dOut = columns(l[Parameter::Wo], 0);
    if (l.norm) sizes.normed = l.hasNorm(Norm::Place::Before) ? sizes.d : sizes.width();
    return sizes;
}

Result<void> layerExists(const Session& session, int layer) {
    if (layer >= 0 && layer < static_cast<int>(session.layers.size())) return {};
    return Problem{"There is no layer " + std::to_string(numberOf(layer)) + "; the session has " +
                   std::to_string(session.layers.size()) + "."};
}

Matrix tokenVectors(const Text& text) {
    const auto& ids = text.tokens->ids;
    Matrix x(static_cast<Index>(ids.size()), text.embeddings.cols());
    for (std::size_t i = 0; i < ids.size(); ++i) x.row(static_cast<Index>(i)) = text.embeddings.row(ids[i]);
    return x;
}

bool sameValues(const Session& a, const Session& b) {
    if (a.seed != b.seed || !sameBlock(a.unknown, b.unknown) || a.layers.size() != b.layers.size()) return false;
    if (!sameText(a.text, b.text) || !sameText(a.source, b.source) || !sameText(a.offSource, b.offSource)) return false;
    for (std::size_t l = 0; l < a.layers.size(); ++l) {
        const Layer &x = a.layers[l], &y = b.layers[l];
        if (!sameOptions(x.options, y.options) || x.number != y.number || x.residual != y.residual ||
            x.norm != y.norm || !sameBlock(x.drawn, y.drawn) || !sameHeads(x, y) || !sameOff(x, y))
            return false;
    }
    return samePositions(a.positions, b.positions) && samePositions(a.offPositions, b.offPositions) &&
           sameParameters(a, b);
}

} // namespace headlight
