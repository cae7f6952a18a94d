#pragma once

#include "base/Result.h"

#include <functional>

namespace headlight {

/// Returns about how many bytes the program can still allocate: what is free or can be freed in the system, within the
/// limits of the program (ulimit -v) and of its control group. Infinity if unknown. Takes about 50 microseconds.
double memoryLeft();

/// Returns a Problem if less than `bytes` and a rest for the window are left. Called before much memory is allocated;
/// up to 32 MB it does not ask the system. `what` ("Such a picture takes") and `advice` ("Give a smaller size.") begin
/// and end the sentence of the Problem.
Result<void> memoryFor(double bytes, const char* what, const char* advice);

/// Gives memory that was freed back to the system, after something that used much for a while, such as reading a file.
void returnFreedMemory();

/// Returns a size as text: "1.2 GB", "300 MB".
std::string bytesText(double bytes);

/// Replaces the system's answer, for tests; null restores it.
void setMemoryLeft(std::function<double()> left);

} // namespace headlight
