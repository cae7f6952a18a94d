// Any bytes as a session file give one message, or a consistent session that is written the same again.
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/edits.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const std::string json(reinterpret_cast<const char*>(bytes), size);
    const auto read = parseSession(json);
    if (!read) {
        if (read.text().empty()) std::abort();
        return 0;
    }
    if (firstInconsistency(read->session)) std::abort();
    if (read->session.text.embeddings.rows() * read->session.text.embeddings.cols() > 100'000)
        return 0; // valid, but too slow to write a million times
    const std::string text = sessionText(*read);
    const auto again = parseSession(text);
    if (!again || sessionText(*again) != text) std::abort();
    return 0;
}
