#pragma once

#include "base/Matrix.h"
#include "base/Result.h"

#include <string_view>

namespace headlight {

/// Returns a pasted mask [queries, keys] in which 1 means "may attend". The text is read as by matricesFromText() and
/// has 1 or True where a query may attend and 0 or False where not, or 0 and minus infinity (or less than -1,000), as
/// models add it to scores. One row or column of `keys` numbers holds for every query. Of several matrices, the first
/// with a fitting shape is taken. Problems: other shapes or numbers, and zeros alone, which may mean both.
Result<Matrix> maskFromText(std::string_view text, Index queries, Index keys);

/// Returns the mask that these numbers are, by the same rules.
Result<Matrix> maskOfNumbers(Matrix numbers, Index queries, Index keys);

} // namespace headlight
