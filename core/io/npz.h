#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/Result.h"
#include "engine/Trace.h"
#include "session/Session.h"

namespace headlight {

/// A NumPy .npz (a ZIP, by libzip) of named .npy members, in the order given; same input, same bytes.
Result<void> writeNpz(const std::filesystem::path&, const std::vector<std::pair<std::string, std::string>>& members);

/// `headlight eval`: tokens, X, (X_kv,) Q, K, V, scores, scaled, weights, context as [heads, N, ...], concat, (output).
Result<void> writeTrace(const std::filesystem::path&, const Session&, const Trace&);

} // namespace headlight
