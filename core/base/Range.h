#pragma once

namespace headlight {

/// From the smallest to the largest; low > high if there is none.
struct Range {
    float low = 1, high = 0;
    bool empty() const { return low > high; }
    friend bool operator==(const Range&, const Range&) = default;
};

} // namespace headlight
