#pragma once

#include "session/Session.h"

#include <QString>

#include <filesystem>

namespace headlight {
class Workbench;
struct ViewState;
} // namespace headlight

namespace headlight::monkey {

/// Checks that hold whenever no work is in progress. Each returns an empty text, or what is wrong.

bool isSettled(const ViewState&); ///< true if the frame is that of the present session

QString wrongSession(Workbench&);     ///< finds an inconsistent session, or one that changes when saved and read
QString wrongFrame(const ViewState&); ///< finds a bit that differs from a fresh Engine's frame; only when settled
QString wrongFile(Workbench&);        ///< finds a file that differs from the session that counts as saved in it
/// Finds a journal folder that does not hold the session `lost` for the next start.
QString wrongJournals(const std::filesystem::path& folder, const Session& lost);
/// Checks that undoing all gives `first` (unless the oldest steps were trimmed), and that redoing all gives the present
/// session. Returns to the present step.
QString wrongHistory(Workbench&, const Session& first);

} // namespace headlight::monkey
