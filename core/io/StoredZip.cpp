#include "io/StoredZip.h"

#include "io/NumberType.h"
#include "io/fileCalls.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

// The numbers of PKWARE's APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.14 to 4.3.16 (its end).
constexpr std::uint64_t kNoZipSize = 0xFFFFFFFF; ///< means that the size is in the ZIP64 fields
constexpr std::uint64_t kZipVersion = 45, kZipUtf8 = 0x800, kZipDate = 0x21, kZipUnix = 3 << 8;

/// Returns values, each with the number of bytes that it takes, little-endian.
std::string laidOut(std::initializer_list<std::pair<std::uint64_t, int>> fields) {
    std::string text;
    for (const auto& [value, bytes] : fields) appendLittle(text, value, bytes);
    return text;
}

} // namespace

/// Always has the ZIP64 fields, as numpy.savez does, since the header is first written before the size is known.
std::string StoredZip::localHeader(const Entry& entry) {
    return laidOut({{0x04034B50, 4}, {kZipVersion, 2}, {kZipUtf8, 2}, {0, 2}, {0, 2}, {kZipDate, 2}, {entry.crc, 4}}) +
           laidOut({{kNoZipSize, 4}, {kNoZipSize, 4}, {entry.name.size(), 2}, {20, 2}}) + entry.name +
           laidOut({{1, 2}, {16, 2}, {entry.size, 8}, {entry.size, 8}});
}

std::string StoredZip::directoryEntry(const Entry& entry) {
    const bool isLarge = entry.size >= kNoZipSize || entry.at >= kNoZipSize;
    const auto small = [&](std::uint64_t value) { return isLarge ? kNoZipSize : value; };
    const std::string extra = isLarge ? laidOut({{1, 2}, {24, 2}, {entry.size, 8}, {entry.size, 8}, {entry.at, 8}})
                                      : std::string();
    return laidOut({{0x02014B50, 4},
                    {kZipUnix + kZipVersion, 2},
                    {kZipVersion, 2},
                    {kZipUtf8, 2},
                    {0, 2},
                    {0, 2},
                    {kZipDate, 2}}) +
           laidOut({{entry.crc, 4}, {small(entry.size), 4}, {small(entry.size), 4}}) +
           laidOut({{entry.name.size(), 2}, {extra.size(), 2}, {0, 2}, {0, 2}, {0, 2}}) +
           laidOut({{std::uint64_t{0100600} << 16, 4}, {small(entry.at), 4}}) + entry.name + extra;
}

std::string StoredZip::append(std::string_view bytes) {
    std::string why = writtenAt(file_, end_, bytes);
    end_ += bytes.size();
    return why;
}

std::string StoredZip::add(const std::string& name, const std::function<std::string(std::size_t)>& piece) {
    Entry entry{name, end_, 0, static_cast<std::uint32_t>(::crc32(0, nullptr, 0))};
    if (std::string why = append(localHeader(entry)); !why.empty()) return why;
    for (std::size_t i = 0;; ++i) {
        const std::string bytes = piece(i);
        if (bytes.empty()) break;
        entry.crc = static_cast<std::uint32_t>(
            ::crc32_z(entry.crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
        entry.size += bytes.size();
        if (std::string why = append(bytes); !why.empty()) return why;
    }
    entries_.push_back(entry);
    return writtenAt(file_, entry.at, localHeader(entry));
}

std::string StoredZip::finish() {
    const std::uint64_t begin = end_, count = entries_.size();
    for (const Entry& entry : entries_)
        if (std::string why = append(directoryEntry(entry)); !why.empty()) return why;
    const std::uint64_t size = end_ - begin;
    std::string end;
    if (begin >= kNoZipSize || size >= kNoZipSize || count >= 0xFFFF)
        end = laidOut({{0x06064B50, 4}, {44, 8}, {kZipVersion, 2}, {kZipVersion, 2}, {0, 4}, {0, 4}, {count, 8}}) +
              laidOut({{count, 8}, {size, 8}, {begin, 8}, {0x07064B50, 4}, {0, 4}, {end_, 8}, {1, 4}});
    const std::uint64_t few = std::min<std::uint64_t>(count, 0xFFFF);
    end += laidOut({{0x06054B50, 4}, {0, 2}, {0, 2}, {few, 2}, {few, 2}}) +
           laidOut({{std::min(size, kNoZipSize), 4}, {std::min(begin, kNoZipSize), 4}, {0, 2}});
    return append(end);
}

} // namespace headlight
