#pragma once

#include "base/Result.h"

#include <functional>

namespace headlight {

/// About how many bytes the system would still give this program: of what is free or can be freed, and of what the
/// program, or the group of programs that it runs in, may have. Infinity where nobody says. Some 50 microseconds.
double memoryLeft();

/// Before something that takes much of it: a Problem if there is not so much left, and some for the window that goes
/// on. What is little is granted without asking the system. `what` and `advice`: "Such a picture takes 1.2 GB of
/// memory, ... Give a smaller size."
Result<void> memoryFor(double bytes, const char* what, const char* advice);

/// "1.2 GB", "300 MB"
std::string bytesText(double bytes);

/// For tests: what is left; null: what the system says.
void setMemoryLeft(std::function<double()> left);

} // namespace headlight
