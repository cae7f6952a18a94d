#pragma once

#include "words/Example.h"

#include <span>

namespace headlight {

std::span<const Example> examples(); ///< THE list, group by group
const Example& firstExample();       ///< open when the program starts without a file

} // namespace headlight
