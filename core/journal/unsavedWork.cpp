#include "journal/unsavedWork.h"

#include "base/tooLittleMemory.h"
#include "io/JsonReader.h"
#include "io/files.h"
#include "journal/note.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxNote = std::size_t(1) << 20;
constexpr const char* kOtherVersion = "it is of another version of Headlight";

/// Returns the names in a folder, in no order. (std::filesystem's iterator would end the program for lack of memory.)
std::vector<std::string> namesIn(const fs::path& folder) {
    const auto close = [](DIR* dir) { ::closedir(dir); };
    const std::unique_ptr<DIR, decltype(close)> entries(::opendir(folder.c_str()), close);
    if (!entries && errno == ENOMEM) throw std::bad_alloc();
    std::vector<std::string> names;
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) names.emplace_back(entry->d_name);
    return names;
}

/// Returns the last save, if its file has not changed since.
std::optional<SavedState> savedFrom(const fs::path& folder) {
    const auto text = readFile(folder / kSavedFile, kMaxNote);
    const auto saved = text ? parsedSaved(*text) : text.problem();
    if (!saved) return {};
    const auto now = readFile(saved->file.name, JsonLimits{}.bytes);
    const bool isStill = now && now->size() == saved->file.bytes && checksum(*now) == saved->file.sum;
    return isStill ? std::optional(*saved) : std::nullopt;
}

bool isEqual(const fs::path& file, const fs::path& text) {
    if (!stampOf(file)) return false;
    const auto saved = readSession(file), unsaved = readSession(text);
    return saved && unsaved && sameValues(saved->session, unsaved->session);
}

/// Returns what is wrong with the session's text; empty if nothing is.
std::string damageOf(std::string_view text, const TextFile& expected) {
    if (text.size() < expected.bytes) return "its session file is incomplete";
    return text.size() == expected.bytes && checksum(text) == expected.sum ? "" : "its checksum is wrong";
}

fs::path putAside(const fs::path& folder) {
    const fs::path aside = folder.native() + ".damaged";
    std::error_code error;
    fs::rename(folder, aside, error);
    return error ? folder : aside;
}

/// True if a folder has only the files that the first writing puts there before the session.
bool hasOnlyBegun(const fs::path& folder) {
    const std::vector<std::string> names = namesIn(folder);
    return !names.empty() && std::ranges::all_of(names, [](const std::string& name) {
        return name == "." || name == ".." || name == kLockFile || name == kOpenedFile || name == kSavedFile ||
               name.ends_with(".headlight-new");
    });
}

void look(const fs::path& folder, FoundWork& found) {
    std::error_code error;
    if (::rmdir(folder.c_str()) == 0) return;                    // just created, and empty
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW; // a missing lock is created, since it locked nothing
    OpenFile lock(retryOnEintr([&] { return ::open((folder / kLockFile).c_str(), flags, 0600); }));
    if (lock.fd() < 0 && errno == ELOOP) return found.unreadable.push_back({putAside(folder), "its lock is a link"});
    if (lock.fd() < 0) return found.unreadable.push_back({folder, "its lock cannot be opened"});
    if (!lockOn(lock.fd())) return; // its program is running
    const auto text = readFile(folder / kNoteFile, kMaxNote);
    if (!text && !fs::exists(folder / kNoteFile, error)) {
        if (hasOnlyBegun(folder)) return removeWork(folder);
        return found.unreadable.push_back({putAside(folder), "its note is missing"});
    }
    // A note that cannot be read now may be readable the next time.
    if (!text) return found.unreadable.push_back({folder, "its note cannot be read"});
    auto stored = parsedNote(*text);
    if (!stored) return found.unreadable.push_back({putAside(folder), "its note is damaged"});
    if (!*stored) return found.unreadable.push_back({folder, kOtherVersion});
    JournalNote& note = (*stored)->note;
    const fs::path session = folder / (*stored)->text.name;
    const auto json = readFile(session, JsonLimits{}.bytes);
    if (!json && stampOf(session)) return found.unreadable.push_back({folder, "its session file cannot be read"});
    if (const std::string why = damageOf(json ? *json : "", (*stored)->text); !why.empty())
        return found.unreadable.push_back({putAside(folder), why});
    const auto saved = savedFrom(folder);
    if ((saved && saved->state >= note.state) || (!note.file.empty() && isEqual(note.file, session)))
        return removeWork(folder);
    if (saved) { // saved, and then edited further
        note.file = saved->file.name;
        note.seen = seenFile(note.file);
    }
    found.works.push_back({folder, std::move(lock), note, session});
}

} // namespace

FoundWork findUnsavedWork(const fs::path& folder) {
    FoundWork found;
    std::error_code error;
    for (const std::string& name : namesIn(folder)) {
        const fs::path path = folder / name;
        if (!fs::is_directory(path, error)) continue;
        if (path.extension() == kWorkEnding) look(path, found);
        if (name.ends_with(kRemovedEnding)) fs::remove_all(path, error);
    }
    std::ranges::sort(found.works, std::ranges::greater(), [](const UnsavedWork& one) { return one.note.time; });
    return found;
}

Result<RestoredWork> readUnsavedWork(const UnsavedWork& work, const Watch& watch) try {
    auto file = readSession(work.text, partOf(watch, 0, 0.5));
    if (!file) return file.problem();
    auto opened = readSession(work.folder / kOpenedFile, partOf(watch, 0.5, 1));
    if (opened) shareEqual(opened->session, file->session); // without `opened`, nothing is marked as changed
    Session began = opened ? std::move(opened->session) : file->session;
    return RestoredWork{std::move(*file), std::move(began)};
} catch (const std::bad_alloc&) {
    return tooLittleMemory([&] {
        return quotedPath(work.folder) +
               ": There is not enough memory to restore it. Close other programs and try again.";
    });
}

void removeUnsavedWork(UnsavedWork work) { removeWork(work.folder); }

} // namespace headlight
