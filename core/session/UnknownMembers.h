#pragma once

#include "base/Frozen.h"

#include <string>

namespace headlight {

/// The members of an object of a session's file that this version does not know, as the text of a JSON object; null:
/// none. They are written back. Only core/io looks into the text.
struct UnknownMembers : Frozen<std::string> {
    using Frozen::Frozen;
    friend bool operator==(const UnknownMembers& a, const UnknownMembers& b) {
        return a.get() == b.get() || (a && b && *a == *b);
    }
};

} // namespace headlight
