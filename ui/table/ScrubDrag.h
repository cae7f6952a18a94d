#pragma once

#include <Qt>

namespace headlight {

/// Returns the step of one pixel of a scrub: 0.01; with Shift 0.001, with Ctrl 0.1.
double scrubStep(Qt::KeyboardModifiers);

/// Returns `value` moved by `steps` steps; its finer decimals stay. Always finite.
float stepped(float value, int steps, Qt::KeyboardModifiers);

/// The arithmetic of one drag, from the value and place where it began, so that rounding does not add up. After a
/// change of modifier it goes on from the value reached.
class ScrubDrag {
public:
    ScrubDrag() = default;
    ScrubDrag(float start, int x, Qt::KeyboardModifiers modifiers);

    float valueAt(int x, Qt::KeyboardModifiers modifiers);

private:
    float base_ = 0, last_ = 0;
    int baseX_ = 0, lastX_ = 0;
    double step_ = 0;
};

} // namespace headlight
