#pragma once

#include "text/Tokens.h"

#include <QString>

namespace headlight {

/// Returns "8 tokens · 7 distinct · “are” shares one embedding". `areRead`: false if nothing reads the embeddings.
QString tokenSummary(const Tokens&, bool areRead = true);

} // namespace headlight
