#pragma once

#include <QString>

#include "text/Tokens.h"

namespace headlight {

/// "8 tokens · 7 distinct · “are” shares one embedding".
QString tokenSummary(const Tokens&);

} // namespace headlight
