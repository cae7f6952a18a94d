#include "journal/WorkFolder.h"

#include "io/files.h"
#include "journal/note.h"

#include <new>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;

Problem notBackedUp(const fs::path& path, const std::string& why) {
    return {"Unsaved work could not be backed up in " + quotedPath(path) + ": " + why +
            ". Save the session, because a crash would lose this work."};
}

Result<void> put(const fs::path& path, const auto& bytes) {
    const auto [why, isInPlace] = replaceFile(path, bytes);
    return why.empty() ? Result<void>() : notBackedUp(path, why);
}

bool isGone(int file) {
    struct stat is {};
    return file < 0 || (::fstat(file, &is) == 0 && is.st_nlink == 0);
}

} // namespace

Problem noStateFolder() {
    return {"Unsaved work cannot be backed up: neither XDG_STATE_HOME nor HOME names a folder. Save the session "
            "regularly."};
}

WorkFolder::WorkFolder(fs::path path) : path_(std::move(path)), note_(path_ / kNoteFile) {}

Result<void> WorkFolder::begin(const std::optional<Session>& opened, const View& view) {
    text_.clear();
    if (const auto made = makeFolder(path_); !made) return notBackedUp(path_, "creating the folder: " + made.text());
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    lock_ = OpenFile(retryOnEintr([&] { return ::open((path_ / kLockFile).c_str(), flags, 0600); }));
    if (lock_.fd() < 0) return notBackedUp(path_, "creating a file: " + systemReason(errno));
    lockOn(lock_.fd()); // on a file system without locks, another program may offer this work
    return opened ? put(path_ / kOpenedFile, sessionPieces({*opened, view})) : Result<void>();
}

Result<void> WorkFolder::write(const SessionFile& file, const JournalNote& note, const std::optional<Session>& opened) {
    if (isGone(lock_.fd())) { // new, or deleted by another program
        if (const auto begun = begin(opened, file.view); !begun) {
            lock_ = OpenFile();
            return begun;
        }
    }
    StoredNote stored{note, {std::to_string(note.state) + ".headlight", 0, 0}};
    TextFile& text = stored.text;
    const FilePieces piece = [&, pieces = sessionPieces(file)](std::size_t i) {
        std::string bytes = pieces(i);
        text.bytes += bytes.size();
        text.sum = checksum(bytes, text.sum);
        return bytes;
    };
    if (const auto done = put(path_ / text.name, piece); !done) return done;
    if (const auto done = put(note_, noteText(stored)); !done) return done;
    std::error_code error;
    if (const std::string older = std::exchange(text_, text.name); !older.empty() && older != text.name)
        fs::remove(path_ / older, error);
    return {};
}

void WorkFolder::remove() {
    try {
        removeWork(path_);
    } catch (const std::bad_alloc&) { // the next start removes the rest
    }
    lock_ = OpenFile();
}

void removeWork(const fs::path& folder) {
    const fs::path removed = fs::path(folder).replace_extension(kRemovedEnding);
    std::error_code error, other;
    fs::rename(folder, removed, error);
    fs::remove_all(error ? folder : removed, other);
}

void noteSaving(const fs::path& workFolder, std::uint64_t state, const fs::path& file, std::string_view text) {
    try {
        std::error_code error;
        if (!fs::is_directory(workFolder, error)) return;
        const SavedState saved{state, {fs::absolute(file, error), text.size(), checksum(text)}};
        replaceFile(workFolder / kSavedFile, savedText(saved));
    } catch (const std::bad_alloc&) { // at worst, saved work is offered after a crash
    }
}

} // namespace headlight
