#pragma once

namespace headlight {

// What a person calls a place that the program counts from 0: from 1, unless the window is told otherwise. The names in
// files, and of what a backend answers, count from 1 whatever a person likes.

void countFrom(int first); ///< 0 or 1; any thread
int numberOf(int place);
int placeOf(int number); ///< and back

} // namespace headlight
