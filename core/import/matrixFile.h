#pragma once

#include "base/Watch.h"
#include "paste/matrixText.h"

#include <filesystem>

namespace headlight {

/// The matrices of a file, for one table: the arrays of a .npy, .npz or .safetensors that have at most two dimensions,
/// of three ([heads, rows, columns]) each head's; of another file those of its text, as of a pasted one (CSV, TSV, JSON
/// and others). A Problem is one sentence that names the file.
Result<PastedText> matricesFromFile(const std::filesystem::path&, const Watch& watch = {});

} // namespace headlight
