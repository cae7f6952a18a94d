#pragma once

#include "backend/Backend.h"

#include <string>

namespace headlight {

/// Computes small layers, with all that a layer may have (a layer norm and sums only if the device has doubles), before
/// and after a token goes and another one comes, and compares them with the CPU. Returns what is wrong, as the end of a
/// sentence without its full stop; else empty. Throws what the backend throws.
std::string selfTest(Backend& backend, bool hasDoubles);

} // namespace headlight
