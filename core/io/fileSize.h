#pragma once

#include "base/Result.h"
#include "session/Session.h"

namespace headlight {

/// Returns about how many bytes the numbers of a session take in a file, also those that are switched off: the very
/// number for matrices in base64, an upper bound for those in rows.
double bytesInFile(const Session&);

/// Returns a Problem if so many numbers would take more than 256 MB, so that the file could not be opened again, and
/// more than those of `before`. It is asked before the numbers are made.
Result<void> numbersFit(double numbers, const Session& before);

/// Returns a Problem if the numbers of a session take more than 256 MB, and more than those of `before`.
Result<void> fitsIntoFile(const Session& session, const Session& before);

} // namespace headlight
