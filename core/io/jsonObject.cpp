#include "io/jsonObject.h"

#include "base/quotedText.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace headlight {

Names readMembers(JsonReader& reader, Frozen<std::string>* unknown, const std::vector<Member>& known) {
    std::string others;
    Names keys = reader.object([&](const std::string& key) {
        const auto member = std::find_if(known.begin(), known.end(), [&](const Member& m) { return m.key == key; });
        if (member != known.end()) return member->read();
        if (!unknown) return reader.fail("is not known here and would be lost when saving");
        others += (others.empty() ? "{" : ", ") + jsonText(key) + ": " + reader.copied();
    });
    if (others.empty()) return keys;
    std::string all;
    all.reserve(others.size() + 1); // a string that grows by itself takes up to twice its length
    *unknown = std::move(all.append(others).append("}"));
    return keys;
}

Names readNames(JsonReader& reader, const std::vector<std::string>& names) {
    Names found;
    reader.list([&](std::size_t) {
        const std::size_t which = oneOf(reader, names);
        if (reader.ok() && !found.insert(names[which]).second) reader.fail("must not occur twice");
    });
    return found;
}

bool takeNull(JsonReader& reader) {
    if (reader.next() != JsonReader::Kind::Null) return false;
    reader.null();
    return true;
}

std::size_t oneOf(JsonReader& reader, const std::vector<std::string>& names) {
    const std::string found = reader.text();
    const auto at = std::find(names.begin(), names.end(), found);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i)
        list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + quotedBriefly(names[i]);
    reader.fail("must be " + list + ", not " + quotedBriefly(found));
    return 0;
}

std::vector<std::string> membersOf(const std::string& object) {
    std::vector<std::string> members;
    // The limits of files do not apply: copied() may have made the text longer than the file from which it came.
    JsonLimits own;
    own.bytes = own.textBytes = own.numbers = own.members = own.names = std::numeric_limits<std::size_t>::max();
    own.depth = std::numeric_limits<int>::max();
    JsonReader reader(object, own);
    reader.object([&](const std::string& key) { members.push_back(jsonText(key) + ": " + reader.copied()); });
    assert(reader.ok()); // else members would be lost on saving
    return members;
}

} // namespace headlight
