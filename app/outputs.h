#pragma once

#include "base/Result.h"
#include "commandLine.h"

#include <functional>

namespace headlight {

/// Runs a command for each of its files, with an output for each: `-o FOLDER/ --format F` names it after the file, and
/// `-o - --format F` writes it to standard output. Prints Problems; the exit status is 2 after one. Nothing is run if
/// two outputs would have one name, or if standard output is a terminal and the format is not text.
int runForEachFile(const Command&, const std::function<Result<void>(const Command&)>& run);

/// Says a mistake in the combination of FILE, --output and --format; empty if there is none.
std::string mistakeInOutput(const Command&);

inline constexpr const char* kNoFont =
    "There is no font, and each letter would be a box. Install one, such as the package fonts-dejavu-core.";

/// Prints "headlight: `sentence`" on standard error.
void warn(const std::string& sentence);
int fail(const std::string& sentence); ///< the same; returns 2

} // namespace headlight
