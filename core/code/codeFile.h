#pragma once

#include "base/Result.h"
#include "code/exportedCode.h"

#include <filesystem>

namespace headlight {

/// Writes the code of a session: a notebook if the name ends in .ipynb, else a script. Numbers that are too many for it
/// are written before it, to besideOf(path). Whether there were any.
Result<bool> writeCode(const std::filesystem::path& path, const Session&, std::span<const Trace> layers, CodeLibrary);
/// "a.numbers.npz" of "a.py".
std::filesystem::path besideOf(std::filesystem::path path);
/// Whether there is no such file, or one that the code at `path` names: an earlier export wrote both.
bool isBesideFree(const std::filesystem::path& path);

} // namespace headlight
