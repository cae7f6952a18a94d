#include "kernels/Bins.h"

#include <bit>

namespace headlight::kernels {

Index binOf(Index element, Index bins, Index length) {
    Index bin = element * bins / length;
    while (binBegin(bin + 1, bins, length) <= element) ++bin;
    return bin;
}

Bins::Bins(Index count, Index length) : begins_(static_cast<std::size_t>(count) + 1) {
    const Index whole = length / count, part = length % count;
    window_ = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(whole)));
    firsts_.resize(static_cast<std::size_t>(length + kSlack) / 8); // a register may be read behind the length
    lasts_.resize(firsts_.size());
    const auto mark = [](std::vector<std::uint8_t>& bits, Index element) {
        bits[static_cast<std::size_t>(element) / 8] |= static_cast<std::uint8_t>(1U << (element % 8));
    };
    Index begin = 0, rest = 0; // bin * length = begin * count + rest
    for (std::size_t bin = 0; bin < begins_.size(); ++bin) {
        begins_[bin] = begin;
        if (begin < length) mark(firsts_, begin);
        if (bin > 0) mark(lasts_, begin - window_);
        begin += whole;
        rest += part;
        if (rest < count) continue;
        ++begin;
        rest -= count;
    }
}

} // namespace headlight::kernels
