#pragma once

#include "session/Session.h"

#include <QString>

#include <filesystem>

namespace headlight {
class Workbench;
struct ViewState;
} // namespace headlight

namespace headlight::monkey {

/// What must be true at any time that nothing is under way. Each returns an empty text, or what is wrong.

bool isSettled(const ViewState&); ///< the frame answers the session

QString wrongSession(Workbench&);     ///< inconsistent, or it does not survive its file
QString wrongFrame(const ViewState&); ///< differs from a fresh Engine's in a bit; only when settled
QString wrongFile(Workbench&);        ///< what counts as saved is not what its file says
/// What is kept in a folder for the next start is not this one.
QString wrongJournals(const std::filesystem::path& folder, const Session& lost);
/// Undoing all gives `first` (unless the oldest steps are gone), making all again gives the present session. Goes there
/// and back.
QString wrongHistory(Workbench&, const Session& first);

} // namespace headlight::monkey
