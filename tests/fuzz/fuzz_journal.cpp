// Journals: whatever the bytes are, a session that is consistent and comes back from a journal of its own, or one
// sentence. The bytes are read twice: as they are, and with checksums that fit, which nobody invents by chance.
#include "journal/journal.h"
#include "journal/records.h"
#include "session/consistency.h"

#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace headlight;

/// With the right checksum in each record, as far as there are whole ones.
std::string mended(std::string bytes) {
    constexpr std::size_t kHead = 2 * sizeof(std::uint32_t);
    for (std::size_t at = journal::kMagic.size(); at + kHead < bytes.size();) {
        std::uint32_t size = 0;
        std::memcpy(&size, bytes.data() + at, sizeof size);
        if (size > bytes.size() - at - kHead) break;
        const auto sum = static_cast<std::uint32_t>(
            ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data() + at + kHead), size));
        std::memcpy(bytes.data() + at + sizeof size, &sum, sizeof sum);
        at += kHead + size;
    }
    return bytes;
}

/// False if it is no journal.
bool tryJournal(std::string_view bytes) {
    const auto read = parseJournal(bytes);
    if (!read) {
        if (read.text().empty()) std::abort();
        return false;
    }
    if (firstInconsistency(read->file.session)) std::abort();
    const EmbeddingTable& embeddings = read->file.session.text.embeddings;
    if (embeddings.rows() * embeddings.cols() > 100'000) return true; // right, but too slow to write a million times
    JournalWriter writer;
    const std::string own = writer.next(read->file, read->note);
    const auto again = parseJournal(own);
    if (!again || again->isTorn || again->note != read->note) std::abort();
    if (sessionText(again->file) != sessionText(read->file)) std::abort();
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(bytes), size);
    if (const std::string right = mended(text); !tryJournal(right) || right != text) tryJournal(text);
    return 0;
}
