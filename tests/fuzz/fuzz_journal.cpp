// Any bytes as the small file beside unsaved work give one message, or a note that is written the same again.
#include "journal/note.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const std::string text(reinterpret_cast<const char*>(bytes), size);
    const auto stored = parsedNote(text);
    if (!stored && stored.text().empty()) std::abort();
    if (stored && *stored) {
        const auto again = parsedNote(noteText(**stored));
        if (!again || !*again || (*again)->note != (*stored)->note) std::abort();
        if (noteText(**again) != noteText(**stored)) std::abort();
    }
    const auto saved = parsedSaved(text);
    if (!saved && saved.text().empty()) std::abort();
    if (saved && savedText(*parsedSaved(savedText(*saved))) != savedText(*saved)) std::abort();
    return 0;
}
