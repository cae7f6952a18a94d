#pragma once
// The files that saving writes aside, and what is left of them after a kill. Private to core/io.

#include "io/fileCalls.h"

#include <string>
#include <string_view>

namespace headlight {

/// ".lesson.headlight.headlight-x3k9qz", another one each time: so that a person who finds it after a power cut knows
/// whose it is.
std::string nameAside(const std::string& name);

/// Locks what was just made aside, until it is closed. False where another program took it for litter before.
bool isHeld(int file);

/// How all such names of one file begin.
std::string_view beginOf(std::string_view aside);

/// Removes what begins like that in the open folder, and is held by nobody. Takes no memory.
void clearLitter(int folder, std::string_view begin, const FileCalls& calls);

} // namespace headlight
