#pragma once

namespace headlight {

/// The smallest and the largest of some numbers; low > high if there are no numbers.
struct Range {
    float low = 1, high = 0;
    bool empty() const { return low > high; }
    friend bool operator==(const Range&, const Range&) = default;
};

} // namespace headlight
