#pragma once
// A folder that is emptied before each test, and the old and the new content of a file in it.

#include "io/files.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace headlight::testing {

namespace fs = std::filesystem;

inline const std::string kOld = "the old file\n", kNew = std::string(100'000, 'n') + "\n";

inline std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

struct FilesBench {
    void empty() {
        for (const auto& entry : fs::directory_iterator(in("").parent_path())) fs::remove_all(entry);
    }
    fs::path in(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
    int entries(const char* folder = "") const { ///< number of entries of the folder, or of a folder in it
        return static_cast<int>(std::distance(fs::directory_iterator(in(folder)), fs::directory_iterator()));
    }

    QTemporaryDir folder_;
};

} // namespace headlight::testing
