#pragma once

namespace headlight {

// The program numbers places (of tokens, heads, layers) from 0; a person sees them numbered from 1, or from 0 if that
// is set in the window. Names in files, and those of a backend's answers, always count from 1. Any thread.

void countFrom(int first); ///< sets the number of the first place: 0 or 1
int numberOf(int place);   ///< returns the number that a person sees
int placeOf(int number);   ///< returns the place that a person sees as this number

} // namespace headlight
