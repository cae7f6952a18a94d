// Session files: whatever the bytes are, a session that is consistent and written the same again, or one sentence; and
// the same however they are cut into pieces.
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/pieces.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const std::string json(reinterpret_cast<const char*>(bytes), size);
    const auto read = parseSession(json);
    constexpr std::size_t kFew = 5000, kPiece = 7; // bytes; of long ones the pieces would be all that takes time
    const auto inPieces = size < kFew ? parseSession(testing::inPieces(json, kPiece)) : read;
    if (inPieces.ok() != read.ok()) std::abort();
    if (!read) {
        if (read.text().empty() || inPieces.text() != read.text()) std::abort();
        return 0;
    }
    if (firstInconsistency(read->session)) std::abort();
    if (read->session.text.embeddings.rows() * read->session.text.embeddings.cols() > 100'000)
        return 0; // right, but too slow to write a million times
    const std::string text = sessionText(*read);
    if (sessionText(*inPieces) != text) std::abort();
    const auto again = parseSession(text);
    if (!again || sessionText(*again) != text) std::abort();
    return 0;
}
