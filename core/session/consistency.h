#pragma once

#include "session/Session.h"

#include <optional>
#include <string>

namespace headlight {

/// Empty if all sizes fit together and every limit holds (Limits.h); else the first thing wrong, naming the field as
/// in the session file ("layers[0].heads[1].W_k: 3 rows, but the embeddings have 2 columns").
std::optional<std::string> firstInconsistency(const Session&);
/// The same of layers and positions alone, for a verb and its user: "Layer 2, residual: ...".
Result<void> fits(const Session&);

} // namespace headlight
