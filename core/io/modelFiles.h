#pragma once

#include "base/Result.h"

#include <filesystem>
#include <vector>

namespace headlight {

/// Returns the files with the arrays of a model, of which `path` is the folder (as Hugging Face makes it), the index
/// model.safetensors.index.json, one of the parts that an index beside it names, or the only file. A Problem names a
/// folder without such a file and says how to convert what it has, or says what is wrong in the index.
Result<std::vector<std::filesystem::path>> filesOfModel(const std::filesystem::path& path);

} // namespace headlight
