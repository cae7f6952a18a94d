#pragma once

#include "session/Drawing.h"

#include <string>

namespace headlight {

/// Returns the lines of Python that draw the same numbers with PyTorch on a CPU: embeddings [rows, d], weights [in,
/// out] to be applied as x W. The matrices of several heads are lists. Ends with a line feed.
std::string pythonOf(const Drawing&);

/// Returns the name of a matrix in that Python: "W_q[1]" of the second head, "layer2_W_o" of the second layer, whatever
/// the window counts from; "embeddings".
std::string pythonNameOf(const Drawing&, const DrawnPlace&);

} // namespace headlight
