#pragma once
// core/journal: unsaved work is stored as session files, so that a crash costs no more than the last seconds. No Qt.
//
// Each unsaved session has a folder of its own, NAME.unsaved, with these files:
//   note.json           what is known of it beside its text (JournalNote), and name, size and CRC-32 of the text
//   12.headlight        the session as it is saved anywhere; a new number each time, so that the note fits its text
//   opened.headlight    what the edits began with
//   saved.json          which state was written last to which file, and the checksum of that file
//   lock                locked by the program that has the session open

#include "base/Result.h"
#include "io/SeenFile.h"
#include "io/fileCalls.h"
#include "io/sessionFile.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

/// What is known of a session beside its text.
struct JournalNote {
    std::string title;            ///< what the person calls it
    std::string file;             ///< where it is saved; empty: nowhere yet
    std::optional<SeenFile> seen; ///< that file, as it was read or written last
    std::uint64_t edits = 0;      ///< since then
    std::int64_t time = 0;        ///< of the last one, in seconds since 1970
    std::uint64_t state = 0;      ///< counts the states of the window that wrote it, so that the later one is known
    friend bool operator==(const JournalNote&, const JournalNote&) = default;
};

/// The folder of one unsaved session of this program. For one thread at a time.
class WorkFolder {
public:
    explicit WorkFolder(std::filesystem::path path);

    /// When this has returned without a Problem, the session is on the disk; after one, the one before it still is.
    /// Creates the folder with `opened` if it is not there. Throws std::bad_alloc.
    Result<void> write(const SessionFile&, const JournalNote&, const std::optional<Session>& opened = {});
    void remove(); ///< there is nothing to restore

private:
    Result<void> begin(const std::optional<Session>& opened, const View&);

    std::filesystem::path path_, note_;
    OpenFile lock_;
    std::string text_; ///< the name of the session's file; empty: none yet
};

/// Before `file` is replaced by `text`, on any thread: that it holds that state from then on. Nothing happens if the
/// folder is not there.
void noteSaving(const std::filesystem::path& workFolder, std::uint64_t state, const std::filesystem::path& file,
                std::string_view text);

/// What is said where stateFolder() is empty.
Problem noStateFolder();

} // namespace headlight
