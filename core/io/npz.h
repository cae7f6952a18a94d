#pragma once

#include "attention/TraceReader.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One array of a .npz. `npy` makes its .npy when its turn has come, or its beginning: then `more(0)`, `more(1)` and so
/// on follow, up to the first that is empty. Bytes live only until they are written.
struct NpzMember {
    std::string name;
    std::size_t aboutBytes; ///< that are in memory at a time: for the Problem
    std::function<std::string()> npy;
    std::function<std::string(std::size_t)> more = {};
};

/// A NumPy .npz (a ZIP) of named members, in the order given; same input, same bytes. Takes the memory of what a member
/// makes at a time; too little is a Problem.
Result<void> writeNpz(const std::filesystem::path&, const std::vector<NpzMember>& members);

/// Above this `tokens` would be mostly padding, for every token takes the room of the longest one.
inline constexpr std::size_t kMaxTextArray = std::size_t(64) << 20;

/// `headlight eval`: tokens, embeddings, of a second sentence tokens_kv and embeddings_kv, then the stages that the
/// layer has under their names (StageInfo::id), those of heads as [heads, N, ...]. Of several layers positions and
/// X_kv once, layer1.X ... layer2.result, and the rollout of the last. If `tokens` would be larger than kMaxTextArray,
/// two others stand in its place: tokens_utf8 (|u1, all tokens one behind the other) and tokens_offsets (<i8, [N + 1]);
/// token i is bytes(tokens_utf8[offsets[i]:offsets[i+1]]).decode(). At the end `session`, the session's text as |u1,
/// unless that is empty: readSession() reads the session from it. Too little memory is a Problem. Stages are read by a
/// few MB of rows; what cannot be read is the Problem.
Result<void> writeTrace(const std::filesystem::path&, const Session&, TraceReader& layers,
                        std::string_view sessionText = {}, const Watch& watch = {});
Result<void> writeTrace(const std::filesystem::path&, const Session&, std::span<const Trace> layers,
                        std::string_view sessionText = {});

} // namespace headlight
