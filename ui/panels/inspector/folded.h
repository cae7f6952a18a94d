#pragma once

#include "panels/inspector/LessonPen.h"

#include <functional>

namespace headlight {

/// Which terms are shown: all, or of many the largest.
struct Folded {
    std::vector<std::size_t> shown, others;
    bool isLong = false; ///< there are so many that some can be left out
};

/// In their order; if others are left out, the largest first. `kept` is shown in any case; -1: none.
Folded folded(const std::vector<double>& values, bool isWhole, int kept = -1);

/// What the other terms add.
double restOf(const Folded& terms, const std::function<double(std::size_t)>& valueOf);

/// A link that shows the other terms or leaves them out again (`of` says of which stage), and behind it what they add.
/// Only of a long sum. `isNarrow`: there is little room for the words.
std::vector<QString> restCells(const LessonPen& pen, Stage of, const Folded& terms, const std::vector<double>& rests,
                               bool isNarrow = false);

} // namespace headlight
