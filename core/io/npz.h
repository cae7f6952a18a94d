#pragma once

#include "attention/TraceReader.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// An array of a .npz. When its turn has come, `npy` makes its .npy, or only the beginning: then more(0), more(1) and
/// so on follow, up to the first empty one. Bytes live only until they are written.
struct NpzMember {
    std::string name;
    std::size_t aboutBytes; ///< bytes in memory at a time, for the text of a Problem
    std::function<std::string()> npy;
    std::function<std::string(std::size_t)> more = {};
};

/// Writes a NumPy .npz (a ZIP) of named members, in the order given; the same input gives the same bytes. Only the
/// bytes that a member makes at a time are in memory; too little memory is a Problem.
Result<void> writeNpz(const std::filesystem::path&, const std::vector<NpzMember>& members);

/// The maximum bytes of `tokens`, in which every token takes the space of the longest; above, writeTrace() splits it.
inline constexpr std::size_t kMaxTextArray = std::size_t(64) << 20;

/// Writes the .npz of `headlight eval`: tokens, embeddings, for a second sentence tokens_kv and embeddings_kv, then the
/// stages that the layer has under their names (StageInfo::id), those of heads as [heads, N, ...]. Several layers give
/// positions and X_kv once, layer1.X ... layer2.result, and the rollout of the last. If `tokens` would be larger than
/// kMaxTextArray, two arrays replace it: tokens_utf8 (|u1, all tokens joined) and tokens_offsets (<i8, [N + 1]); token
/// i is bytes(tokens_utf8[offsets[i]:offsets[i+1]]).decode(). The last array is `session`, the session's text as |u1,
/// unless that is empty: readSession() reads the session from it. Stages are read by a few MB of rows. Rows that cannot
/// be read, and too little memory, are a Problem.
Result<void> writeTrace(const std::filesystem::path&, const Session&, TraceReader& layers,
                        std::string_view sessionText = {}, const Watch& watch = {});

} // namespace headlight
