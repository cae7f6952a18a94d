#include "journal/JournalFile.h"

#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "journal/records.h"

#include <dirent.h>

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <new>
#include <random>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".journal", kNew = ".new", kDamaged = ".damaged";
constexpr std::size_t kShort = std::size_t(1) << 20; ///< bytes: so long is no journal worth beginning anew
constexpr std::size_t kMaxRead = std::size_t(4) << 30;

Problem failed(const fs::path& path, const char* step, const std::string& why = systemReason(errno)) {
    return {"Unsaved work could not be backed up in " + quotedPath(path) + ": " + step + ": " + why +
            ". Save the session, because a crash would lose this work."};
}

Result<void> folderMade(const fs::path& folder) {
    const auto made = makeFolder(folder);
    return made ? made : failed(folder, "creating the folder", made.text());
}

fs::path newNameIn(const fs::path& folder) {
    std::random_device random;
    const std::uint64_t number = (std::uint64_t(random()) << 32) | random();
    return folder / (std::to_string(number) + std::string(kEnding));
}

} // namespace

fs::path stateFolder() {
    if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/') return fs::path(state) / "headlight";
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) / ".local/state/headlight" : fs::path();
}

LockedFile::~LockedFile() {
    if (fd_ >= 0) ::close(fd_);
}

LockedFile& LockedFile::operator=(LockedFile&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}

std::pair<Claim, LockedFile> claimed(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    LockedFile file(patiently([&] { return ::open(path.c_str(), flags, 0600); }));
    if (file.fd() < 0) return {Claim::Impossible, LockedFile(-1)};
    const bool isFirst = lockOn(file.fd());
    if (!isFirst && errno != EWOULDBLOCK) return {Claim::Impossible, LockedFile(-1)};
    patiently([&] { return ::flock(file.fd(), LOCK_SH | LOCK_NB); }); // beside all others, so that the next one is told
    return {isFirst ? Claim::Ours : Claim::Theirs, std::move(file)};
}

JournalFile::JournalFile(fs::path path, FileCalls calls) : path_(std::move(path)), calls_(std::move(calls)) {}

Result<JournalFile> JournalFile::create(const fs::path& folder, FileCalls calls) {
    if (folder.empty())
        return Problem{
            "Unsaved work cannot be backed up: neither XDG_STATE_HOME nor HOME names a folder. Save the session "
            "regularly."};
    if (const auto made = folderMade(folder); !made) return made.problem();
    return JournalFile(newNameIn(folder), std::move(calls));
}

bool JournalFile::isLong() const { return size_ > kShort && size_ > 4 * first_; }

/// Somebody has deleted it: what is written into it now would go with it.
bool JournalFile::isGone() const {
    struct stat is {};
    return calls_.fstat(file_.fd(), &is) == 0 && is.st_nlink == 0;
}

Result<void> JournalFile::append(const SessionFile& file, const JournalNote& note, const Opened& opened) {
    if (isBroken_ || isLong() || isGone()) return beginAnew(file, note, opened);
    isBroken_ = true; // until it is done; what throws leaves the writer in the middle of a state
    const std::string bytes = writer_.next(file, note);
    if (!writeAll(file_.fd(), bytes, calls_)) return failed(path_, "writing");
    if (patiently([&] { return calls_.fsync(file_.fd()); }) != 0) return failed(path_, "syncing it to disk");
    size_ += bytes.size();
    isBroken_ = false;
    return {};
}

/// Aside, and then in the place of what there was: a kill leaves the one or the other, whole and locked.
Result<void> JournalFile::beginAnew(const SessionFile& file, const JournalNote& note, const Opened& opened) {
    isBroken_ = true;
    if (const auto made = folderMade(folderOf(path_)); !made) return made; // somebody may have deleted it
    const fs::path aside = path_.native() + std::string(kNew);
    JournalWriter writer;
    std::string bytes;
    if (opened) {
        JournalNote before = note;
        before.edits = 0;
        bytes = writer.next({*opened, file.view}, before);
    }
    bytes += writer.next(file, note);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
    LockedFile fresh(patiently([&] { return calls_.createFile(AT_FDCWD, aside.c_str(), flags, 0600); }));
    if (fresh.fd() < 0) return failed(path_, "creating it");
    const char* step = nullptr;
    if (!lockOn(fresh.fd()))
        step = "locking it";
    else if (!writeAll(fresh.fd(), bytes, calls_))
        step = "writing";
    else if (patiently([&] { return calls_.fsync(fresh.fd()); }) != 0)
        step = "syncing it to disk";
    else if (patiently([&] { return calls_.rename(AT_FDCWD, aside.c_str(), path_.c_str()); }) != 0)
        step = "renaming it";
    if (step) {
        const Problem problem = failed(path_, step);
        calls_.unlink(AT_FDCWD, aside.c_str());
        return problem;
    }
    file_ = std::move(fresh);
    writer_ = std::move(writer);
    size_ = first_ = bytes.size();
    if (!isInPlace()) return failed(path_, "syncing its folder to disk");
    isBroken_ = false;
    return {};
}

