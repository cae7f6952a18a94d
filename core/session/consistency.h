#pragma once

#include "session/Session.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Returns nothing if all sizes fit together and every limit holds (Limits.h); else the first thing wrong, naming the
/// field as in the session file ("layers[0].heads[1].W_k: 3 rows, but the embeddings have 2 columns").
std::optional<std::string> firstInconsistency(const Session&);
/// Returns the first thing wrong in a vocabulary whose table has `rows` rows; `where` names the vocabulary.
std::optional<std::string> firstInconsistency(const std::vector<VocabularyEntry>&, Index rows,
                                              const std::string& where);
/// Returns the session that an edit has made, or a Problem if layers or positions do not fit: "Layer 2, residual: ...".
Result<Session> ifFits(Session);

} // namespace headlight
