#include "import/openedFile.h"

#include "io/files.h"
#include "session/edits.h"
#include "text/tokenizers.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kBeginning = 4096;

/// A new session of the tokens of a text, whose lines are of no meaning.
Result<SessionFile> readTokens(const std::filesystem::path& path, const Watch& watch) {
    auto text = readFile(path, kMaxSentenceBytes);
    if (!text) return text.problem();
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
    text->erase(text->find_last_not_of(" \t\r\n") + 1);
    std::erase(*text, '\r');
    std::ranges::replace(*text, '\n', ' ');
    auto session = withTokenizer(blankSession(), {"whitespace", "", {}}, watch);
    if (session) session = withSentence(*session, *std::move(text), watch);
    if (!session) return Problem{quotedPath(path) + ": " + session.text()};
    return SessionFile{*std::move(session), {}};
}

bool hasSession(const std::filesystem::path& path, ArrayFormat format) {
    const auto session = sessionInFile(path, format);
    return session && *session;
}

Result<OpenedFile> openedSession(Result<SessionFile> read, bool isSessionFile) {
    if (!read) return read.problem();
    return OpenedFile{{}, *std::move(read), isSessionFile};
}

/// Numbers as text, by its name: matricesFromFile() reads it for one matrix.
bool isTable(const std::filesystem::path& path, std::string_view beginning) {
    const auto first = beginning.find_first_not_of(" \t\r\n");
    const bool isList = first != beginning.npos && beginning[first] == '[';
    return hasEnding(path, ".csv") || hasEnding(path, ".tsv") || hasEnding(path, ".md") ||
           (isList && hasEnding(path, ".json"));
}

} // namespace

Result<OpenedFile> readOpened(const std::filesystem::path& path, const Watch& watch) {
    const std::string beginning = beginningOf(path, kBeginning);
    const auto format = arrayFormat(beginning, path);
    if ((format == ArrayFormat::Npz || format == ArrayFormat::Safetensors) && hasSession(path, *format))
        return openedSession(readSession(path, watch), false);
    if (!format && hasEnding(path, ".txt")) return openedSession(readTokens(path, watch), false);
    if (!format && isTable(path, beginning)) return Problem{quotedPath(path) + ": It is no session. " + kPasteTables};
    if (!format) return openedSession(readSession(path, watch), true);
    auto arrays = readArrays(path);
    if (!arrays) return arrays.problem();
    if (arrays->empty()) return Problem{quotedPath(path) + ": It has no arrays."};
    return OpenedFile{*std::move(arrays)};
}

} // namespace headlight
