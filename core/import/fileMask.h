#pragma once

#include "base/Matrix.h"
#include "base/Result.h"
#include "io/arrays.h"

#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

/// A mask [queries, keys] of a file, in which 1 means "may attend".
struct FileMask {
    Matrix cells;
    std::string said; ///< "1 means that a query may attend."
};

/// Takes an array for a mask by the rules of pasting (paste/matrixText.h); sides of 1 may stand before its sides. A
/// square of 0 and 1 that hides each token from itself means the opposite, and so does a key_padding_mask.
Result<FileMask> maskIn(const NamedArray&, Index queries, Index keys);

/// Returns the mask that is all that a file of arrays, or a .csv or .tsv, has; nothing if it has something else. An
/// array with the name of a mask that cannot be one is a Problem. Reads the file.
Result<std::optional<FileMask>> maskInFile(const std::filesystem::path&, Index queries, Index keys);

} // namespace headlight
