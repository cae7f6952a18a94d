#pragma once

#include "attention/program.h"

#include <cstddef>

namespace headlight {

/// Says what an operation does, as a paragraph of a textbook. Empty: its line belongs to the paragraph before.
const char* paragraph(const Op&, std::size_t heads);

} // namespace headlight
