#include "table/ScrubDrag.h"

#include "base/decimal.h"
#include "base/numberText.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

double scrubStep(Qt::KeyboardModifiers modifiers) {
    if (modifiers & Qt::ShiftModifier) return 0.001;
    return modifiers & Qt::ControlModifier ? 0.1 : 0.01;
}

float stepped(float value, int steps, Qt::KeyboardModifiers modifiers) {
    if (!std::isfinite(value)) value = 0;
    if (steps == 0) return value;
    const double from = *nearest<double>(shortest(value));       // 0.2775 as it is read, where the float is 0.277500004
    const double perUnit = std::round(1 / scrubStep(modifiers)); // 10, 100, 1000: exact, where 0.01 is not
    constexpr double largest = static_cast<double>(std::numeric_limits<float>::max());
    return static_cast<float>(std::clamp(from + steps / perUnit, -largest, largest));
}

ScrubDrag::ScrubDrag(float start, int x, Qt::KeyboardModifiers modifiers)
    : base_(start), last_(start), baseX_(x), lastX_(x), step_(scrubStep(modifiers)) {}

float ScrubDrag::valueAt(int x, Qt::KeyboardModifiers modifiers) {
    if (scrubStep(modifiers) != step_) {
        step_ = scrubStep(modifiers);
        base_ = last_;
        baseX_ = lastX_;
    }
    lastX_ = x;
    last_ = stepped(base_, x - baseX_, modifiers);
    return last_;
}

} // namespace headlight
