#pragma once
// Work that several threads share. A part must give the same result on every thread and at every time.

#include "base/Matrix.h"

#include <functional>

namespace headlight {

inline constexpr int kMaxThreads = 256;

/// Returns the maximum number of threads that compute at the same time, the calling one included. Any thread.
int computingThreads();
inline constexpr double kMinSharedWork = 3e6; ///< multiplications, about 100 us: one thread is faster with less
/// Sets that number; 0, as at the start: one thread for each core that this process may use. Work under way goes on as
/// before. Work of less than `minWork` multiplications is not shared; tests share less.
void setComputingThreads(int count, double minWork = kMinSharedWork);

/// Calls part(first, end) for blocks of `block` numbers of [0, count), the last of which may be shorter. If the work is
/// worth it, several threads do so at the same time; else the calling one does, in order. `work` is about the number of
/// multiplications of all parts; an exponential, or a number that is read and compared, counts as four. Returns when
/// all is done. Throws what a part has thrown; parts may be left out then. A part may call inParallel().
void inParallel(Index count, Index block, double work, const std::function<void(Index first, Index end)>& part);

} // namespace headlight
