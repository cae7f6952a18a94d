#pragma once

#include "base/Result.h"
#include "session/Session.h"

namespace headlight {

/// About how many bytes of a file the numbers of a session take, also those that are switched off. Of matrices in
/// base64 exactly; of those in rows at most.
double bytesInFile(const Session&);

/// All of them.
double numbersIn(const Session&);

/// A Problem if so many numbers are more than kMaxNumbers, and than a session holds as it is: before they are made.
Result<void> numbersFit(double numbers, const Session& before);

/// A Problem if a session has become larger than kMaxNumbers or than a file that can be opened again: what a person
/// makes he can keep. One that was as large before, and has not grown, is let be.
Result<void> fitsIntoFile(const Session& session, const Session& before);

} // namespace headlight
