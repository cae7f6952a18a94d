#pragma once
// Work on several threads. A part must compute the same wherever and whenever it is done.

#include "base/Matrix.h"

#include <functional>

namespace headlight {

inline constexpr int kMostThreads = 256;

/// How many threads compute at the same time at most, the calling one included. Any thread.
int computingThreads();
/// 0: one for each core of the processor that this process may use, as at first. Work under way ends as it began.
/// `leastWork`: what is shared; tests share less.
inline constexpr double kLeastSharedWork = 3e6; ///< about 100 microseconds: less is sooner done than shared
void setComputingThreads(int count, double leastWork = kLeastSharedWork);

/// Calls part(first, end) for blocks of `block` numbers of [0, count), the last of which may be shorter. If the work
/// is worth it, several threads do so at the same time; else the calling one does, in order. `work`: about how many
/// multiplications all of it takes; an exponential, or a number that is read and compared, counts as four. Returns when
/// all is done. Throws what a part has thrown; then others may not have been called. A part may call it, too.
void inParallel(Index count, Index block, double work, const std::function<void(Index first, Index end)>& part);

} // namespace headlight
