#pragma once

#include "session/Drawing.h"

#include <string>

namespace headlight {

/// The lines of Python that draw the same numbers with PyTorch on a CPU: embeddings [rows, d], weights [in, out] to be
/// applied as x W. Several heads are lists. Ends with a line feed.
std::string pythonOf(const Drawing&);

/// What one of its matrices is called there: "W_q[1]" of the second head, "layer2_W_o" of the second layer, whatever
/// the window counts from; "embeddings".
std::string pythonNameOf(const Drawing&, const DrawnPlace&);

} // namespace headlight
