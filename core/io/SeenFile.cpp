#include "io/SeenFile.h"

#include "io/fileCalls.h"
#include "io/files.h"

#include <zlib.h>

#include <limits>

namespace headlight {
namespace {

std::optional<std::uint32_t> sumOf(const std::filesystem::path& path) {
    const auto bytes = readFile(path, std::numeric_limits<off_t>::max());
    return bytes ? std::optional(checksum(*bytes)) : std::nullopt;
}

} // namespace

std::optional<FileStamp> stampOf(const std::filesystem::path& path) {
    struct stat is {};
    if (retryOnEintr([&] { return ::stat(path.c_str(), &is); }) != 0) return std::nullopt;
    return FileStamp{is.st_dev, is.st_ino, static_cast<std::uint64_t>(is.st_size), is.st_mtim.tv_sec,
                     is.st_mtim.tv_nsec};
}

std::optional<SeenFile> seenFile(const std::filesystem::path& path) {
    const auto stamp = stampOf(path); // before reading: a change meanwhile gives another stamp
    return stamp ? std::optional(SeenFile{*stamp, sumOf(path)}) : std::nullopt;
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
