#pragma once

#include "base/Watch.h"
#include "paste/matrixText.h"

#include <filesystem>

namespace headlight {

/// Returns the matrices of a file, for one table. In a .npy, .npz or .safetensors they are the arrays of at most two
/// dimensions, and the heads of those of three ([heads, rows, columns]). Any other file is read as pasted text (CSV,
/// TSV, JSON and others). A Problem is one sentence that names the file.
Result<PastedText> matricesFromFile(const std::filesystem::path&, const Watch& watch = {});

} // namespace headlight
