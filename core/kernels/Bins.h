#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headlight::kernels {

using Index = std::ptrdiff_t;

/// Where bin `bin` of so many begins, which share `length` elements.
inline Index binBegin(Index bin, Index bins, Index length) { return bin * length / bins; }
/// The bin in which an element lies.
Index binOf(Index element, Index bins, Index length);

/// binBegin() of each bin, so that none is divided for again, and what finds the ends of bins in a register. No bin is
/// empty.
class Bins {
public:
    Bins() = default;
    Bins(Index count, Index length);

    Index count() const { return static_cast<Index>(begins_.size()) - 1; }
    Index length() const { return begins_.back(); }
    Index begin(Index bin) const { return begins_[static_cast<std::size_t>(bin)]; }
    bool empty() const { return begins_.empty(); }
    std::size_t scratchSize() const { return static_cast<std::size_t>(length() + 2 * (count() + kSlack)); }

    /// Of kernels. A bin has length / count elements or one more, so it is covered by two windows of this size, the
    /// largest power of two that length / count holds.
    Index window() const { return window_; }
    /// A bit for each element with which a first window begins, and a last one: of each bin in turn.
    const std::uint8_t* firsts() const { return firsts_.data(); }
    const std::uint8_t* lasts() const { return lasts_.data(); }
    static constexpr Index kSlack = 16; ///< floats that may be written behind the last bin

private:
    std::vector<Index> begins_; ///< of each bin, and the length
    Index window_ = 1;
    std::vector<std::uint8_t> firsts_, lasts_;
};

} // namespace headlight::kernels
