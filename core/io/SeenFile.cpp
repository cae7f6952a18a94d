#include "io/SeenFile.h"

#include "io/fileCalls.h"

#include <zlib.h>

#include <string>

namespace headlight {
namespace {

/// Reads by pieces, since a file may be larger than the memory. Returns nothing if that fails, or if `watch` stops it.
std::optional<std::uint32_t> sumOf(const std::filesystem::path& path, const Watch& watch = {}) {
    constexpr std::size_t kPiece = std::size_t(1) << 20;
    std::uint64_t size = 0;
    const auto file = openedToRead(path, size);
    if (!file) return std::nullopt;
    std::string piece(kPiece, '\0');
    std::uint32_t sum = 0;
    for (std::uint64_t done = 0;;) {
        if (!shouldContinue(watch, size > done ? static_cast<double>(done) / static_cast<double>(size) : 1))
            return std::nullopt;
        const ssize_t got = retryOnEintr([&] { return ::read(file->fd(), piece.data(), piece.size()); });
        if (got < 0) return std::nullopt;
        if (got == 0) return sum;
        const auto count = static_cast<std::size_t>(got);
        sum = checksum({piece.data(), count}, sum);
        done += count;
    }
}

} // namespace

std::optional<FileStamp> stampOf(const std::filesystem::path& path) {
    struct stat is {};
    if (retryOnEintr([&] { return ::stat(path.c_str(), &is); }) != 0) return std::nullopt;
    return FileStamp{is.st_dev, is.st_ino, static_cast<std::uint64_t>(is.st_size), is.st_mtim.tv_sec,
                     is.st_mtim.tv_nsec};
}

std::optional<SeenFile> seenFile(const std::filesystem::path& path, const Watch& watch) {
    const auto stamp = stampOf(path); // before reading: a change meanwhile gives another stamp
    return stamp ? std::optional(SeenFile{*stamp, sumOf(path, watch)}) : std::nullopt;
}

bool isStill(const std::filesystem::path& path, SeenFile& seen) {
    const auto now = stampOf(path);
    if (!now || *now == seen.stamp) return now.has_value();
    if (!seen.sum || now->size != seen.stamp.size || now == seen.otherwise) return false;
    const bool isSame = sumOf(path) == seen.sum;
    (isSame ? seen.stamp : seen.otherwise.emplace()) = *now;
    return isSame;
}

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
    return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace headlight
