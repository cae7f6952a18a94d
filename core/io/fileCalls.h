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

/// "no space left on device": what the system says of errno, ready to stand inside a sentence.
std::string systemReason(int error);

/// Again as long as a signal interrupts it.
template <class Call>
auto retryOnEintr(const Call& call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

/// An open file, closed with this; -1: none.
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

/// A file, not a folder, a device or a pipe, to be read, and its bytes now. The Problem names it.
Result<OpenFile> openedToRead(const std::filesystem::path&, std::uint64_t& size);

/// Where a chain of symbolic links ends; the end need not exist.
Result<std::filesystem::path> resolved(std::filesystem::path path);

inline std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.parent_path().empty() ? std::filesystem::path(".") : file.parent_path();
}

/// Against every other program that asks, until it is closed; false if another has it.
bool lockOn(int file);

/// writeFile(), which makes sentences of it: the step that failed and why, empty if none did.
struct Replacing {
    std::string problem;
    bool isInPlace = false; ///< with a problem: only that the folder could not be synced
};
Replacing replaceFile(const std::filesystem::path&, std::string_view bytes, const Watch& watch = {});
Replacing replaceFile(const std::filesystem::path&, const FilePieces& piece);

} // namespace headlight
