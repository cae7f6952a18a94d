#pragma once

#include "base/Watch.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace headlight {

/// Identifies a state of a file without reading it.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0; ///< the time of its last change
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Returns the stamp of the file at the path, where links are followed; nothing if there is none.
std::optional<FileStamp> stampOf(const std::filesystem::path&);

/// A file as it was found. It is recognised after another program has written the same bytes into it again.
struct SeenFile {
    FileStamp stamp;
    std::optional<std::uint32_t> sum;        ///< the checksum of its bytes; nothing if they could not be read
    std::optional<FileStamp> otherwise = {}; ///< a later stamp at which it held other bytes; it is not read again
    friend bool operator==(const SeenFile&, const SeenFile&) = default;
};

/// Reads a file once, by pieces of 1 MB; nothing if there is none. If `watch` does not go on, there is no sum.
std::optional<SeenFile> seenFile(const std::filesystem::path&, const Watch& watch = {});

/// True if the file is there and holds the same bytes as `seen`. It is read only if its stamp differs but its size
/// does not; if the bytes are the same, `seen` takes the new stamp.
bool isStill(const std::filesystem::path&, SeenFile&);

/// Returns the CRC-32 of `bytes` behind other bytes, whose CRC-32 is `before`.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

} // namespace headlight
