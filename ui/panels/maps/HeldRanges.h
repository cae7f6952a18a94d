#pragma once

#include "plot/Colormap.h"

#include <map>

namespace headlight {

/// While a number is dragged, a range of colours only widens: so the eye sees what the hand does.
template <class Key>
class HeldRanges {
public:
    /// What is shown of `range`, and is remembered as shown.
    Range held(const Key& of, const Range& range, bool isDragging) {
        Range& shown = shown_[of];
        return shown = isDragging ? united(shown, range) : range;
    }

private:
    std::map<Key, Range> shown_; ///< as last shown
};

} // namespace headlight
