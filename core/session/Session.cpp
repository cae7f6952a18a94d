#include "session/Session.h"

namespace headlight {
namespace {

int columns(const FrozenMatrix& matrix, int otherwise) { return matrix ? static_cast<int>(matrix->cols()) : otherwise; }

bool sameMatrix(const FrozenMatrix& a, const FrozenMatrix& b) {
    if (a == b) return true;
    if (!a || !b || a->rows() != b->rows() || a->cols() != b->cols()) return false;
    for (Index i = 0; i < a->size(); ++i) {
        const float x = a->data()[i], y = b->data()[i];
        if (!(x == y || (x != x && y != y))) return false; // NaN equals NaN here
    }
    return true;
}

template <class T>
bool sameBlock(const Frozen<T>& a, const Frozen<T>& b) {
    return a == b || (a && b && *a == *b);
}

bool sameText(const Text& a, const Text& b) {
    return a.sentence == b.sentence && a.tokenizer == b.tokenizer && a.unknown == b.unknown &&
           sameBlock(a.vocabulary, b.vocabulary) && sameBlock(a.tokens, b.tokens) &&
           sameMatrix(a.embeddings, b.embeddings);
}

bool sameHead(const Head& a, const Head& b) {
    return sameMatrix(a.wq, b.wq) && sameMatrix(a.wk, b.wk) && sameMatrix(a.wv, b.wv) && sameMatrix(a.bq, b.bq) &&
           sameMatrix(a.bk, b.bk) && sameMatrix(a.bv, b.bv) && a.unknown == b.unknown;
}

bool sameOptions(Options a, Options b) {
    if (!sameMatrix(a.givenMask, b.givenMask)) return false;
    a.givenMask = b.givenMask = {};
    return a == b;
}

bool sameLayer(const Layer& a, const Layer& b) {
    if (a.heads.size() != b.heads.size() || !sameOptions(a.options, b.options) || a.unknown != b.unknown) return false;
    for (std::size_t h = 0; h < a.heads.size(); ++h)
        if (!sameHead(a.heads[h], b.heads[h])) return false;
    return sameMatrix(a.wo, b.wo) && sameMatrix(a.bo, b.bo);
}

} // namespace

bool isSimplified(const Layer& layer) {
    return layer.heads.size() == 1 && !layer.heads[0].wq && !layer.heads[0].wk && !layer.heads[0].wv;
}

Sizes sizesOf(const Session& session, int layer) {
    const Text& keys = keyText(session);
    const Layer& l = session.layers.at(static_cast<std::size_t>(layer));
    Sizes sizes;
    sizes.tokens = session.text.tokens ? session.text.tokens->count() : 0;
    sizes.keyTokens = keys.tokens ? keys.tokens->count() : 0;
    sizes.d = columns(session.text.embeddings, 0);
    sizes.dContext = columns(keys.embeddings, 0);
    sizes.heads = static_cast<int>(l.heads.size());
    sizes.dk = columns(l.heads.at(0).wq, sizes.d);
    sizes.dv = columns(l.heads.at(0).wv, sizes.dContext);
    sizes.dOut = columns(l.wo, 0);
    return sizes;
}

Matrix tokenVectors(const Text& text) {
    const auto& ids = text.tokens->ids;
    Matrix x(static_cast<Index>(ids.size()), text.embeddings->cols());
    for (std::size_t i = 0; i < ids.size(); ++i) x.row(static_cast<Index>(i)) = text.embeddings->row(ids[i]);
    return x;
}

bool sameValues(const Session& a, const Session& b) {
    if (a.seed != b.seed || a.unknown != b.unknown || a.layers.size() != b.layers.size()) return false;
    if (!sameText(a.text, b.text) || a.context.has_value() != b.context.has_value()) return false;
    if (a.context && !sameText(*a.context, *b.context)) return false;
    for (std::size_t l = 0; l < a.layers.size(); ++l)
        if (!sameLayer(a.layers[l], b.layers[l])) return false;
    return true;
}

} // namespace headlight
