#include "text/icuReserve.h"

#include <unicode/uclean.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace headlight {
namespace {

/// Pieces of one size. Zeroes before main(), so that no page of it is there before it is used.
template <std::size_t kSize, std::size_t kCount>
class Pieces {
public:
    bool has(const void* block) const { return block >= &bytes_.front() && block <= &bytes_.back(); }
    void* take(std::size_t size) {
        for (std::size_t piece = 0; size <= kSize && piece < kCount; ++piece)
            if (!isTaken_[piece].exchange(true)) return &bytes_[piece * kSize];
        return nullptr;
    }
    /// False if it is none of these.
    bool giveBack(const void* block) {
        if (has(block))
            isTaken_[static_cast<std::size_t>(static_cast<const std::byte*>(block) - bytes_.data()) / kSize] = false;
        return has(block);
    }
    static constexpr std::size_t size() { return kSize; }

private:
    alignas(std::max_align_t) std::array<std::byte, kSize * kCount> bytes_;
    std::array<std::atomic<bool>, kCount> isTaken_;
};

// For the first sentence with words of Thai and Chinese, which it has dictionaries of, ICU asks for 700 pieces, most of
// them up to 500 bytes, and for a few of up to 28 KB.
Pieces<512, 4096> small;
Pieces<8192, 256> medium;
Pieces<65536, 32> large;

/// What one of them says that is not 0; the first of them is asked first.
template <class Ask>
auto ofAny(const Ask& ask) {
    if (const auto said = ask(small)) return said;
    if (const auto said = ask(medium)) return said;
    return ask(large);
}

void* U_CALLCONV allocate(const void* /*context*/, std::size_t size) {
    void* const block = std::malloc(size);
    return block ? block : ofAny([size](auto& pieces) { return pieces.take(size); });
}

void U_CALLCONV release(const void* /*context*/, void* block) {
    const bool isTakenBack = ofAny([block](auto& pieces) { return pieces.giveBack(block); });
    if (!isTakenBack) std::free(block);
}

void* U_CALLCONV reallocate(const void* context, void* block, std::size_t size) {
    const std::size_t has = ofAny([block](const auto& pieces) { return pieces.has(block) ? pieces.size() : 0; });
    if (has == 0) return std::realloc(block, size); // what ICU lets grow, it looks at
    if (size <= has) return block;
    void* const larger = allocate(context, size);
    if (!larger) return nullptr;
    std::memcpy(larger, block, has);
    release(context, block);
    return larger;
}

} // namespace

bool giveIcuReserve() {
    UErrorCode status = U_ZERO_ERROR;
    u_setMemoryFunctions(nullptr, &allocate, &reallocate, &release, &status);
    return U_SUCCESS(status);
}

} // namespace headlight
