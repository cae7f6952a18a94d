#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

/// Keeps compiled programs as files in one folder: the last kMaxPrograms that were used. A file that is damaged,
/// foreign, or cannot be read or written counts as missing. Several processes may use the folder at once. Any thread.
class ProgramCache {
public:
    static constexpr int kMaxPrograms = 16;

    /// Uses headlight/opencl in the user's folder for caches ($XDG_CACHE_HOME, ~/.cache).
    ProgramCache();
    explicit ProgramCache(std::filesystem::path folder);

    /// Returns what was kept under this key, which is a text without a zero byte.
    std::optional<std::string> find(const std::string& key) const;
    void keep(const std::string& key, const std::string& program) const;

private:
    std::filesystem::path fileOf(const std::string& key) const;

    std::filesystem::path folder_; ///< empty: nothing is kept
};

} // namespace headlight
