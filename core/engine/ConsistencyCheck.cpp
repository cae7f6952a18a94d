#include "engine/ConsistencyCheck.h"

#include <algorithm>

namespace headlight {
namespace {

bool sameSize(const FrozenMatrix& a, const FrozenMatrix& b) {
    return a == b || (a && b && a->rows() == b->rows() && a->cols() == b->cols());
}

bool alike(const Text& a, const Text& b) {
    return a.vocabulary == b.vocabulary && a.tokens == b.tokens && sameSize(a.embeddings, b.embeddings);
}

bool alike(const Head& a, const Head& b) {
    return sameSize(a.wq, b.wq) && sameSize(a.wk, b.wk) && sameSize(a.wv, b.wv) && sameSize(a.bq, b.bq) &&
           sameSize(a.bk, b.bk) && sameSize(a.bv, b.bv);
}

bool alike(const Layer& a, const Layer& b) {
    return a.options == b.options && sameSize(a.wo, b.wo) && sameSize(a.bo, b.bo) &&
           std::equal(a.heads.begin(), a.heads.end(), b.heads.begin(), b.heads.end(),
                      [](const Head& x, const Head& y) { return alike(x, y); });
}

bool alike(const Session& a, const Session& b) {
    return alike(a.text, b.text) && a.context.has_value() == b.context.has_value() &&
           (!a.context || alike(*a.context, *b.context)) &&
           std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(),
                      [](const Layer& x, const Layer& y) { return alike(x, y); });
}

} // namespace

std::optional<std::string> ConsistencyCheck::operator()(const Session& session) {
    if (!passed_ || !alike(*passed_, session)) {
        ++looks_;
        passed_.reset();
        if (auto complaint = firstInconsistency(session)) return complaint;
    }
    passed_ = session; // and no older one, whose blocks would stay in memory
    return {};
}

} // namespace headlight
