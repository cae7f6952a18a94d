#pragma once

#include "plot/Colormap.h"

#include <map>

namespace headlight {

/// Ranges of colours that only widen while a number is dragged, so that colours change only with the numbers.
template <class Key>
class HeldRanges {
public:
    /// Returns the range to show for `range`, and remembers it.
    Range held(const Key& of, const Range& range, bool isDragging) {
        Range& shown = shown_[of];
        return shown = isDragging ? united(shown, range) : range;
    }

private:
    std::map<Key, Range> shown_; ///< as last shown
};

} // namespace headlight
