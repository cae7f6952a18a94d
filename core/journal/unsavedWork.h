#pragma once

#include "base/Watch.h"
#include "journal/WorkFolder.h"

#include <vector>

namespace headlight {

/// Unsaved work whose program has ended. Locked as long as this is there, so that no other program offers it, too.
struct UnsavedWork {
    std::filesystem::path folder;
    OpenFile lock;
    JournalNote note;
    std::filesystem::path text; ///< a session file
};

/// Unsaved work that cannot be restored, and why: "its checksum is wrong".
struct UnreadableWork {
    std::filesystem::path folder;
    std::string why;
};

struct FoundWork {
    std::vector<UnsavedWork> works; ///< the newest first
    std::vector<UnreadableWork> unreadable;
};

/// Looks through the folder that holds work folders. Removed are folders in which no session has been written yet, and
/// work that a file holds: a file that equals it, or the file to which its window saved that state or a later one if it
/// has not changed since. What is damaged or lacks its note is renamed, so that it is found once; what is of another
/// version stays.
/// Throws std::bad_alloc, and has removed or renamed nothing for that.
FoundWork findUnsavedWork(const std::filesystem::path& folder);

struct RestoredWork {
    SessionFile file;
    Session opened; ///< what the edits began with; else as the session is
};
Result<RestoredWork> readUnsavedWork(const UnsavedWork&, const Watch& watch = {});
void removeUnsavedWork(UnsavedWork);

} // namespace headlight
