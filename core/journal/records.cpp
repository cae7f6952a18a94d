#include "journal/records.h"

#include "io/SeenFile.h"

#include <bit>
#include <cstring>
#include <limits>

namespace headlight::journal {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kHead = 2 * sizeof(std::uint32_t);

template <class T>
std::string_view bytesOf(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

} // namespace

void RecordWriter::add(std::uint64_t number) { bytes_ += bytesOf(number); }

void RecordWriter::add(std::span<const float> numbers) {
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

void RecordWriter::appendTo(std::string& all) const {
    all += bytesOf(static_cast<std::uint32_t>(bytes_.size()));
    all += bytesOf(checksum(0, bytes_));
    all += bytes_;
}

std::uint64_t RecordReader::number() {
    std::uint64_t value = 0;
    if (const auto from = bytes(sizeof value); ok_) std::memcpy(&value, from.data(), sizeof value);
    return value;
}

std::string_view RecordReader::bytes(std::uint64_t count) {
    ok_ = ok_ && count <= left_.size();
    if (!ok_) return {};
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
}

bool RecordReader::floats(float* to, std::uint64_t count) {
    if (count > left_.size() / sizeof(float)) ok_ = false;
    const auto from = bytes(ok_ ? count * sizeof(float) : 0);
    if (ok_ && count > 0) std::memcpy(to, from.data(), from.size());
    return ok_;
}

std::optional<Record> nextRecord(std::string_view& all) {
    if (all.size() <= kHead) return std::nullopt;
    std::uint32_t size = 0, sum = 0;
    std::memcpy(&size, all.data(), sizeof size);
    std::memcpy(&sum, all.data() + sizeof size, sizeof sum);
    if (size < 1 || size > all.size() - kHead) return std::nullopt;
    const std::string_view bytes = all.substr(kHead, size);
    if (checksum(0, bytes) != sum) return std::nullopt;
    all.remove_prefix(kHead + size);
    return Record{static_cast<Kind>(bytes[0]), bytes.substr(1)};
}

} // namespace headlight::journal
