// Reading a file, and naming one in a message.

#include "io/atomicFile.h"
#include "text/utf8.h"

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

/// Characters that would break, hide or turn round the line in which they are shown.
bool isShowable(char32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
    return !control && !direction && c != 0x2028 && c != 0x2029;
}

} // namespace

Result<std::string> readWholeFile(const std::filesystem::path& path, std::size_t limit) {
    const auto system = [&] { return unreadable(path, std::generic_category().message(errno)); };
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

std::string shown(const std::filesystem::path& path) {
    constexpr const char* kReplacement = "\xEF\xBF\xBD";
    const std::string& name = path.native();
    std::string text = "\"";
    std::string_view rest = name;
    while (!rest.empty()) {
        const auto wrong = firstInvalidByte(rest);
        const std::string_view valid = rest.substr(0, wrong.value_or(rest.size()));
        for (std::size_t at = 0; at < valid.size();) {
            const std::size_t from = at;
            text += isShowable(nextCodePoint(valid, at)) ? valid.substr(from, at - from) : kReplacement;
        }
        if (wrong) text += kReplacement;
        rest.remove_prefix(valid.size() + (wrong ? 1 : 0));
    }
    return text + "\"";
}

} // namespace headlight
