#include "io/sessionFile.h"

#include "base/memory.h"
#include "base/tooLittleMemory.h"
#include "io/JsonReader.h"
#include "io/SeenFile.h"
#include "io/arrays.h"
#include "io/files.h"
#include "io/sessionDraft.h"

#include <new>
#include <utility>

namespace headlight {
namespace {

Result<SessionFile> parsed(std::string_view json, const Watch& watch = {}) {
    auto draft = readDraft(json, watch);
    if (!draft) return draft.problem();
    return assembled(std::move(*draft));
}

/// Reads the text of a session from a file of arrays.
Result<std::string> textInArrays(const std::filesystem::path& path) {
    const auto file = ArrayFile::opened(path);
    if (!file) return file.problem();
    auto text = file->session();
    const auto refused = [&](const std::string& why) { return Problem{quotedPath(path) + ": " + why}; };
    if (!text) return refused(text.text());
    if (*text) return std::move(**text);
    const auto arrays = file->list();
    return refused(arrays ? "It has no session, but " + listOf(*arrays) + "." : arrays.text());
}

} // namespace

bool beginsAsSession(std::string_view bytes) {
    const auto first = bytes.find_first_not_of("\xEF\xBB\xBF \t\r\n"); // behind a byte order mark
    return first != bytes.npos && bytes[first] == '{' && bytes.find("\"headlight-session\"") != bytes.npos;
}

Result<SessionFile> parseSession(std::string_view json) {
    try {
        return parsed(json);
    } catch (const std::bad_alloc&) {
        return tooLittleMemory("There is not enough memory to open this session. Close other programs and try again.");
    }
}

Result<SessionFile> readSession(const std::filesystem::path& path, const Watch& watch) {
    try {
        // For each byte of a file in base64: the file, the session's numbers and the Engine's.
        constexpr double kBytes = 3;
        const auto format = arrayFormat(beginningOf(path, kBeginning), path);
        auto text = format ? textInArrays(path) : std::string();
        if (!text) return text.problem();
        const auto seen = stampOf(path);
        const auto size = static_cast<double>(
            format ? text->size() : std::min<std::size_t>(seen ? seen->size : 0, JsonLimits{}.bytes));
        if (const auto has = memoryFor(kBytes * size, "Opening it takes", "Close other programs and try again."); !has)
            return Problem{quotedPath(path) + ": " + has.text()};
        if (!format) text = readFile(path, JsonLimits{}.bytes);
        if (!text) return text.problem();
        auto file = parsed(*text, watch);
        if (!shouldContinue(watch, 1)) return Problem{quotedPath(path) + ": Opening it was cancelled."};
        if (!file) return Problem{quotedPath(path) + ": " + file.text()};
        return file;
    } catch (const std::bad_alloc&) {
        return tooLittleMemory([&] {
            return quotedPath(path) + ": There is not enough memory to open it. Close other programs and try again.";
        });
    }
}

Result<std::string> textToSave(const std::filesystem::path& path, const SessionFile& file, const Watch& watch) {
    const auto problem = [&](const std::string& why) {
        return Problem{"Could not save " + quotedPath(path) + ": " + why + " " + whatIsLeft(path)};
    };
    try {
        if (!shouldContinue(watch, 0)) return problem("it was cancelled.");
        std::string text = sessionText(file);
        if (text.size() > JsonLimits().bytes)
            return problem("it would be larger than " + std::to_string(JsonLimits().bytes >> 20) +
                           " MB, the maximum size. Shorten the sentences.");
        const auto back = shouldContinue(watch, 0.2) ? parsed(text, partOf(watch, 0.2, 1)) : Problem();
        if (!shouldContinue(watch, 1)) return problem("it was cancelled.");
        if (!back) return problem("reading it back failed: " + back.text());
        return text;
    } catch (const std::bad_alloc&) {
        return tooLittleMemory([&] {
            return "Could not save " + quotedPath(path) +
                   ": there is not enough memory. Close other programs and save again.";
        });
    }
}

Result<void> writeSession(const std::filesystem::path& path, const SessionFile& file, const Watch& watch) {
    const auto text = textToSave(path, file, partOf(watch, 0, 0.5));
    return text ? writeFile(path, *text, partOf(watch, 0.5, 1)) : text.problem();
}

} // namespace headlight
