#pragma once
// The seam of files.h and of the journal: tests let any of these fail. Private to core/io and core/journal.

#include "base/Result.h"
#include "base/Watch.h"
#include "io/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace headlight {

/// The system calls of saving, each as POSIX has it: -1 and errno on failure.
struct FileCalls {
    std::function<int(const char*, struct stat*)> stat = [](const char* path, struct stat* to) {
        return ::stat(path, to);
    };
    std::function<int(const char*, int)> openFolder = [](const char* path, int flags) { return ::open(path, flags); };
    std::function<int(int, const char*, int, mode_t)> createFile =
        [](int folder, const char* name, int flags, mode_t mode) { return ::openat(folder, name, flags, mode); };
    std::function<int(int, struct stat*)> fstat = [](int file, struct stat* to) { return ::fstat(file, to); };
    std::function<int(int, uid_t, gid_t)> fchown = ::fchown;
    std::function<int(int, mode_t)> fchmod = ::fchmod;
    std::function<ssize_t(int, const void*, std::size_t)> write = ::write;
    std::function<int(int)> fsync = ::fsync;
    std::function<int(int)> close = ::close;
    std::function<int(int, const char*, const char*)> rename = [](int folder, const char* from, const char* to) {
        return ::renameat(folder, from, folder, to);
    };
    std::function<int(int, const char*)> unlink = [](int folder, const char* name) {
        return ::unlinkat(folder, name, 0);
    };
};

/// "no space left on device": what the system says of errno, ready to stand inside a sentence.
std::string systemReason(int error);

/// Again as long as a signal interrupts it.
template <class Call>
auto patiently(const Call& call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

/// Where a chain of symbolic links ends; the end need not exist.
Result<std::filesystem::path> resolved(std::filesystem::path path);

/// So that the names in an open folder survive a power cut. Some network file systems cannot do this for a folder, and
/// need not.
inline bool syncFolder(int folder, const FileCalls& calls) {
    return patiently([&] { return calls.fsync(folder); }) == 0 || errno == EINVAL || errno == ENOTSUP;
}

inline std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.parent_path().empty() ? std::filesystem::path(".") : file.parent_path();
}

/// Against every other program that asks, until it is closed; false if another has it.
bool lockOn(int file);

/// Opens what is there so that it can be locked: to be written, since without that NFS locks nothing; else to be read.
int openToLock(int folder, const char* path);

/// All of them, however few the system takes at once; else errno says why not, also of a device that takes nothing.
bool writeAll(int file, std::string_view bytes, const FileCalls&);

Result<void> writeFile(const std::filesystem::path&, const Poured&, const FileCalls&, const Watch& = {});
Result<void> writeFile(const std::filesystem::path&, std::string_view bytes, const FileCalls&, const Watch& = {});

} // namespace headlight
