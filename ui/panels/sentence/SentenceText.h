#pragma once

#include "text/Tokens.h"

#include <QString>

namespace headlight {

/// Returns "8 tokens · 7 distinct · “are” shares one embedding".
QString tokenSummary(const Tokens&);

} // namespace headlight
