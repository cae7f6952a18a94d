#pragma once

#include "base/Result.h"
#include "session/Session.h"

namespace headlight {

/// About how many bytes of a file the numbers of a session take, also those that are switched off. Of matrices in
/// base64 exactly; of those in rows at most.
double bytesInFile(const Session&);

/// A Problem if so many numbers take more bytes than a file that can be opened again (256 MB), and than those of the
/// session as it is: before they are made.
Result<void> numbersFit(double numbers, const Session& before);

/// The same of a session that is made: one that was as large before, and has not grown, is accepted.
Result<void> fitsIntoFile(const Session& session, const Session& before);

} // namespace headlight
