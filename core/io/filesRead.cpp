// Reads files as a whole, or their first bytes.

#include "io/fileCalls.h"
#include "io/files.h"

namespace headlight {

std::string beginningOf(const std::filesystem::path& path, std::size_t count) {
    const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)); // as in openedToRead()
    std::string bytes(count, '\0');
    const ssize_t got = retryOnEintr([&] { return ::read(file.fd(), bytes.data(), count); });
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

Result<OpenFile> openedToRead(const std::filesystem::path& path, std::uint64_t& size) {
    const auto notOpened = [&](const std::string& why) {
        return Problem{"Could not open " + quotedPath(path) + ": " + why + "."};
    };
    // It is opened without blocking, since a pipe without a writer would block the program.
    OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat is {};
    if (file.fd() < 0 || ::fstat(file.fd(), &is) != 0) return notOpened(systemReason(errno));
    if (S_ISDIR(is.st_mode)) return notOpened("it is a folder");
    if (!S_ISREG(is.st_mode)) return notOpened("it is a device or a pipe, not a file");
    size = static_cast<std::uint64_t>(is.st_size);
    return file;
}

Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit) {
    const std::string tooLarge = "is larger than " + std::to_string(limit >> 20) + " MB (" + std::to_string(limit) +
                                 " bytes), the maximum size";
    std::uint64_t length = 0;
    const auto file = openedToRead(path, length);
    if (!file) return file.problem();
    if (length > limit) return Problem{"Could not open " + quotedPath(path) + ": it " + tooLarge + "."};

    std::string bytes(length + 1, '\0'); // one byte more, to see the end
    for (std::size_t size = 0;;) {
        const ssize_t count = retryOnEintr([&] { return ::read(file->fd(), &bytes[size], bytes.size() - size); });
        if (count < 0)
            return Problem{quotedPath(path) + ": It could not be read completely: " + systemReason(errno) + "."};
        size += static_cast<std::size_t>(count);
        if (size > limit) return Problem{quotedPath(path) + ": It " + tooLarge + "."}; // it grew meanwhile
        if (count == 0) {
            bytes.resize(size);
            return bytes;
        }
        if (size == bytes.size()) bytes.resize(2 * size + 4096);
    }
}

} // namespace headlight
