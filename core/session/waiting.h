#pragma once
// What a switch cuts off a parameter, until a switch makes room for it again. Private to core/session.

#include "session/Layer.h"

#include <functional>

namespace headlight {

/// Why a parameter gets another shape: a switch gives back what it takes; what a person cuts off is gone.
enum class Cause : unsigned char { Resize, Switch };

/// Where a parameter waits that is switched off; of one that is on, what a switch has cut off: the whole, at least as
/// long as the parameter on each side, whose numbers count where both have them.
FrozenMatrix& offSlot(Layer&, const ParameterRef&);
FrozenMatrix& onSlot(Layer&, const ParameterRef&);

/// Calls f(ParameterRef, matrix) for each that is switched off, and not only a part of it.
template <class F>
void forEachSwitchedOff(Layer& layer, F f) {
    forEachOff(layer, layer.number, [&](const ParameterRef& ref, FrozenMatrix& matrix) {
        if (matrix && !onSlot(layer, ref)) f(ref, matrix);
    });
}

/// Switches it off, where it waits with what has waited for it, or on again.
void switchOver(FrozenMatrix& on, FrozenMatrix& off);

/// After a parameter has got the shape of `now`, in which each number of `before` that is still there has its place,
/// and the others are drawn. A switch takes from what waits what there is room for now, and leaves the rest of both to
/// wait; else what waits follows the sides on which it has no more than the parameter.
void keepWaiting(const Matrix& before, Matrix& now, FrozenMatrix& waiting, Cause cause,
                 const std::function<Matrix(Index rows, Index cols)>& drawn);

} // namespace headlight
