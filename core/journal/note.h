#pragma once
// Private to core/journal: the small JSON files beside the text of unsaved work.

#include "journal/WorkFolder.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace headlight {

inline constexpr const char *kNoteFile = "note.json", *kOpenedFile = "opened.headlight", *kSavedFile = "saved.json",
                            *kLockFile = "lock", *kWorkEnding = ".unsaved", *kRemovedEnding = ".unsaved.removed";

/// Removes a work folder with its files. It is renamed first, so that the rest that a kill leaves is not taken for
/// work. Throws std::bad_alloc; the next start removes the rest.
void removeWork(const std::filesystem::path& folder);

/// A file, with its size and checksum.
struct TextFile {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t sum = 0; ///< CRC-32
};

struct StoredNote {
    JournalNote note;
    TextFile text; ///< a file in the folder of the note
};

struct SavedState {
    std::uint64_t state = 0;
    TextFile file;
};

std::string noteText(const StoredNote&);
/// Parses a note; nothing if it is of a newer version.
Result<std::optional<StoredNote>> parsedNote(std::string_view);
std::string savedText(const SavedState&);
Result<SavedState> parsedSaved(std::string_view);

} // namespace headlight
