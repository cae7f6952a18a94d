#pragma once

#include "words/Example.h"

#include <span>

namespace headlight {

std::span<const Example> examples(); ///< all examples, group by group
const Example& firstExample();       ///< the one with which the program starts without a file

} // namespace headlight
