#include "journal/note.h"

#include "io/JsonReader.h"
#include "io/jsonObject.h"

#include <limits>

namespace headlight::journal {
namespace {

std::string stampText(const FileStamp& stamp) {
    std::string text = "[";
    for (const std::uint64_t part : {stamp.device, stamp.inode, stamp.size}) text += std::to_string(part) + ", ";
    return text + std::to_string(stamp.seconds) + ", " + std::to_string(stamp.nanoseconds) + "]";
}

long long signedWhole(JsonReader& reader) {
    return reader.whole(std::numeric_limits<long long>::min(), std::numeric_limits<long long>::max());
}

FileStamp readStamp(JsonReader& reader) {
    FileStamp stamp;
    std::uint64_t* const first[] = {&stamp.device, &stamp.inode, &stamp.size};
    std::int64_t* const last[] = {&stamp.seconds, &stamp.nanoseconds};
    std::size_t count = 0;
    reader.list([&](std::size_t index) {
        count = index + 1;
        if (index < 3)
            *first[index] = reader.unsignedWhole();
        else if (index < 5)
            *last[index - 3] = signedWhole(reader);
        else
            reader.fail("is one number too many");
    });
    if (reader.ok() && count != 5) reader.fail("must be five numbers");
    return stamp;
}

} // namespace

std::string noteText(const JournalNote& note) {
    std::string text = "{\"title\": " + jsonText(note.title) + ", \"file\": " + jsonText(note.file);
    if (note.stamp) text += ", \"stamp\": " + stampText(*note.stamp);
    return text + ", \"edits\": " + std::to_string(note.edits) + ", \"time\": " + std::to_string(note.time) + "}\n";
}

Result<JournalNote> parsedNote(std::string_view line) {
    JournalNote note;
    JsonReader reader(line);
    readMembers(reader, nullptr,
                {{"title", [&] { note.title = reader.text(); }},
                 {"file", [&] { note.file = reader.text(); }},
                 {"stamp", [&] { note.stamp = readStamp(reader); }},
                 {"edits", [&] { note.edits = reader.unsignedWhole(); }},
                 {"time", [&] { note.time = signedWhole(reader); }}});
    reader.finish();
    if (!reader.ok()) return reader.problem();
    return note;
}

} // namespace headlight::journal
