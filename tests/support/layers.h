#pragma once
// Small sessions of several layers, and edits of them.

#include "session/edits.h"

#include <functional>

namespace headlight::testing {

using Edit = std::function<Result<Session>(const Session&)>;

/// Returns "a b c" with d = 5, and in each layer two heads of d_k 3 and d_v 2. No layer has a W_o, so that each layer
/// above reads 4 columns.
inline Session sample(int layers = 2) {
    Session session = *withSentence(*withTokenizer(newSession(9, 5, 2, 3, 2), {"whitespace", ""}), "a b c");
    for (int l = 1; l < layers; ++l) session = *withOptional(*withLayerAdded(session), l, Parameter::Wo, false);
    return session;
}

inline Session withOutput(const Session& session, int layer) {
    return *withOptional(session, layer, Parameter::Wo, true);
}

inline const Matrix& block(const Session& session, int layer, Parameter parameter, int head = 0) {
    return *valueOf(session, {parameter, layer, head})->kept;
}

} // namespace headlight::testing
