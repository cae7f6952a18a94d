#include "engine/ConsistencyCheck.h"

#include "session/consistency.h"

#include <algorithm>

namespace headlight {
namespace {

bool sameSize(const FrozenMatrix& a, const FrozenMatrix& b) {
    return a == b || (a && b && a->rows() == b->rows() && a->cols() == b->cols());
}

bool alike(const Text& a, const Text& b) {
    return a.vocabulary == b.vocabulary && a.tokens == b.tokens && a.embeddings.rows() == b.embeddings.rows() &&
           a.embeddings.cols() == b.embeddings.cols();
}

bool alike(const Layer& a, const Layer& b) {
    return a.options == b.options && a.heads.size() == b.heads.size() && a.residual == b.residual;
}

bool alike(const Session& a, const Session& b) {
    bool same = alike(a.text, b.text) && a.source.has_value() == b.source.has_value() &&
                (!a.source || alike(*a.source, *b.source)) &&
                std::ranges::equal(a.layers, b.layers, [](const Layer& x, const Layer& y) { return alike(x, y); });
    if (same)
        forEachParameter(
            a, [&](const ParameterRef& ref, const FrozenMatrix& x) { same = same && sameSize(x, *slotOf(b, ref)); });
    return same;
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
