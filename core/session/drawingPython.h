#pragma once

#include "session/Drawing.h"

#include <string>

namespace headlight {

/// Returns the lines of Python that draw the same numbers with PyTorch on a CPU: embeddings [rows, d], weights [in,
/// out] to be applied as x W. The matrices of several heads are lists. Ends with a line feed.
std::string pythonOf(const Drawing&);

} // namespace headlight