/// Its name, too, would be there after a power cut.
bool JournalFile::isInPlace() const {
    const fs::path folder = folderOf(path_);
    const LockedFile open(
        patiently([&] { return calls_.openFolder(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    return open.fd() >= 0 && syncFolder(open.fd(), calls_);
}

void JournalFile::remove() {
    calls_.unlink(AT_FDCWD, path_.c_str());
    isBroken_ = true;
    file_ = LockedFile(-1);
    const JournalWriter gone = std::move(writer_); // another one is made when it begins anew
}

namespace {

/// Nothing if somebody holds it, or it was replaced meanwhile.
std::optional<LockedFile> takenOver(const fs::path& path) {
    LockedFile file(openToLock(AT_FDCWD, path.c_str()));
    struct stat mine {
    }, there{};
    if (file.fd() < 0 || !lockOn(file.fd())) return std::nullopt;
    if (::fstat(file.fd(), &mine) != 0 || ::stat(path.c_str(), &there) != 0) return std::nullopt;
    if (!S_ISREG(mine.st_mode) || mine.st_ino != there.st_ino || mine.st_dev != there.st_dev) return std::nullopt;
    return file;
}

/// Of a folder; in no order. (The library's own way ends the program where there is no memory for it.)
std::vector<std::string> namesIn(const fs::path& folder) {
    const auto close = [](DIR* dir) { ::closedir(dir); };
    const std::unique_ptr<DIR, decltype(close)> entries(::opendir(folder.c_str()), close);
    if (!entries && errno == ENOMEM) throw std::bad_alloc();
    std::vector<std::string> names;
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) names.emplace_back(entry->d_name);
    return names;
}

/// Where it is then.
fs::path putAside(const fs::path& path) {
    const fs::path aside = path.native() + std::string(kDamaged);
    std::error_code error;
    fs::rename(path, aside, error);
    return error ? path : aside;
}

} // namespace

std::vector<OrphanedJournal> orphanedJournals(const fs::path& folder, std::vector<fs::path>* damaged) {
    std::vector<OrphanedJournal> orphans;
    std::error_code error;
    for (const std::string& name : namesIn(folder)) {
        const fs::path path = folder / name;
        const bool isNew = path.extension() == kNew;
        if (!isNew && path.extension() != kEnding) continue;
        auto lock = takenOver(path);
        if (!lock) continue;
        if (isNew || fs::file_size(path, error) == 0) {
            fs::remove(path, error);
            continue;
        }
        OrphanedJournal orphan{path, std::move(*lock), {}, false};
        const auto bytes = readFile(path, kMaxRead);
        if (!bytes) continue; // it may be readable the next time
        auto head = parseJournalHead(*bytes);
        if (!head) {
            if (damaged && bytes->starts_with(journal::kMagic)) damaged->push_back(putAside(path));
            continue;
        }
        orphan.note = std::move(head->note);
        orphan.isTorn = head->isTorn;
        orphans.push_back(std::move(orphan));
    }
    std::ranges::sort(orphans, std::ranges::greater(), [](const OrphanedJournal& one) { return one.note.time; });
    return orphans;
}

Result<JournalContent> readJournal(const OrphanedJournal& journal, const Watch& watch) {
    try {
        const auto bytes = readFile(journal.path, kMaxRead);
        if (!bytes) return bytes.problem();
        auto content = parseJournal(*bytes, watch);
        if (!content) return Problem{quotedPath(journal.path) + ": " + content.text()};
        return content;
    } catch (const std::bad_alloc&) {
        return tooLittleMemory([&] {
            return quotedPath(journal.path) +
                   ": There is not enough memory to restore it. Close other programs and try again.";
        });
    }
}

void removeJournal(OrphanedJournal journal) {
    std::error_code error;
    std::filesystem::remove(journal.path, error);
}

} // namespace headlight
