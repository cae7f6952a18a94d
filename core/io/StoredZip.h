#pragma once
// Private to core/io: a ZIP that is written from its first byte to its last.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Writes a ZIP of stored members, of any size (ZIP64), into an open file. Members are dated 1980-01-01, so that the
/// clock changes nothing. Each call returns why the file cannot be written, as "writing: no space left on device";
/// empty if nothing is wrong.
class StoredZip {
public:
    explicit StoredZip(int file) : file_(file) {}

    /// Adds a member of the bytes piece(0), piece(1) and so on, up to the first empty one. Exceptions of `piece` pass.
    std::string add(const std::string& name, const std::function<std::string(std::size_t)>& piece);
    /// Writes the directory.
    std::string finish();

private:
    struct Entry {
        std::string name;
        std::uint64_t at = 0, size = 0;
        std::uint32_t crc = 0;
    };
    static std::string localHeader(const Entry& entry);
    static std::string directoryEntry(const Entry& entry);
    std::string append(std::string_view bytes);

    int file_;
    std::uint64_t end_ = 0;
    std::vector<Entry> entries_;
};

} // namespace headlight
