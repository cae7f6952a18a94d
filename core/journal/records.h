#pragma once
// A journal as bytes: after eight that say what it is, records, each with its length and a checksum. Private to
// core/journal; numbers are little-endian.

#include "base/Matrix.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight::journal {

inline constexpr std::string_view kMagic = "HLJRNL1\n";

/// Blocks are counted from 0 in the order of their records, of all three kinds.
enum class Kind : std::uint8_t {
    Block = 1, ///< a matrix
    Cells = 2, ///< a block like an earlier one but for some numbers
    Rows = 3,  ///< a table like an earlier one but for some rows, and how many it has
    State = 4  ///< the session and what is known of it, as text that differs from the last state's in the middle
};

class RecordWriter {
public:
    explicit RecordWriter(Kind kind) : bytes_(1, static_cast<char>(kind)) {}
    void add(std::uint64_t number);
    void add(std::string_view bytes) { bytes_ += bytes; }
    void add(std::span<const float> numbers);
    /// With length and checksum. At most 4 GB.
    void appendTo(std::string& all) const;

private:
    std::string bytes_;
};

/// What a record says, taken from the front. After what it does not have, nothing is ok.
class RecordReader {
public:
    explicit RecordReader(std::string_view bytes) : left_(bytes) {}
    bool ok() const { return ok_; }
    bool isAtEnd() const { return left_.empty(); }
    std::uint64_t number();
    std::string_view bytes(std::uint64_t count);
    std::string_view rest() { return bytes(left_.size()); }
    bool floats(float* to, std::uint64_t count);

private:
    std::string_view left_;
    bool ok_ = true;
};

struct Record {
    Kind kind;
    std::string_view bytes;
};

/// The next record of `all`, which begins behind it then; nothing at the end, and where one is torn or wrong.
std::optional<Record> nextRecord(std::string_view& all);

} // namespace headlight::journal
