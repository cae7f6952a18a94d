#pragma once

#include "session/Session.h"

#include <optional>
#include <string>

namespace headlight {

/// Empty if all sizes fit together and every limit holds (Limits.h); else the first thing wrong, naming the field as
/// in the session file ("layers[0].heads[1].W_k: 3 rows, but the embeddings have 2 columns").
std::optional<std::string> firstInconsistency(const Session&);
/// The same of the layers alone.
std::optional<std::string> firstMisfit(const Session&);

/// What is wrong with dropout of so many cells, if anything.
std::optional<std::string> tooManyToDraw(const Sizes&);

/// Without weights queries and keys are what the layer reads, and so must be as wide: a Problem where they are not.
Result<void> mayBeSimplified(const Session&, int layer);

/// The same for a verb, of what it would make: what a person has done is said in a person's words.
Result<void> fits(const Session&);

} // namespace headlight
