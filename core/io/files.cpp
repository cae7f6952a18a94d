#include "io/files.h"

#include "base/quotedText.h"
#include "io/fileCalls.h"
#include "io/litter.h"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;

/// One attempt to replace a file. What it opened is closed, and what it left aside removed, when it goes.
class Replacement {
public:
    explicit Replacement(const FileCalls& calls) : calls_(calls) {}
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement() {
        if (file_ >= 0) calls_.close(file_);
        if (!aside_.empty()) calls_.unlink(folder_, aside_.c_str());
        if (lock_ >= 0) ::close(lock_);
        if (folder_ >= 0) calls_.close(folder_);
    }

    /// The step that failed with its reason; empty if the new file is in its place.
    std::string replace(const fs::path& target, const Poured& content, const Watch& watch);
    /// Why the rename may not survive a power cut; empty if it does.
    std::string whyFolderIsNotSynced();

private:
    std::string examine(const fs::path& target);
    std::string createAside(const std::string& name);
    void keepOwner();
    std::string pour(const Poured& content, const Watch& watch);
    std::string fill(const Poured& content, const Watch& watch);

    const FileCalls& calls_;
    int folder_ = -1, file_ = -1;
    int lock_ = -1; ///< the same file, to hold its lock after it is closed
    bool replaces_ = false;
    mode_t mode_ = 0666;
    uid_t owner_ = 0;   ///< and
    gid_t group_ = 0;   ///< of the file that it replaces
    std::string aside_; ///< the name of the file written aside, while it exists
};

std::string failed(const char* step) { return std::string(step) + ": " + systemReason(errno); }

std::string Replacement::examine(const fs::path& target) {
    struct stat old {};
    if (calls_.stat(target.c_str(), &old) != 0) return errno == ENOENT ? "" : failed("checking the old file");
    if (S_ISDIR(old.st_mode)) return "it is a folder";
    if (!S_ISREG(old.st_mode)) return "it is a device or a pipe, not a file";
    if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) return failed("it is write-protected");
    replaces_ = true;
    mode_ = old.st_mode & 07777;
    owner_ = old.st_uid;
    group_ = old.st_gid;
    return "";
}

std::string Replacement::createAside(const std::string& name) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        std::string aside = nameAside(name);
        const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
        // A new file gets 0666 less the umask from the system; one that replaces another is private until fchmod.
        file_ = patiently([&] { return calls_.createFile(folder_, aside.c_str(), flags, replaces_ ? 0600 : 0666); });
        if (file_ >= 0) {
            if (!isHeld(file_)) {
                ::close(std::exchange(file_, -1));
                continue;
            }
            aside_ = std::move(aside);
            lock_ = ::fcntl(file_, F_DUPFD_CLOEXEC, 0);
            return "";
        }
        if (errno != EEXIST) break;
    }
    return failed("creating a temporary file");
}

/// Only root gives a file away, anybody to a group of theirs: each is tried by itself, and what is not allowed stays
/// as the system made it, for the person may write here all the same.
void Replacement::keepOwner() {
    constexpr auto kSameOwner = static_cast<uid_t>(-1);
    constexpr auto kSameGroup = static_cast<gid_t>(-1);
    struct stat made {};
    if (calls_.fstat(file_, &made) != 0) return;
    if (made.st_gid != group_) patiently([&] { return calls_.fchown(file_, kSameOwner, group_); });
    if (made.st_uid != owner_) patiently([&] { return calls_.fchown(file_, owner_, kSameGroup); });
}

std::string Replacement::pour(const Poured& content, const Watch& watch) {
    constexpr std::size_t kWatched = std::size_t(4) << 20;
    std::string why;
    double done = 0;
    const auto put = [&](std::string_view bytes) {
        while (!bytes.empty() && why.empty()) {
            const std::size_t most = watch ? std::min(bytes.size(), kWatched) : bytes.size();
            if (!goesOn(watch, std::min(1.0, done / content.bytes)))
                why = "it was cancelled";
            else if (!writeAll(file_, bytes.substr(0, most), calls_))
                why = failed("writing");
            done += static_cast<double>(most);
            bytes.remove_prefix(most);
        }
        return why.empty();
    };
    if (!content.pour(put) && why.empty()) why = "it was cancelled";
    return why;
}

