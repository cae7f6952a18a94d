#pragma once
// What nobody has given numbers is drawn from the session's seed and its own name (random/initialisers.h). Private to
// core/session.

#include "base/Matrix.h"
#include "session/MatrixRef.h"
#include "session/Session.h"

#include <string>

namespace headlight {

/// [rows, cols], from the seed and "layer 0 head 2 W_q"; `fanIn` as for drawWeights.
Matrix drawnFor(const Session&, const MatrixRef&, Index rows, Index cols, Index fanIn = 0);

/// `old` with rows x cols: the numbers it has stay in their places, the others come from `drawn`. Empty stays empty.
FrozenMatrix resized(const FrozenMatrix& old, Matrix drawn);

} // namespace headlight
