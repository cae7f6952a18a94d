#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// Finds the old token that each new token comes from: result[i] is an index of `before`, or -1 if token i is new. The
/// indices ascend, so that no token is moved.
///
/// Tokens of equal text are paired along a longest common subsequence: the common start, the common end, then the rest.
/// If there are several such subsequences, the rest takes the one whose last pair is earliest in `before`, then
/// earliest in `after`; the pairs before it are chosen in this way, too. Between two pairs, the remaining old and new
/// tokens are paired in order (a replaced word keeps its place). Tokens without a partner were deleted or are new.
///
/// The result is exact at any length. It takes at most before * after / 32 steps and before * sqrt(after) / 4 bytes:
/// two texts of 65,536 tokens in different orders take 0.2 s and 6 MB. Pure; any thread.
std::vector<int> cameFrom(std::span<const std::string> before, std::span<const std::string> after);

/// Returns the new index of the old token `at`. If it was deleted, returns that of the nearest old token that was not
/// (of two, the later one); if all were deleted, `at`.
int nearestPlace(std::span<const int> cameFrom, int at);

} // namespace headlight
