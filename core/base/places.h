#pragma once

#include <string>

namespace headlight {

// What a person calls a place that the program counts from 0: from 1, unless the window is told otherwise. The names in
// files, and of what a backend answers, count from 1 whatever a person likes.

void countFrom(int first); ///< 0 or 1; any thread
int numberOf(int place);
int placeOf(int number); ///< and back

/// A place within a text that is kept, as the name of a step is: withNumbers() says it as one counts by then.
std::string keptPlace(int place);
std::string withNumbers(const std::string& kept);

} // namespace headlight
