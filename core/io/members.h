#pragma once

#include "io/jsonReader.h"

#include <functional>
#include <string>
#include <vector>

namespace headlight {

/// One member that an object may have; `read` reads its value.
struct Member {
    const char* key;
    std::function<void()> read;
};

/// Reads an object of known members, in any order. The others are kept in `unknown` as the text of an object ("" if
/// there are none), or refused by name if `unknown` is null.
void readMembers(JsonReader&, std::string* unknown, const std::vector<Member>& known);

/// Reads a text that must be one of `names`; which of them.
std::size_t oneOf(JsonReader&, const std::vector<std::string>& names);

/// The members of such an `unknown` text, each as "\"key\": value".
std::vector<std::string> membersOf(const std::string& unknown);

} // namespace headlight
