#pragma once
// Private to core/io: the stages of some layers as arrays, which are read by a few MB of rows, and parameters.

#include "attention/TraceReader.h"
#include "base/Watch.h"
#include "io/npz.h"
#include "session/Session.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What `numbers` throws where rows cannot be read, or the watch does not go on.
struct NotRead {
    Problem problem;
};

struct StageArray {
    std::string name;
    std::vector<std::int64_t> shape; ///< of heads [heads, rows, cols]
    std::size_t aboutBytes = 0;      ///< that a piece has
    /// The bytes (<f4) of the pieces 0, 1 ...; the first empty one ends them.
    std::function<std::string(std::size_t)> numbers;

    std::uint64_t bytes() const;
};

/// `head`: from 0; -1: all of them. `layers` and `watch` must outlive it.
StageArray stageArray(const std::string& name, TraceReader& layers, std::size_t layer, Stage stage, int head,
                      const Watch& watch);

NpzMember npzMember(StageArray);

/// All that there are, by the names that `headlight eval` gives them: see writeTrace().
std::vector<StageArray> stageArrays(TraceReader& layers, const Watch& watch);

/// A parameter [rows, cols], or of all heads [heads, rows, cols]; of vectors without rows. Without pieces if it is not
/// there.
StageArray parameterArray(const std::string& name, const Session&, const ParameterRef&);
/// All that are computed with, and X, by names that arraySet() knows: W_q, of several layers layer2.W_q.
struct ParameterArray {
    ParameterRef ref; ///< its head: kAllHeads where the array is of all heads
    StageArray array;
};
/// `areAll`: also those that are not there, without pieces.
std::vector<ParameterArray> parameterArrays(const Session&, bool areAll = false);

/// `tokens` and `tokens_kv`, or what stands in their place: see writeTrace(). They refer to the session.
std::vector<NpzMember> tokenMembers(const Session&);
/// `session`: see writeTrace(). It refers to the text.
NpzMember sessionMember(std::string_view text);

} // namespace headlight
