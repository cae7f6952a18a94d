#include "io/litter.h"

#include "io/files.h"

#include <dirent.h>

#include <random>
#include <string_view>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSuffixLetters = 6;
constexpr std::string_view kAlphabet = "bcdfghjklmnpqrstvwxz0123456789"; // which no word of a person's can be spelt in

std::string beginAside(const std::string& name) {
    return "." + name.substr(0, 200) + ".headlight-"; // 255 bytes are a name's limit
}

void removeUnheld(int folder, const char* name, const FileCalls& calls) {
    const int file = openToLock(folder, name);
    if (file < 0) return;
    struct stat about {};
    if (::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && lockOn(file)) calls.unlink(folder, name);
    ::close(file);
}

} // namespace

std::string_view beginOf(std::string_view aside) { return aside.substr(0, aside.size() - kSuffixLetters); }

std::string nameAside(const std::string& name) {
    std::random_device random;
    std::string aside = beginAside(name);
    for (std::size_t i = 0; i < kSuffixLetters; ++i) aside += kAlphabet[random() % kAlphabet.size()];
    return aside;
}

bool isHeld(int file) {
    struct stat about {};
    if (!lockOn(file) && errno == EWOULDBLOCK) return false; // else the file system has no locks, and no litter goes
    return ::fstat(file, &about) != 0 || about.st_nlink > 0;
}

void clearLitter(int folder, std::string_view begin, const FileCalls& calls) {
    const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); // closedir() closes it
    DIR* entries = again < 0 ? nullptr : ::fdopendir(again);
    if (!entries && again >= 0) ::close(again);
    while (const dirent* entry = entries ? ::readdir(entries) : nullptr) {
        const std::string_view other = entry->d_name;
        if (other.size() == begin.size() + kSuffixLetters && other.starts_with(begin) &&
            other.find_first_not_of(kAlphabet, begin.size()) == other.npos)
            removeUnheld(folder, entry->d_name, calls);
    }
    if (entries) ::closedir(entries);
}

void clearLitter(const fs::path& path) {
    const auto target = resolved(path);
    if (!target) return;
    const std::string begin = beginAside(target->filename().string());
    const int folder = ::open(folderOf(*target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    clearLitter(folder, begin, {});
    ::close(folder);
}

} // namespace headlight
