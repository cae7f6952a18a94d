#pragma once

#include "backend/Backend.h"

#include <string>

namespace headlight {

/// Computes a small layer with every stage but those of a second sentence, with a layer norm if it has doubles, before
/// and after a token goes and another one comes, and compares it with the CPU. Empty, or what is wrong, as the end of a
/// sentence without its full stop. Throws what the backend throws.
std::string selfTest(Backend& backend, bool hasDoubles);

} // namespace headlight
