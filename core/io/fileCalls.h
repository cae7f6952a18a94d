#pragma once
// System calls of files.h and of the journal. Private to core/io and core/journal.

#include "base/Result.h"
#include "base/Watch.h"
#include "io/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace headlight {

/// Returns the system's text for an errno, to stand inside a sentence: "no space left on device".
std::string systemReason(int error);

/// Calls `call` again as long as a signal interrupts it.
template <class Call>
auto retryOnEintr(const Call& call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

/// An open file, which the destructor closes; -1 if there is none.
class OpenFile {
public:
    explicit OpenFile(int fd = -1) : fd_(fd) {}
    ~OpenFile() {
        if (fd_ >= 0) ::close(fd_);
    }
    OpenFile(OpenFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    OpenFile& operator=(OpenFile&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    int fd() const { return fd_; }
    int release() { return std::exchange(fd_, -1); } ///< for close() by hand

private:
    int fd_;
};

/// Opens a file, which must not be a folder, a device or a pipe, and tells its size now. A Problem names the file.
Result<OpenFile> openedToRead(const std::filesystem::path&, std::uint64_t& size);

/// Returns the end of a chain of symbolic links; it need not exist.
Result<std::filesystem::path> resolved(std::filesystem::path path);

inline std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.parent_path().empty() ? std::filesystem::path(".") : file.parent_path();
}

/// Locks an open file, with flock(), until it is closed. Returns false at once if another program has locked it.
bool lockOn(int file);

/// Writes all `bytes` to the place `at` of an open file. Returns why it cannot, as "writing: no space left on device";
/// empty if nothing is wrong.
std::string writtenAt(int file, std::uint64_t at, std::string_view bytes);

/// The outcome of replacing a file, from which writeFile() makes its sentences.
struct Replacing {
    std::string problem;    ///< the step that failed and why: "writing: no space left on device"; empty if none did
    bool isInPlace = false; ///< if there is a problem, too, the folder could not be synced
};
Replacing replaceFile(const std::filesystem::path&, std::string_view bytes, const Watch& watch = {});
Replacing replaceFile(const std::filesystem::path&, const FilePieces& piece);

} // namespace headlight
