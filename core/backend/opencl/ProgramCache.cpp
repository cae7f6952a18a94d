#include "backend/opencl/ProgramCache.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxBytes = 256 << 20;

/// Returns the FNV-1a hash of 64 bits, in 16 hexadecimal digits.
std::string hashOf(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, hash >>= 4)
        *digit = "0123456789abcdef"[hash & 15];
    return digits;
}

fs::path folderFromEnvironment(const char* name) {
    const char* const value = std::getenv(name);
    const fs::path folder = value ? value : "";
    return folder.is_absolute() ? folder : fs::path(); // as XDG's specification of base directories says
}

fs::path usersFolder() {
    fs::path caches = folderFromEnvironment("XDG_CACHE_HOME");
    if (caches.empty()) {
        const fs::path home = folderFromEnvironment("HOME");
        std::error_code error;
        if (!fs::is_directory(home, error)) return {}; // a service may have no home, and none is made for it
        caches = home / ".cache";
    }
    return caches / "headlight" / "opencl";
}

std::string contentOf(const fs::path& path) {
    std::error_code error; // it is set for a folder or a pipe, too
    const std::uintmax_t size = fs::file_size(path, error);
    if (error || size > kMaxBytes) return {};
    std::string content(size, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(content.data(), static_cast<std::streamsize>(size));
    return file ? content : std::string();
}

/// Deletes all but the newest files, including those of programs that were killed while they were writing.
void deleteOldest(const fs::path& folder) {
    std::error_code error;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        std::error_code gone; // another program may delete, too
        const auto time = file->last_write_time(gone);
        if (!gone && file->is_regular_file(gone)) files.emplace_back(time, file->path());
    }
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i + ProgramCache::kMaxPrograms < files.size(); ++i) fs::remove(files[i].second, error);
}

} // namespace

ProgramCache::ProgramCache() : folder_(usersFolder()) {}
ProgramCache::ProgramCache(fs::path folder) : folder_(std::move(folder)) {}

fs::path ProgramCache::fileOf(const std::string& key) const { return folder_ / (hashOf(key) + ".bin"); }

// The content of a file: the hash of the rest, the key, a zero byte, the program.

std::optional<std::string> ProgramCache::find(const std::string& key) const {
    if (folder_.empty()) return {};
    const fs::path path = fileOf(key);
    const std::string content = contentOf(path), head = key + '\0';
    if (content.size() <= 16 + head.size() || content.compare(16, head.size(), head) != 0) return {};
    if (content.compare(0, 16, hashOf(std::string_view(content).substr(16))) != 0) return {};
    std::error_code error; // if its time cannot be set, it is deleted earlier
    fs::last_write_time(path, fs::file_time_type::clock::now(), error);
    return content.substr(16 + head.size());
}

void ProgramCache::keep(const std::string& key, const std::string& program) const {
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    static std::atomic<int> count = 0;
    const fs::path aside = folder_ / (std::to_string(getpid()) + '-' + std::to_string(++count) + ".new");
    const std::string rest = key + '\0' + program;
    std::ofstream file(aside, std::ios::binary);
    file << hashOf(rest) << rest;
    file.close();
    if (file) fs::rename(aside, fileOf(key), error);
    if (!file || error) fs::remove(aside, error);
    deleteOldest(folder_);
}

} // namespace headlight
