// Files read, whole or piece by piece.

#include "io/fileCalls.h"
#include "io/files.h"

#include <memory>
#include <vector>

namespace headlight {
namespace {

namespace fs = std::filesystem;

/// What a file gives, one piece after the other, into the same room.
class OpenFile {
public:
    OpenFile(const fs::path& path, std::size_t limit)
        : limit_(limit), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (file_ >= 0) ::close(file_);
    }

    /// Of a file that is one and not too large, else why it is not read.
    Result<std::size_t> size() const;
    Result<std::string_view> piece(std::size_t from);

private:
    std::string tooLarge() const {
        return "is larger than " + std::to_string(limit_ >> 20) + " MB (" + std::to_string(limit_) +
               " bytes), the maximum size";
    }

    std::size_t limit_;
    std::vector<char> room_ = std::vector<char>(std::size_t(1) << 20);
    int file_; ///< not blocking: a pipe that nobody writes to must not hold the program
};

Result<std::size_t> OpenFile::size() const {
    struct stat about {};
    if (file_ < 0 || ::fstat(file_, &about) != 0) return Problem{systemReason(errno)};
    if (S_ISDIR(about.st_mode)) return Problem{"it is a folder"};
    if (!S_ISREG(about.st_mode)) return Problem{"it is a device or a pipe, not a file"};
    const auto size = static_cast<std::size_t>(about.st_size);
    if (size > limit_) return Problem{"it " + tooLarge()};
    return size;
}

Result<std::string_view> OpenFile::piece(std::size_t from) {
    std::size_t size = 0;
    while (size < room_.size()) {
        const auto at = static_cast<off_t>(from + size);
        const ssize_t count = patiently([&] { return ::pread(file_, &room_[size], room_.size() - size, at); });
        if (count < 0) return Problem{"It could not be read completely: " + systemReason(errno) + "."};
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    if (from + size > limit_) return Problem{"It " + tooLarge() + "."}; // it grew meanwhile
    return std::string_view(room_.data(), size);
}

} // namespace

Result<Pieces> filePieces(const fs::path& path, std::size_t limit) {
    const auto file = std::make_shared<OpenFile>(path, limit);
    const auto size = file->size();
    if (!size) return Problem{"Could not open " + quotedPath(path) + ": " + size.text() + "."};
    return Pieces{[file](std::size_t from) { return file->piece(from); }, *size};
}

Result<std::string> readFile(const fs::path& path, std::size_t limit) {
    const auto pieces = filePieces(path, limit);
    if (!pieces) return pieces.problem();
    std::string bytes;
    bytes.reserve(pieces->bytes);
    for (;;) {
        const auto piece = pieces->piece(bytes.size());
        if (!piece) return Problem{quotedPath(path) + ": " + piece.text()};
        if (piece->empty()) return bytes;
        bytes += *piece;
    }
}

} // namespace headlight
