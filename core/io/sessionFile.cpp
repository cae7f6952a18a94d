#include "io/sessionFile.h"

#include "io/JsonReader.h"
#include "io/files.h"
#include "io/sessionDraft.h"

#include <new>

namespace headlight {
namespace {

Result<SessionFile> parsed(std::string_view json, const Watch& watch = {}) {
    auto draft = readDraft(json, watch);
    if (!draft) return draft.problem();
    return assembled(std::move(*draft));
}

} // namespace

Result<SessionFile> parseSession(std::string_view json) {
    try {
        return parsed(json);
    } catch (const std::bad_alloc&) {
        return Problem{"There is not enough memory to open this session. Close other programs and try again."};
    }
}

Result<SessionFile> readSession(const std::filesystem::path& path, const Watch& watch) {
    try {
        const auto text = readFile(path, JsonLimits{}.bytes);
        if (!text) return text.problem();
        auto file = parsed(*text, partOf(watch, 0.1, 1));
        if (!goesOn(watch, 1)) return Problem{quotedPath(path) + ": Opening it was cancelled."};
        if (!file) return Problem{quotedPath(path) + ": " + file.text()};
        return file;
    } catch (const std::bad_alloc&) {
        return Problem{quotedPath(path) +
                       ": There is not enough memory to open it. Close other programs and try again."};
    }
}

Result<void> writeSession(const std::filesystem::path& path, const SessionFile& file, const Watch& watch) {
    try {
        if (watch) watch(0.05); // writing the text is one step
        const std::string text = sessionText(file);
        // Read before it is written: what cannot be opened again (too large, say) must not take the old file's place.
        const auto back = goesOn(watch, 0.4) ? parsed(text, partOf(watch, 0.4, 0.8)) : Problem();
        if (!goesOn(watch, 0.8))
            return Problem{"Could not save " + quotedPath(path) + ": it was cancelled. " + whatIsLeft(path)};
        if (!back)
            return Problem{"Could not save " + quotedPath(path) + ": it could not be opened again. " + back.text() +
                           " " + whatIsLeft(path)};
        return writeFile(path, text, partOf(watch, 0.8, 1));
    } catch (const std::bad_alloc&) {
        return Problem{"Could not save " + quotedPath(path) +
                       ": there is not enough memory. Close other programs and save "
                       "again."};
    }
}

} // namespace headlight
