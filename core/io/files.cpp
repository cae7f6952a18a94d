#include "io/files.h"

#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "io/fileCalls.h"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace headlight {
namespace {

namespace fs = std::filesystem;
using WriteTo = std::function<std::string(int file)>;

std::string failed(const char* step) { return std::string(step) + ": " + systemReason(errno); }

/// Returns the name of the temporary file, the same for each save of a file, so that a killed save's file is found.
std::string nameAside(const fs::path& target) {
    return "." + target.filename().string().substr(0, 200) + ".headlight-new"; // 255 bytes are a name's limit
}

bool isLinked(int file) {
    struct stat is {};
    return ::fstat(file, &is) != 0 || is.st_nlink > 0;
}

/// Removes the temporary file, unless another program is writing it.
void clearAside(int folder, const std::string& aside) {
    const auto open = [&](int mode) {
        return retryOnEintr(
            [&] { return ::openat(folder, aside.c_str(), mode | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); });
    };
    OpenFile file(open(O_RDWR)); // NFS locks only files that are open for writing
    if (file.fd() < 0) file = OpenFile(open(O_RDONLY));
    struct stat is {};
    struct stat named {};
    const bool isLocked = file.fd() >= 0 && ::fstat(file.fd(), &is) == 0 && S_ISREG(is.st_mode) && lockOn(file.fd());
    // Before it was locked, another program may have renamed it, and begun the next one under this name.
    const bool isNamed = isLocked && ::fstatat(folder, aside.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0;
    if (isNamed && named.st_ino == is.st_ino && named.st_dev == is.st_dev) ::unlinkat(folder, aside.c_str(), 0);
}

/// One attempt to replace a file. The destructor removes the temporary file of an attempt that failed.
class Replacement {
public:
    explicit Replacement(fs::path target) : target_(std::move(target)), aside_(nameAside(target_)) {}
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement() {
        if (isAside_) ::unlinkat(folder_.fd(), aside_.c_str(), 0);
    }

    /// Returns the step that failed with its reason; empty if the new file is in its place.
    std::string replace(const WriteTo& write, const Watch& watch);
    /// Returns why the rename may not survive a power cut; empty if it does. Some network file systems cannot sync a
    /// folder, and need not.
    std::string whyFolderIsNotSynced() {
        const bool isSynced = retryOnEintr([&] { return ::fsync(folder_.fd()); }) == 0;
        return isSynced || errno == EINVAL || errno == ENOTSUP ? std::string() : systemReason(errno);
    }

private:
    std::string examine();
    std::string createAside();
    void keepOwner() const;

    fs::path target_;
    std::string aside_;
    OpenFile folder_, file_, lock_; ///< the lock outlives file_, which is closed before it is renamed
    bool isAside_ = false, replaces_ = false;
    struct stat old_ {};
};

std::string Replacement::examine() {
    const std::string name = target_.filename().string();
    if (::stat(target_.c_str(), &old_) != 0) {
        if (errno != ENOENT) return failed("checking the old file");
        return name.empty() || name == "." || name == ".." ? "it is a folder" : "";
    }
    if (S_ISDIR(old_.st_mode)) return "it is a folder";
    if (!S_ISREG(old_.st_mode)) return "it is a device or a pipe, not a file";
    if (::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) return failed("it is write-protected");
    replaces_ = true;
    return "";
}

/// Creates the temporary file. Another program that saves the same file has ten seconds to finish.
std::string Replacement::createAside() {
    constexpr int kAttempts = 1000;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
        const mode_t mode = replaces_ ? 0600 : 0666; // the mode of an old file is set later
        OpenFile file(retryOnEintr([&] { return ::openat(folder_.fd(), aside_.c_str(), flags, mode); }));
        if (file.fd() < 0 && errno != EEXIST) return failed("creating a temporary file");
        // Another program may lock it first, and take it for a killed save's. Where locks do not exist, none does.
        if (file.fd() >= 0 && (lockOn(file.fd()) || errno != EWOULDBLOCK) && isLinked(file.fd())) {
            lock_ = OpenFile(::fcntl(file.fd(), F_DUPFD_CLOEXEC, 0));
            file_ = std::move(file);
            isAside_ = true;
            return "";
        }
        clearAside(folder_.fd(), aside_);
        if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return "another program is saving it";
}

/// Sets owner and group one by one: only root may change the owner, everybody may choose one of their groups.
void Replacement::keepOwner() const {
    struct stat made {};
    if (::fstat(file_.fd(), &made) != 0) return;
    const auto give = [&](uid_t owner, gid_t group) {
        retryOnEintr([&] { return ::fchown(file_.fd(), owner, group); });
    };
    if (made.st_gid != old_.st_gid) give(static_cast<uid_t>(-1), old_.st_gid);
    if (made.st_uid != old_.st_uid) give(old_.st_uid, static_cast<gid_t>(-1));
}

std::string written(int file, std::string_view bytes, const Watch& watch) {
    constexpr std::size_t kAtOnce = std::size_t(4) << 20;
    for (std::size_t done = 0; done < bytes.size(); done += kAtOnce) {
        if (!shouldContinue(watch, done, bytes.size())) return "it was cancelled";
        if (std::string why = writtenAt(file, done, bytes.substr(done, kAtOnce)); !why.empty()) return why;
    }
    return "";
}

std::string Replacement::replace(const WriteTo& write, const Watch& watch) {
    if (std::string why = examine(); !why.empty()) return why;
    const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    folder_ = OpenFile(retryOnEintr([&] { return ::open(folderOf(target_).c_str(), flags); }));
    if (folder_.fd() < 0) return failed("opening its folder");
    if (std::string why = createAside(); !why.empty()) return why;
    if (std::string why = write(file_.fd()); !why.empty()) return why;
    if (replaces_) keepOwner(); // before the mode: a change of owner clears set-user-id
    if (replaces_ && retryOnEintr([&] { return ::fchmod(file_.fd(), old_.st_mode & 07777); }) != 0)
        return failed("setting its permissions");
    if (retryOnEintr([&] { return ::fsync(file_.fd()); }) != 0) return failed("syncing it to disk");
    if (!shouldContinue(watch, 1)) return "it was cancelled";
    const int closed = ::close(file_.release()); // never twice: Linux has closed it even if a signal interrupted
    if (closed != 0 && errno != EINTR) return failed("closing");
    const std::string name = target_.filename().string();
    if (retryOnEintr([&] { return ::renameat(folder_.fd(), aside_.c_str(), folder_.fd(), name.c_str()); }) != 0)
        return failed("renaming it");
    isAside_ = false;
    return "";
}

} // namespace

std::string writtenAt(int file, std::uint64_t at, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = retryOnEintr(
            [&] { return ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at)); });
        if (count == 0) errno = ENOSPC; // a device may take nothing without an error
        if (count <= 0) return failed("writing");
        bytes.remove_prefix(static_cast<std::size_t>(count));
        at += static_cast<std::uint64_t>(count);
    }
    return {};
}

