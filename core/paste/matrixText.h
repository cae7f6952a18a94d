#pragma once
// core/paste: numbers that people paste and copy, as text. Knows no session and no file, and of the core base alone.
// Pure functions, safe from any thread.

#include "base/Matrix.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <string>
#include <string_view>

namespace headlight {

/// A block of numbers as people paste it: tab-, comma-, semicolon- or blank-separated lines; NumPy's print and repr
/// ([[1. 2.] [3. 4.]], array([[...]])); PyTorch's tensor([[...]], device=..., dtype=...); JSON; one bare number.
/// Decimal commas are understood where tabs or semicolons separate. A one-dimensional list is one row. Problems name
/// line and column of what is not a number, or the two rows whose lengths differ; values must be finite.
/// `watch` is asked at the end of each row; that it does not go on is a Problem.
Result<Matrix> matrixFromText(std::string_view pasted, const Watch& watch = {});

/// Tab-separated lines that read back exactly: what Copy puts on the clipboard.
std::string matrixAsTsv(const Matrix&);

} // namespace headlight
