#pragma once

#include "base/Result.h"

#include <string>

namespace headlight {

/// What `sentence` says, which is asked for when memory has run out; where there is none even for that, two words that
/// take none.
template <class Sentence>
Problem tooLittleMemory(const Sentence& sentence) noexcept {
    try {
        return Problem{sentence()};
    } catch (...) {
        return Problem{"Out of memory."}; // within the string itself
    }
}
inline Problem tooLittleMemory(const char* sentence) noexcept {
    return tooLittleMemory([sentence] { return std::string(sentence); });
}

} // namespace headlight
