#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "code/exportedCode.h"

#include <filesystem>

namespace headlight {

/// Writes the code of a session: a notebook if the name ends in .ipynb, else a script. If it has too many numbers for
/// the code (needsBeside), writes these first, to besideOf(path).
Result<void> writeCode(const std::filesystem::path& path, const Session&, CodeLibrary, const Watch& watch = {});
/// Returns "a.numbers.npz" for "a.py".
std::filesystem::path besideOf(std::filesystem::path path);
/// True if besideOf(path) does not exist, or the code at `path` names it: an earlier export wrote both.
bool isBesideFree(const std::filesystem::path& path);

} // namespace headlight
