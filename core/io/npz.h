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

/// Above this `tokens` would be mostly padding, for every token takes the room of the longest one.
inline constexpr std::size_t kMostTextArray = std::size_t(64) << 20;

/// `headlight eval`: tokens, X, (X_kv,) Q, K, V, scores, scaled, weights, context as [heads, N, ...], concat, (output).
/// If `tokens` would be larger than kMostTextArray, two others stand in its place: tokens_utf8 (|u1, all tokens one
/// behind the other) and tokens_offsets (<i8, [N + 1]); token i is bytes(tokens_utf8[offsets[i]:offsets[i+1]]).decode().
Result<void> writeTrace(const std::filesystem::path&, const Session&, const Trace&);

} // namespace headlight
