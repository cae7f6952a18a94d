#pragma once

#include "base/Matrix.h"
#include "base/Result.h"
#include "import/arrayNames.h"
#include "session/Limits.h"
#include "session/Mask.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace headlight {

/// A mask [queries, keys] of a file, in which 1 means "may attend".
struct FileMask {
    Matrix cells;
    std::string said; ///< "1 means that a query may attend."
};

inline constexpr int kMaxMaskBesideX = 1 << 20; ///< cells; a model may have a mask in each layer

/// Returns what 1 means in a mask: it hides where it would be added to scores; else its name says it, or, in squares,
/// that tokens attend to themselves.
Ones onesOf(const NamedArray&);
bool hidesNothing(const NamedArray&); ///< false without numbers

/// Takes an array for a mask by the rules of pasting (paste/matrixText.h), with the meaning of onesOf(), or else that 1
/// attends; sides of 1 may stand before its sides. A Problem if it would have more than `most` cells.
Result<FileMask> maskIn(const NamedArray&, Index queries, Index keys, int most = kMaxMaskCells);

/// Returns the mask that the zeros of weights show which all of the [rows, cols] have: hidden keys, which are 0 in all
/// rows, with the causal mask or without; else a custom mask of all zeros. In one head alone, small weights may be
/// rounded to 0, so it shows no custom mask.
Mask maskOfZeros(std::span<const float> weights, Index rows, Index cols);

/// Returns the mask that is all that a file of arrays, or a .csv or .tsv, has; nothing if it has something else. An
/// array with the name of a mask that cannot be one is a Problem. Reads the file.
Result<std::optional<FileMask>> maskInFile(const std::filesystem::path&, Index queries, Index keys);

} // namespace headlight
