// Reading a file, and naming one in a message.

#include "base/quotedText.h"
#include "io/atomicFile.h"
#include "io/fileCalls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace headlight {
namespace {

struct Descriptor {
    int fd;
    ~Descriptor() {
        if (fd >= 0) ::close(fd);
    }
};

Problem unreadable(const std::filesystem::path& path, const std::string& why) {
    return {"Could not open " + shown(path) + ": " + why + "."};
}

} // namespace

std::string systemReason(int error) {
    std::string text = std::generic_category().message(error);
    if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && !(text[1] >= 'A' && text[1] <= 'Z'))
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

Result<std::string> readWholeFile(const std::filesystem::path& path, std::size_t limit) {
    const auto system = [&] { return unreadable(path, systemReason(errno)); };
    // Not blocking: a pipe that nobody writes to must not hold the program.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    struct stat about {};
    if (file.fd < 0 || ::fstat(file.fd, &about) != 0) return system();
    if (S_ISDIR(about.st_mode)) return unreadable(path, "it is a folder");
    if (!S_ISREG(about.st_mode)) return unreadable(path, "it is a device or a pipe, not a file");
    const auto tooLarge = [&] {
        return unreadable(path, "it is larger than " + std::to_string(limit >> 20) + " MB (" + std::to_string(limit) +
                                    " bytes), the most that is read");
    };
    if (static_cast<std::size_t>(about.st_size) > limit) return tooLarge();
    std::string bytes(static_cast<std::size_t>(about.st_size) + 1, '\0'); // one more, to see the end
    std::size_t size = 0;
    for (;;) {
        const ssize_t count = ::read(file.fd, bytes.data() + size, bytes.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return system();
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
        if (size > limit) return tooLarge(); // it grew meanwhile
        if (size == bytes.size()) bytes.resize(2 * size);
    }
    bytes.resize(size);
    return bytes;
}

std::string shown(const std::filesystem::path& path) { return quotedText(path.native()); }

} // namespace headlight
