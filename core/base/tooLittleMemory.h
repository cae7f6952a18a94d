#pragma once

#include "base/Result.h"

#include <string>

namespace headlight {

/// Returns a Problem with the text `sentence()`, after an allocation has failed. If there is no memory for that text
/// either, it is "Out of memory.", which needs no allocation.
template <class Sentence>
Problem tooLittleMemory(const Sentence& sentence) noexcept {
    try {
        return Problem{sentence()};
    } catch (...) {
        return Problem{"Out of memory."}; // short enough to be stored within the string object
    }
}
inline Problem tooLittleMemory(const char* sentence) noexcept {
    return tooLittleMemory([sentence] { return std::string(sentence); });
}

} // namespace headlight
