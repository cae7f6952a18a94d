#pragma once

#include "commandLine.h"

#include <functional>

namespace headlight {

/// Runs a command for each of its files, with an output for each: `-o FOLDER/ --format F` names it after the file, and
/// `-o - --format F` writes it to standard output. Returns the largest exit status. Status 2 and nothing run if two
/// outputs would have one name, or if standard output is a terminal and the format is not text.
int runForEachFile(const Command&, const std::function<int(const Command&)>& run);

/// Says a mistake in the combination of FILE, --output and --format; empty if there is none.
std::string mistakeInOutput(const Command&);

/// Prints "headlight: `sentence`" on standard error and returns 2.
int fail(const std::string& sentence);

} // namespace headlight
