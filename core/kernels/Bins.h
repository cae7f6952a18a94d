#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headlight::kernels {

using Index = std::ptrdiff_t;

/// Returns the first element of bin `bin`, if `bins` bins share `length` elements.
inline Index binBegin(Index bin, Index bins, Index length) { return bin * length / bins; }
/// Returns the bin in which an element lies.
Index binOf(Index element, Index bins, Index length);

/// The first element of each bin, computed once, and marks to find the ends of bins in a register. No bin is empty.
class Bins {
public:
    Bins() = default;
    Bins(Index count, Index length);

    Index count() const { return static_cast<Index>(begins_.size()) - 1; }
    Index length() const { return begins_.back(); }
    Index begin(Index bin) const { return begins_[static_cast<std::size_t>(bin)]; }
    bool empty() const { return begins_.empty(); }
    std::size_t scratchSize() const { return static_cast<std::size_t>(length() + 2 * (count() + kSlack)); }

    /// Returns the size of a window, for kernels. A bin has length / count elements or one more, so two windows of this
    /// size, the largest power of two up to length / count, cover it.
    Index window() const { return window_; }
    /// Return a bit for each element: 1 where the first or the last window of a bin begins.
    const std::uint8_t* firsts() const { return firsts_.data(); }
    const std::uint8_t* lasts() const { return lasts_.data(); }
    static constexpr Index kSlack = 16; ///< floats that may be written behind the last bin

private:
    std::vector<Index> begins_; ///< the first element of each bin, and the length
    Index window_ = 1;
    std::vector<std::uint8_t> firsts_, lasts_;
};

} // namespace headlight::kernels
