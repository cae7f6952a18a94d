#pragma once
// For programs that include support/scarceMemory.h: ICU's requests for memory are granted, and not counted. ICU crashes
// or hangs if one is refused, so text/pieces.cpp makes sure beforehand that there is enough.

#include "support/scarceMemory.h"

#include <unicode/uclean.h>

namespace headlight::testing::memory {

inline void* U_CALLCONV icuRealloc(const void* /*context*/, void* block, std::size_t size) {
    Pause pause;
    void* const larger = std::realloc(block, size);
    pause.end();
    return larger;
}
inline void* U_CALLCONV icuMalloc(const void* context, std::size_t size) { return icuRealloc(context, nullptr, size); }
inline void U_CALLCONV icuFree(const void* /*context*/, void* block) { std::free(block); }

inline const bool isIcuGranted = [] { // before main(), as ICU requires
    UErrorCode status = U_ZERO_ERROR;
    u_setMemoryFunctions(nullptr, icuMalloc, icuRealloc, icuFree, &status);
    return U_SUCCESS(status);
}();

} // namespace headlight::testing::memory
