#pragma once
// core/journal: stores unsaved work as session files, so that a crash loses only the last seconds. It does not use Qt.
//
// Each unsaved session has a folder of its own, NAME.unsaved, with these files:
//   note.json           facts about the session (JournalNote), and the name, size and CRC-32 of its text
//   12.headlight        the session's text, as in any session file; each state has a new number, which the note names
//   opened.headlight    the session before the edits
//   saved.json          the state that was last saved to a file, with the name and checksum of that file
//   lock                a file that is locked by the program that has the session open

#include "base/Result.h"
#include "io/SeenFile.h"
#include "io/fileCalls.h"
#include "io/sessionFile.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

/// Facts about a session beside its text.
struct JournalNote {
    std::string title;            ///< its name for the user
    std::string file;             ///< its file; empty if it has none yet
    std::optional<SeenFile> seen; ///< that file, as it was read or written last
    std::uint64_t edits = 0;      ///< the number of edits since then
    std::int64_t time = 0;        ///< the time of the last edit, in seconds since 1970
    std::uint64_t state = 0;      ///< a number that grows with the window's states, so that the later one is known
    friend bool operator==(const JournalNote&, const JournalNote&) = default;
};

/// The folder of one unsaved session of this program. Used by one thread at a time.
class WorkFolder {
public:
    explicit WorkFolder(std::filesystem::path path);

    /// Writes the session. Without a Problem it is on the disk; after a Problem the state before it still is.
    /// Creates the folder with `opened` if it is not there. Throws std::bad_alloc.
    Result<void> write(const SessionFile&, const JournalNote&, const std::optional<Session>& opened = {});
    void remove(); ///< removes the folder: nothing is to be restored

private:
    Result<void> begin(const std::optional<Session>& opened, const View&);

    std::filesystem::path path_, note_;
    OpenFile lock_;
    std::string text_; ///< the name of the session's file; empty if there is none yet
};

/// Notes that `file` holds this state from now on. Called, on any thread, before `file` is replaced by `text`. Does
/// nothing if the folder does not exist.
void noteSaving(const std::filesystem::path& workFolder, std::uint64_t state, const std::filesystem::path& file,
                std::string_view text);

/// Returns the Problem of an empty stateFolder().
Problem noStateFolder();

} // namespace headlight
