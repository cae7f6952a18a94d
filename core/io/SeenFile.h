#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace headlight {

/// What tells one state of a file from another, without reading it.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0; ///< of its last change
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Of the file that the path, or a link there, leads to; nothing if there is none.
std::optional<FileStamp> stampOf(const std::filesystem::path&);

/// A file as it was found, to be recognised when another program has written the same into it again.
struct SeenFile {
    FileStamp stamp;
    std::optional<std::uint32_t> sum;        ///< of its bytes; nothing if they could not be read
    std::optional<FileStamp> otherwise = {}; ///< when it was found to hold something else: not to be read again
    friend bool operator==(const SeenFile&, const SeenFile&) = default;
};

/// Reads it once; nothing if there is none.
std::optional<SeenFile> seenFile(const std::filesystem::path&);

/// Whether it is there and holds what it held then. Read only where its stamp is a new one and its size is not; if the
/// bytes are the same, that stamp is its own from now on.
bool isStill(const std::filesystem::path&, SeenFile&);

/// CRC-32; of what begins with bytes of the checksum `before`.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

} // namespace headlight
