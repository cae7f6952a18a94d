#pragma once
// A driver may end the process that calls it, never return, or print. So each is called first in a process of its own,
// which does what this one is about to do: `headlight try-device ID`.

#include "backend/backends.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <QString>

#include <cstdio>
#include <string>
#include <vector>

namespace headlight {

/// `program` is started for each trial; empty, as it is in tests: drivers are called here at once. `isVerbose`: what
/// they print is shown.
void setDriverTrial(const QString& program, bool isVerbose);

/// Whether drivers may be called here, to make what `id` stands for (backends.h); empty: to look for devices. If so,
/// what they print from now on is dropped. `watch` is asked now and then. At once if no device is meant. Any thread.
Result<void> tried(const std::string& id, const Watch& watch);

/// The same on the command line, where nothing but time ends it.
Result<void> triedInTime(const std::string& id);

/// THE list where devices cannot be looked for.
std::vector<BackendInfo> listWithoutDevices(const std::string& why);

/// The process of its own. The exit status is 0, whether there is such a device or not.
int runTrial(const std::string& id);

/// Standard output and standard error, also after what else is printed there is dropped: for the program's own
/// sentences.
std::FILE* results();
std::FILE* messages();

} // namespace headlight
