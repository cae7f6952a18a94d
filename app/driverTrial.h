#pragma once
// A driver may end the process that calls it, never return, or print. So each is called first in a separate process,
// which does what this process is about to do: `headlight try-device ID`.

#include "backend/backends.h"
#include "base/Result.h"
#include "base/Watch.h"

#include <QString>

#include <cstdio>
#include <string>
#include <vector>

namespace headlight {

/// Sets the program that is started for each trial. If it is empty, as in tests, drivers are called without a trial.
/// `isVerbose`: their output is shown.
void setDriverTrial(const QString& program, bool isVerbose);

/// Tries whether drivers may be called in this process, to make the backend `id` (backends.h), or to look for devices
/// if it is empty. If so, their output is dropped from now on. `watch` is asked every 50 ms. Returns at once if no
/// device is meant. May be called on any thread.
Result<void> tried(const std::string& id, const Watch& watch);

/// Calls tried() for the command line; it ends after 10 minutes.
Result<void> triedInTime(const std::string& id);

/// Returns the list of backends if devices cannot be looked for.
std::vector<BackendInfo> listWithoutDevices(const std::string& why);

/// Does the trial in the separate process. The exit status is 0, whether there is such a device or not.
int runTrial(const std::string& id);

/// Return standard output and standard error for the program's own sentences, also after all other output to them is
/// dropped.
std::FILE* results();
std::FILE* messages();

} // namespace headlight
