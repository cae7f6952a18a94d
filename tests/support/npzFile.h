#pragma once
// Reads a .npz as NumPy would: by libzip, and a parser of its own for the header of each array.

#include <zip.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

/// The dict of a .npy and the bytes after it; parsed() checks magic, version and alignment.
struct Npy {
    std::string dict, values;

    std::vector<std::int64_t> shape() const {
        const auto at = dict.find("'shape': (") + 10;
        std::istringstream sides(dict.substr(at, dict.find(')', at) - at));
        std::vector<std::int64_t> shape;
        for (std::string side; std::getline(sides, side, ',');)
            if (side.find_first_not_of(' ') != side.npos) shape.push_back(std::stoll(side));
        return shape;
    }
};

inline Npy parsed(const std::string& bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes.at(i)); };
    if (bytes.substr(0, 8) != std::string("\x93NUMPY\x01\x00", 8)) return {"bad magic", ""};
    const std::size_t start = 10 + byte(8) + 256U * byte(9);
    if (start % 64 != 0 || bytes.at(start - 1) != '\n') return {"bad alignment", ""};
    std::string dict = bytes.substr(10, start - 11);
    dict.erase(dict.find_last_not_of(' ') + 1);
    return {dict, bytes.substr(start)};
}

template <class T>
std::vector<T> valuesIn(const std::string& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

inline std::vector<std::pair<std::string, std::string>> membersOfZip(const std::filesystem::path& path) {
    std::vector<std::pair<std::string, std::string>> members;
    zip_t* zip = zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, nullptr);
    for (zip_int64_t i = 0; zip && i < zip_get_num_entries(zip, 0); ++i) {
        zip_stat_t about;
        zip_stat_index(zip, static_cast<zip_uint64_t>(i), 0, &about);
        std::string bytes(about.size, '\0');
        zip_file_t* file = zip_fopen_index(zip, static_cast<zip_uint64_t>(i), 0);
        zip_fread(file, bytes.data(), bytes.size());
        zip_fclose(file);
        members.emplace_back(about.name, bytes);
    }
    if (zip) zip_discard(zip);
    return members;
}

/// Returns the arrays by name, without .npy.
inline std::map<std::string, Npy> arraysOf(const std::filesystem::path& path) {
    std::map<std::string, Npy> arrays;
    for (const auto& [name, bytes] : membersOfZip(path)) arrays[name.substr(0, name.rfind(".npy"))] = parsed(bytes);
    return arrays;
}

} // namespace headlight::testing
