#include "session/Session.h"

#include "base/places.h"
#include "session/blocks.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

int columns(const FrozenMatrix& matrix, int otherwise) { return matrix ? static_cast<int>(matrix->cols()) : otherwise; }

bool sameNumbers(const float* a, const float* b, Index count) {
    return std::equal(a, a + count, b, [](float x, float y) {
        // As in files, which keep the sign of 0 and have one NaN.
        return (x == y && std::signbit(x) == std::signbit(y)) || (x != x && y != y);
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
void share(Frozen<T>& mine, const Frozen<T>& its) {
    if (mine && its && *mine == *its) mine = its;
}

void share(Text& mine, const Text& its) {
    share(mine.vocabulary, its.vocabulary);
    share(mine.tokens, its.tokens);
    if (sameTable(mine.embeddings, its.embeddings)) mine.embeddings = its.embeddings;
}

bool samePins(const Frozen<std::vector<Pin>>& a, const Frozen<std::vector<Pin>>& b) {
    const auto same = [](const Pin& x, const Pin& y) {
        return x.name == y.name && x.unknown == y.unknown && sameValues(x.session, y.session);
    };
    return a == b || (a && b && std::ranges::equal(*a, *b, same));
}

} // namespace

double Options::factor(Index dk) const {
    double number = 1;
    switch (scale.kind) {
    case Scale::Kind::None: break;
    case Scale::Kind::SqrtDk: number = 1 / std::sqrt(static_cast<double>(dk)); break;
    case Scale::Kind::Factor: number = scale.factor; break;
    }
    return number / temperature;
}

const ParameterValue* valueOf(const Session& session, const ParameterRef& ref) {
    const ParameterValue* value = nullptr;
    if (ref.parameter == Parameter::P)
        value = session.positions ? &session.positions->table : nullptr;
    else if (!areEmbeddings(ref.parameter) && layerExists(session, ref.layer))
        value = slotOf(layerAt(session, ref.layer), ref);
    return value && *value ? value : nullptr;
}

std::vector<FrozenMatrix> blocksOf(const Session& session, const ParameterRef& ref) {
    int first = ref.head, last = ref.head;
    if (isOfAllHeads(ref)) {
        if (!layerExists(session, ref.layer)) return {};
        first = 0;
        last = static_cast<int>(layerAt(session, ref.layer).heads().size()) - 1;
    }
    std::vector<FrozenMatrix> blocks;
    for (int head = first; head <= last; ++head) {
        const ParameterValue* value = valueOf(session, {ref.parameter, ref.layer, head});
        if (!value || (!blocks.empty() && (*value)->rows() != blocks.front()->rows())) return {};
        blocks.push_back(value->kept);
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
    const auto d = static_cast<int>(session.text.embeddings.cols());
    sizes.d = columns(l[Parameter::GivenX], layer > 0 ? sizesOf(session, layer - 1).width() : d);
    sizes.dSource = session.source ? static_cast<int>(keys.embeddings.cols()) : sizes.d;
    sizes.heads = static_cast<int>(l.heads().size());
    const Head& head = l.allHeads.at(0);
    const bool isGiven = l.isGiven();
    sizes.dk = isGiven ? columns(head[Parameter::GivenQ], 0) : columns(head[Parameter::Wq], sizes.d);
    sizes.dv = isGiven ? columns(head[Parameter::GivenV], 0) : columns(head[Parameter::Wv], sizes.dSource);
    if (session.positions && session.positions->table)
        sizes.positions = static_cast<int>(session.positions->table->rows());
    if (l[Parameter::Wo].isOn) sizes.dOut = columns(l[Parameter::Wo], sizes.d); // d is what a layer above needs
    if (l.norm) sizes.normed = l.hasNorm(Norm::Place::Before) ? sizes.d : sizes.width();
    return sizes;
}

Result<void> layerExists(const Session& session, int layer) {
    if (layer >= 0 && layer < static_cast<int>(session.layers.size())) return {};
    return Problem{"There is no layer " + std::to_string(numberOf(layer)) + "; the session has " +
                   std::to_string(session.layers.size()) + "."};
}

const Session* pinned(const Session& session, const std::string& name) {
    if (!session.pins) return nullptr;
    const auto pin = std::ranges::find(*session.pins, name, &Pin::name);
    return pin == session.pins->end() ? nullptr : &pin->session;
}

Matrix tokenVectors(const Text& text) {
    const auto& ids = text.tokens->ids;
    Matrix x(static_cast<Index>(ids.size()), text.embeddings.cols());
    for (std::size_t i = 0; i < ids.size(); ++i) x.row(static_cast<Index>(i)) = text.embeddings.row(ids[i]);
    return x;
}

void shareEqual(Session& session, const Session& other) {
    share(session.text, other.text);
    if (session.source.kept && other.source.kept) share(*session.source.kept, *other.source.kept);
    changeBlocksBeside(session, other, false, [](FrozenMatrix& matrix, const FrozenMatrix& its) {
        if (sameMatrix(matrix, its)) matrix = its;
    });
    session.layers.shareEqual(other.layers);
    if (samePins(session.pins, other.pins)) session.pins = other.pins;
}

bool sameValues(const Session& a, const Session& b) {
    if (a == b) return true;
    Session shared = b;
    shareEqual(shared, a); // so that == can compare the rest
    return shared == a;
}

} // namespace headlight
