#pragma once

#include "base/Watch.h"
#include "journal/WorkFolder.h"

#include <vector>

namespace headlight {

/// Unsaved work whose program has ended. It is locked during the life of this object, so that no other program offers
/// it.
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

/// Finds unsaved work in the folder that contains the work folders. Removes folders in which no session has been
/// written yet, and work that is also in a file: in one that equals it, or in the one to which its window saved this
/// state or a later one, if that has not changed since. Damaged work, and work without a note, is renamed, so that it
/// is found only once; work of a newer version stays. Throws std::bad_alloc; it removes or renames nothing for lack of
/// memory.
FoundWork findUnsavedWork(const std::filesystem::path& folder);

struct RestoredWork {
    SessionFile file;
    Session opened; ///< the session before the edits, or `file` if that cannot be read
};
Result<RestoredWork> readUnsavedWork(const UnsavedWork&, const Watch& watch = {});
void removeUnsavedWork(UnsavedWork);

} // namespace headlight