std::string Replacement::fill(const Poured& content, const Watch& watch) {
    if (std::string why = pour(content, watch); !why.empty()) return why;
    if (replaces_) keepOwner(); // before the mode: a change of owner takes set-user-id away
    if (replaces_ && patiently([&] { return calls_.fchmod(file_, mode_); }) != 0)
        return failed("setting its permissions");
    if (patiently([&] { return calls_.fsync(file_); }) != 0) return failed("syncing it to disk");
    if (!goesOn(watch, 1)) return "it was cancelled";
    const int closed = calls_.close(file_); // never twice: Linux has closed it even if a signal interrupted
    file_ = -1;
    return closed == 0 || errno == EINTR ? "" : failed("closing");
}

std::string Replacement::replace(const fs::path& target, const Poured& content, const Watch& watch) {
    if (std::string why = examine(target); !why.empty()) return why;
    const fs::path folder = folderOf(target);
    const std::string name = target.filename().string();
    if (name.empty() || name == "." || name == "..") return "it is a folder";
    folder_ = patiently([&] { return calls_.openFolder(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (folder_ < 0) return failed("opening its folder");
    if (std::string why = createAside(name); !why.empty()) return why;
    if (std::string why = fill(content, watch); !why.empty()) return why;
    if (patiently([&] { return calls_.rename(folder_, aside_.c_str(), name.c_str()); }) != 0)
        return failed("renaming it");
    const std::string written = std::exchange(aside_, {});
    clearLitter(folder_, beginOf(written), calls_);
    return "";
}

std::string Replacement::whyFolderIsNotSynced() { return syncFolder(folder_, calls_) ? "" : systemReason(errno); }

} // namespace

Result<fs::path> resolved(fs::path path) {
    for (int links = 0; links < 40; ++links) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
        const fs::path to = fs::read_symlink(path, error);
        if (error) return Problem{systemReason(error.value())};
        path = path.parent_path() / to; // an absolute `to` takes the whole place
    }
    return Problem{"its symbolic links form a loop"};
}

std::string systemReason(int error) {
    std::string text = std::generic_category().message(error);
    if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && !(text[1] >= 'A' && text[1] <= 'Z'))
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

bool lockOn(int file) {
    return patiently([&] { return ::flock(file, LOCK_EX | LOCK_NB); }) == 0;
}

int openToLock(int folder, const char* path) {
    const auto open = [&](int mode) {
        return patiently([&] { return ::openat(folder, path, mode | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); });
    };
    const int file = open(O_RDWR);
    return file >= 0 ? file : open(O_RDONLY);
}

bool writeAll(int file, std::string_view bytes, const FileCalls& calls) {
    while (!bytes.empty()) {
        const ssize_t count = patiently([&] { return calls.write(file, bytes.data(), bytes.size()); });
        if (count == 0) errno = ENOSPC; // a device that takes nothing and says nothing
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

Result<void> makeFolder(const fs::path& folder) {
    std::error_code why, other;
    if (fs::create_directories(folder, why)) fs::permissions(folder, fs::perms::owner_all, other);
    if (fs::is_directory(folder, other)) return {};
    return Problem{systemReason(why ? why.value() : ENOTDIR)};
}

std::string quotedPath(const fs::path& path) { return quotedText(path.native()); }

std::string whatIsLeft(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) ? "The old file is unchanged." : "Nothing was saved.";
}

Result<void> writeFile(const fs::path& path, const Poured& content, const FileCalls& calls, const Watch& watch) {
    const auto problem = [&](const std::string& why) {
        return Problem{"Could not save " + quotedPath(path) + ": " + why + ". " + whatIsLeft(path)};
    };
    const auto target = resolved(path);
    if (!target) return problem(target.text());
    Replacement replacement(calls);
    if (const std::string why = replacement.replace(*target, content, watch); !why.empty()) return problem(why);
    if (const std::string why = replacement.whyFolderIsNotSynced(); !why.empty())
        return Problem{quotedPath(path) + " was saved, but its folder could not be synced to disk: " + why +
                       ". After a power failure the old version may be back. Save again, or save to another folder."};
    return {};
}

Result<void> writeFile(const fs::path& path, std::string_view bytes, const FileCalls& calls, const Watch& watch) {
    const auto whole = [bytes](const Poured::Put& put) { return put(bytes); };
    return writeFile(path, Poured{whole, static_cast<double>(bytes.size())}, calls, watch);
}

Result<void> writeFile(const fs::path& path, std::string_view bytes, const Watch& watch) {
    return writeFile(path, bytes, FileCalls{}, watch);
}

Result<void> writeFile(const fs::path& path, const Poured& content, const Watch& watch) {
    return writeFile(path, content, FileCalls{}, watch);
}

} // namespace headlight
