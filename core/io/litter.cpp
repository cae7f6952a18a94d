#include "io/litter.h"

#include "io/files.h"

#include <random>
#include <string_view>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLetters = 6;

std::string beginAside(const std::string& name) {
    return "." + name.substr(0, 200) + ".headlight-"; // 255 bytes are a name's limit
}

void removeUnheld(int folder, const char* name, const FileCalls& calls) {
    const int file = ::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return;
    struct stat about {};
    if (::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && lockOn(file)) calls.unlink(folder, name);
    ::close(file);
}

} // namespace

std::string nameAside(const std::string& name) {
    static constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device random;
    std::string aside = beginAside(name);
    for (std::size_t i = 0; i < kLetters; ++i) aside += kAlphabet[random() % kAlphabet.size()];
    return aside;
}

bool isHeld(int file) {
    struct stat about {};
    if (!lockOn(file) && errno == EWOULDBLOCK) return false; // else the file system has no locks, and no litter goes
    return ::fstat(file, &about) != 0 || about.st_nlink > 0;
}

void clearLitter(int folder, const fs::path& path, const std::string& name, const FileCalls& calls) {
    const std::string begin = beginAside(name);
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
        const std::string other = entry->path().filename().string();
        if (other.size() == begin.size() + kLetters && other.starts_with(begin))
            removeUnheld(folder, other.c_str(), calls);
    }
}

void clearLitter(const fs::path& path) {
    const auto target = resolved(path);
    if (!target) return;
    const fs::path folder = folderOf(*target);
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    clearLitter(opened, folder, target->filename().string(), {});
    ::close(opened);
}

} // namespace headlight
