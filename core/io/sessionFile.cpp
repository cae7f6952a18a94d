#include "io/sessionFile.h"

#include "io/atomicFile.h"
#include "io/jsonReader.h"
#include "io/sessionDraft.h"

namespace headlight {

Result<SessionFile> parseSession(std::string_view json) {
    auto draft = readDraft(json);
    if (!draft) return draft.problem();
    return assembled(std::move(*draft));
}

Result<SessionFile> readSession(const std::filesystem::path& path) {
    const auto text = readWholeFile(path, JsonLimits{}.bytes);
    if (!text) return text.problem();
    auto file = parseSession(*text);
    if (!file) return Problem{shown(path) + ": " + file.text()};
    return file;
}

Result<void> writeSession(const std::filesystem::path& path, const SessionFile& file) {
    const std::string text = sessionText(file);
    // Read before it is written: what cannot be opened again (too large, say) must not take the old file's place.
    if (const auto back = parseSession(text); !back)
        return Problem{"Could not save " + shown(path) + ": it could not be opened again. " + back.text() +
                       " The old file is as it was."};
    return writeFileAtomically(path, text);
}

} // namespace headlight
