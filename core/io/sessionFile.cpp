#include "io/sessionFile.h"

#include "base/memory.h"
#include "base/tooLittleMemory.h"
#include "io/JsonReader.h"
#include "io/SessionPieces.h"
#include "io/files.h"
#include "io/sessionDraft.h"

#include <new>
#include <utility>

namespace headlight {
namespace {

Result<SessionFile> parsed(const Pieces& json, const Watch& watch = {}, MatrixSource matrices = {}) {
    auto draft = readDraft(json, watch, std::move(matrices));
    if (!draft) return draft.problem();
    return assembled(std::move(*draft));
}

} // namespace

std::string sessionText(const SessionFile& file) { return SessionPieces(file).whole(); }

Result<SessionFile> parseSession(const Pieces& json) {
    try {
        return parsed(json);
    } catch (const std::bad_alloc&) {
        return tooLittleMemory("There is not enough memory to open this session. Close other programs and try again.");
    }
}

Result<SessionFile> readSession(const std::filesystem::path& path, const Watch& watch) {
    try {
        const auto pieces = filePieces(path, JsonLimits{}.bytes);
        if (!pieces) return pieces.problem();
        constexpr double kBytes = 2; // of numbers for each of a file in base64: the session's, and the Engine's
        if (const auto has = memoryFor(kBytes * static_cast<double>(pieces->bytes), "Opening it takes",
                                       "Close other programs and try again.");
            !has)
            return Problem{quotedPath(path) + ": " + has.text()};
        auto file = parsed(*pieces, watch);
        if (!goesOn(watch, 1)) return Problem{quotedPath(path) + ": Opening it was cancelled."};
        if (!file) return Problem{quotedPath(path) + ": " + file.text()};
        return file;
    } catch (const std::bad_alloc&) {
        return tooLittleMemory([&] {
            return quotedPath(path) + ": There is not enough memory to open it. Close other programs and try again.";
        });
    }
}

Result<void> writeSession(const std::filesystem::path& path, const SessionFile& file, const Watch& watch) {
    try {
        if (watch) watch(0.05); // the outline is one step
        const SessionPieces pieces(file);
        // Read before it is written: what cannot be opened again must not take the old file's place.
        if (pieces.poured().bytes > static_cast<double>(JsonLimits().bytes))
            return Problem{"Could not save " + quotedPath(path) + ": it would be larger than " +
                           std::to_string(JsonLimits().bytes >> 20) + " MB, the maximum size. Shorten the sentences. " +
                           whatIsLeft(path)};
        const auto back = goesOn(watch, 0.2)
                              ? parsed(piecesOf(pieces.outline()), partOf(watch, 0.2, 0.4), pieces.matrices())
                              : Problem();
        if (!goesOn(watch, 0.4))
            return Problem{"Could not save " + quotedPath(path) + ": it was cancelled. " + whatIsLeft(path)};
        if (!back)
            return Problem{"Could not save " + quotedPath(path) + ": reading it back failed: " + back.text() + " " +
                           whatIsLeft(path)};
        return writeFile(path, pieces.poured(), partOf(watch, 0.4, 1));
    } catch (const std::bad_alloc&) {
        return tooLittleMemory([&] {
            return "Could not save " + quotedPath(path) +
                   ": there is not enough memory. Close other programs and save again.";
        });
    }
}

} // namespace headlight
