#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// Which old token each new token comes from: result[i] is an index of `before` or -1 for a new one; ascending among
/// those that have one, so that nothing is moved.
///
/// Anchors are a longest common subsequence of the texts: first the common start, then the common end, then the rest.
/// Of several the rest takes the one whose last pair stands earliest in `before`, then earliest in `after`; then the
/// same for the pair in front of it, and so on. Between two anchors old and new tokens are paired in order (a word
/// typed over keeps its place); what is left over is deleted, or new.
///
/// Exact at any length, before * after / 64 steps and 16 bytes for 64 pairs: two texts of 8,192 tokens that have
/// nothing in common need some milliseconds and 16 MB. Pure; any thread.
std::vector<int> cameFrom(std::span<const std::string> before, std::span<const std::string> after);

/// The other direction, of what cameFrom gave: for each of `before` old tokens its new index, or -1 if it is gone.
std::vector<int> wentTo(std::span<const int> cameFrom, std::size_t before);

/// Where old token `at` is now; if it is gone, the nearest one that is not (of two the later); `at` if all are gone.
int nearestPlace(std::span<const int> cameFrom, int at);

} // namespace headlight
