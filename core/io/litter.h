#pragma once
// The files that saving writes aside, and what is left of them after a kill. Private to core/io.

#include "io/fileCalls.h"

#include <string>

namespace headlight {

/// ".lesson.headlight.headlight-x3k9qa", another one each time: so that a person who finds it after a power cut knows
/// whose it is.
std::string nameAside(const std::string& name);

/// Locks what was just made aside, until it is closed. False where another program took it for litter before.
bool isHeld(int file);

/// Removes what is aside of that file in the folder, open as `folder` and of that path, and held by nobody.
void clearLitter(int folder, const std::filesystem::path& path, const std::string& name, const FileCalls& calls);

} // namespace headlight
