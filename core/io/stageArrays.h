#pragma once
// Private to core/io: stages of layers as arrays, which are read by a few MB of rows at a time, and parameters.

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

/// Thrown by StageArray::numbers if rows cannot be read, or if the watch does not go on.
struct NotRead {
    Problem problem;
};

struct StageArray {
    std::string name;
    std::vector<std::int64_t> shape; ///< [rows, cols]; of all heads [heads, rows, cols]
    std::size_t aboutBytes = 0;      ///< the bytes of a piece
    /// Returns the bytes (<f4) of the pieces 0, 1 ...; the first empty one ends them.
    std::function<std::string(std::size_t)> numbers;

    std::uint64_t bytes() const;
};

/// Returns a stage of one head (from 0), or of all heads (-1). `layers` and `watch` must outlive the array.
StageArray stageArray(const std::string& name, TraceReader& layers, std::size_t layer, Stage stage, int head,
                      const Watch& watch);

NpzMember npzMember(const StageArray&);

/// Returns all stages that there are, with the names of `headlight eval`: see writeTrace().
std::vector<StageArray> stageArrays(TraceReader& layers, const Watch& watch);

/// Returns a parameter as [rows, cols], of all heads as [heads, rows, cols]; a vector has no rows: [cols]. There are no
/// pieces if the session does not have the parameter.
StageArray parameterArray(const std::string& name, const Session&, const ParameterRef&);
struct ParameterArray {
    ParameterRef ref; ///< its head is kAllHeads if the array has all heads
    StageArray array;
};
/// Returns X and all parameters that are computed with, by names that arraySet() knows: W_q, of several layers
/// layer2.W_q. With `areAll` also those that the session does not have, without pieces.
std::vector<ParameterArray> parameterArrays(const Session&, bool areAll = false);

/// Returns `tokens` and `tokens_kv`, or the arrays that replace them: see writeTrace(). They refer to the session.
std::vector<NpzMember> tokenMembers(const Session&);
/// Returns the array `session`: see writeTrace(). It refers to the text.
NpzMember sessionMember(std::string_view text);

} // namespace headlight
