#pragma once

#include "base/Frozen.h"
#include "io/JsonReader.h"

#include <functional>
#include <string>
#include <vector>

namespace headlight {

/// One member that an object may have; `read` reads its value.
struct Member {
    std::string key;
    std::function<void()> read;
};

/// Reads an object of known members, in any order, and returns all keys. Other members, if there are any, are kept in
/// `unknown` as the text of an object; or refused by name if `unknown` is null.
Names readMembers(JsonReader&, Frozen<std::string>* unknown, const std::vector<Member>& known);

/// Reads a list of different texts, each one of `names`.
Names readNames(JsonReader&, const std::vector<std::string>& names);

/// Reads a null if one comes next; else false.
bool takeNull(JsonReader&);

/// Reads a text that must be one of `names`, and returns its index there.
std::size_t oneOf(JsonReader&, const std::vector<std::string>& names);

/// Returns the members of an object's text, each as "\"key\": value".
std::vector<std::string> membersOf(const std::string& object);

} // namespace headlight
