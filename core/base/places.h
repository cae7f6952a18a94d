#pragma once

#include <atomic>

namespace headlight {

// The program numbers places (of tokens, heads, layers) from 0; a person sees them numbered from 1, or from 0 if that
// is set in the window. Names in files, and those of a backend's answers, always count from 1. Any thread.

inline std::atomic<int> firstPlace = 1; ///< the number of the first place: 0 or 1

inline int numberOf(int place) { return place + firstPlace; }  ///< returns the number that a person sees
inline int placeOf(int number) { return number - firstPlace; } ///< returns the place that a person sees as this number

} // namespace headlight
