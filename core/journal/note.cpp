#include "journal/note.h"

#include "io/JsonReader.h"
#include "io/jsonObject.h"

#include <limits>

namespace headlight {
namespace {

constexpr long long kNoteVersion = 1;

constexpr long long kMaxEdits = 1'000'000'000; // an int has a margin for later edits

std::string seenText(const SeenFile& seen) {
    const FileStamp& stamp = seen.stamp;
    std::string text = "[";
    for (const std::uint64_t part : {stamp.device, stamp.inode, stamp.size}) text += std::to_string(part) + ", ";
    text += std::to_string(stamp.seconds) + ", " + std::to_string(stamp.nanoseconds);
    return text + (seen.sum ? ", " + std::to_string(*seen.sum) : "") + "]";
}

long long signedWhole(JsonReader& reader) {
    return reader.whole(std::numeric_limits<long long>::min(), std::numeric_limits<long long>::max());
}

SeenFile readSeen(JsonReader& reader) {
    SeenFile seen;
    FileStamp& stamp = seen.stamp;
    std::uint64_t* const first[] = {&stamp.device, &stamp.inode, &stamp.size};
    std::int64_t* const last[] = {&stamp.seconds, &stamp.nanoseconds};
    std::size_t count = 0;
    reader.list([&](std::size_t index) {
        count = index + 1;
        if (index < 3)
            *first[index] = reader.unsignedWhole();
        else if (index < 5)
            *last[index - 3] = signedWhole(reader);
        else if (index == 5)
            seen.sum = static_cast<std::uint32_t>(reader.whole(0, std::numeric_limits<std::uint32_t>::max()));
        else
            reader.fail("exceeds the limit of six numbers");
    });
    if (reader.ok() && count < 5) reader.fail("must be five or six numbers");
    return seen;
}

std::string fileText(const TextFile& file) {
    return "{\"name\": " + jsonText(file.name) + ", \"bytes\": " + std::to_string(file.bytes) +
           ", \"crc32\": " + std::to_string(file.sum) + "}";
}

TextFile readFileMember(JsonReader& reader) {
    TextFile file;
    readMembers(reader, nullptr,
                {{"name", [&] { file.name = reader.text(); }},
                 {"bytes", [&] { file.bytes = reader.unsignedWhole(); }},
                 {"crc32", [&] {
                      file.sum = static_cast<std::uint32_t>(reader.whole(0, std::numeric_limits<std::uint32_t>::max()));
                  }}});
    return file;
}

} // namespace

std::string noteText(const StoredNote& stored) {
    const JournalNote& note = stored.note;
    std::string text = "{\"format\": \"headlight-unsaved\", \"version\": " + std::to_string(kNoteVersion) +
                       ",\n\"title\": " + jsonText(note.title) + ", \"file\": " + jsonText(note.file);
    if (note.seen) text += ", \"seen\": " + seenText(*note.seen);
    return text + ",\n\"edits\": " + std::to_string(note.edits) + ", \"time\": " + std::to_string(note.time) +
           ", \"state\": " + std::to_string(note.state) + ", \"text\": " + fileText(stored.text) + "}\n";
}

Result<std::optional<StoredNote>> parsedNote(std::string_view text) {
    StoredNote stored;
    JournalNote& note = stored.note;
    long long version = 0;
    Frozen<std::string> unknown; // the members of a newer version
    JsonReader reader(text);
    readMembers(reader, &unknown,
                {{"format", [&] { oneOf(reader, {"headlight-unsaved"}); }},
                 {"version", [&] { version = reader.whole(1, std::numeric_limits<int>::max()); }},
                 {"title", [&] { note.title = reader.text(); }},
                 {"file", [&] { note.file = reader.text(); }},
                 {"seen", [&] { note.seen = readSeen(reader); }},
                 {"edits", [&] { note.edits = static_cast<std::uint64_t>(reader.whole(0, kMaxEdits)); }},
                 {"time", [&] { note.time = signedWhole(reader); }},
                 {"state", [&] { note.state = reader.unsignedWhole(); }},
                 {"text", [&] { stored.text = readFileMember(reader); }}});
    reader.finish();
    if (version > kNoteVersion) return std::optional<StoredNote>();
    if (!reader.ok()) return reader.problem();
    if (version < 1 || stored.text.name.empty() || stored.text.name.find('/') != std::string::npos)
        return Problem{"The note is incomplete."};
    return std::optional(std::move(stored));
}

std::string savedText(const SavedState& saved) {
    return "{\"state\": " + std::to_string(saved.state) + ", \"file\": " + fileText(saved.file) + "}\n";
}

Result<SavedState> parsedSaved(std::string_view text) {
    SavedState saved;
    JsonReader reader(text);
    readMembers(reader, nullptr,
                {{"state", [&] { saved.state = reader.unsignedWhole(); }},
                 {"file", [&] { saved.file = readFileMember(reader); }}});
    reader.finish();
    if (!reader.ok()) return reader.problem();
    return saved;
}

} // namespace headlight
