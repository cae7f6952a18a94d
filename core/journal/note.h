#pragma once
// The small files beside the text of unsaved work, as JSON. Private to core/journal.

#include "journal/WorkFolder.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace headlight {

inline constexpr const char *kNoteFile = "note.json", *kOpenedFile = "opened.headlight", *kSavedFile = "saved.json",
                            *kLockFile = "lock", *kWorkEnding = ".unsaved", *kRemovedEnding = ".unsaved.removed";

/// A work folder with all that it holds. Its name says so first: what a kill leaves of it is nobody's work. Throws
/// std::bad_alloc; the next start removes the rest.
void removeWork(const std::filesystem::path& folder);

/// A file and what it holds.
struct TextFile {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t sum = 0; ///< CRC-32
};

struct StoredNote {
    JournalNote note;
    TextFile text; ///< in the folder of the note
};

struct SavedState {
    std::uint64_t state = 0;
    TextFile file;
};

std::string noteText(const StoredNote&);
/// Nothing in a note of another version.
Result<std::optional<StoredNote>> parsedNote(std::string_view);
std::string savedText(const SavedState&);
Result<SavedState> parsedSaved(std::string_view);

} // namespace headlight
