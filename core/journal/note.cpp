#include "journal/note.h"

#include "io/JsonReader.h"
#include "io/jsonObject.h"

#include <limits>

namespace headlight::journal {
namespace {

constexpr long long kMaxEdits = 1'000'000'000; // which leaves room in an int for those to come

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

} // namespace

std::string noteText(const JournalNote& note) {
    std::string text = "{\"title\": " + jsonText(note.title) + ", \"file\": " + jsonText(note.file);
    if (note.seen) text += ", \"seen\": " + seenText(*note.seen);
    return text + ", \"edits\": " + std::to_string(note.edits) + ", \"time\": " + std::to_string(note.time) + "}\n";
}

Result<JournalNote> parsedNote(std::string_view line) {
    JournalNote note;
    JsonReader reader(line);
    readMembers(reader, nullptr,
                {{"title", [&] { note.title = reader.text(); }},
                 {"file", [&] { note.file = reader.text(); }},
                 {"seen", [&] { note.seen = readSeen(reader); }},
                 {"edits", [&] { note.edits = static_cast<std::uint64_t>(reader.whole(0, kMaxEdits)); }},
                 {"time", [&] { note.time = signedWhole(reader); }}});
    reader.finish();
    if (!reader.ok()) return reader.problem();
    return note;
}

} // namespace headlight::journal
