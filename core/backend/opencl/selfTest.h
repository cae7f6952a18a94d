#pragma once

#include "backend/Backend.h"

#include <string>

namespace headlight {

/// Computes small layers, with all that a layer may have (a layer norm and sums only if it has doubles), before and
/// after a token goes and another one comes, and compares it with the CPU. Empty, or what is wrong, as the end of a
/// sentence without its full stop. Throws what the backend throws.
std::string selfTest(Backend& backend, bool hasDoubles);

} // namespace headlight