Result<fs::path> resolved(fs::path path) {
    for (int links = 0; links < 40; ++links) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
        const fs::path to = fs::read_symlink(path, error);
        if (error) return Problem{systemReason(error.value())};
        path = path.parent_path() / to; // an absolute `to` replaces the whole path
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
    return retryOnEintr([&] { return ::flock(file, LOCK_EX | LOCK_NB); }) == 0;
}

Result<void> makeFolder(const fs::path& folder) {
    std::error_code why, other;
    if (const fs::path above = folder.parent_path(); !above.empty() && !fs::exists(above, other))
        if (auto made = makeFolder(above); !made) return made;
    if (fs::create_directory(folder, why)) fs::permissions(folder, fs::perms::owner_all, other);
    if (fs::is_directory(folder, other)) return {};
    return Problem{systemReason(fs::exists(folder, other) ? ENOTDIR : why.value())};
}

bool hasEnding(const fs::path& path, std::string_view ending) {
    std::string extension = path.extension().string();
    for (char& c : extension) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return extension == ending;
}

std::string quotedPath(const fs::path& path) { return quotedText(path.native()); }

std::string whatIsLeft(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) ? "The old file is unchanged." : "Nothing was saved.";
}

namespace {

Replacing replacedBy(const fs::path& path, const WriteTo& write, const Watch& watch) {
    const auto target = resolved(path);
    if (!target) return {target.text()};
    Replacement replacement(*target);
    if (std::string why = replacement.replace(write, watch); !why.empty()) return {std::move(why)};
    return {replacement.whyFolderIsNotSynced(), true};
}

Result<void> savedBy(const fs::path& path, const Replacing& replacing) {
    const auto& [why, isInPlace] = replacing;
    if (why.empty()) return {};
    if (!isInPlace) return Problem{"Could not save " + quotedPath(path) + ": " + why + ". " + whatIsLeft(path)};
    return Problem{quotedPath(path) + " was saved, but its folder could not be synced to disk: " + why +
                   ". After a power failure the old version may be back. Save again, or save to another folder."};
}

} // namespace

Replacing replaceFile(const fs::path& path, std::string_view bytes, const Watch& watch) {
    return replacedBy(
        path, [&](int file) { return written(file, bytes, watch); }, watch);
}

Result<void> writeFileBy(const fs::path& path, const WriteTo& write) {
    return savedBy(path, replacedBy(path, write, {}));
}

Replacing replaceFile(const fs::path& path, const FilePieces& piece) {
    const auto write = [&](int file) -> std::string {
        std::uint64_t end = 0;
        for (std::size_t i = 0;; ++i) {
            const std::string bytes = piece(i);
            if (bytes.empty()) return {};
            if (std::string why = writtenAt(file, end, bytes); !why.empty()) return why;
            end += bytes.size();
        }
    };
    return replacedBy(path, write, {});
}

Result<void> writePieces(const fs::path& path, const FilePieces& piece) {
    return savedBy(path, replaceFile(path, piece));
}

Result<void> writeFile(const fs::path& path, std::string_view bytes, const Watch& watch) try {
    return savedBy(path, replaceFile(path, bytes, watch));
} catch (const std::bad_alloc&) {
    return tooLittleMemory([&] {
        return "Could not save " + quotedPath(path) +
               ": there is not enough memory. Close other programs and save again.";
    });
}

void clearLitter(const fs::path& path) {
    const auto target = resolved(path);
    if (!target) return;
    const OpenFile folder(::open(folderOf(*target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.fd() >= 0) clearAside(folder.fd(), nameAside(*target));
}

} // namespace headlight
