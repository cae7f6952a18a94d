#pragma once
// Memory that runs out: every request of the program is counted, and one may be refused, or it and all (large) ones
// after it. To be included in one file of a program, for it defines malloc and its kin, which operator new, Eigen, Qt,
// ICU and libzip call. The C library uses a program's own definitions and keeps its own under another name
// (__libc_malloc). Under a sanitizer, which has its own malloc, and with another C library only operator new is
// counted.

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HEADLIGHT_COUNTS_MALLOC 1
#include <malloc.h>
#else
#define HEADLIGHT_COUNTS_MALLOC 0
#endif

namespace headlight::testing::memory {

inline constexpr bool kCountsMalloc = HEADLIGHT_COUNTS_MALLOC;

/// The way memory runs out at the n-th request. Once: that request is refused. ForLarge: so are all later ones above
/// kLarge; a message is smaller. ForAll: so are all later ones, and no message can be made.
enum class Ends { Once, ForLarge, ForAll };
inline constexpr std::size_t kLarge = 1024; ///< bytes

/// The threads whose requests are counted: the one that called endsAt(), all others, or all.
enum class Whose { Mine, Others, All };

inline std::atomic<std::size_t> alive{0}, peak{0}; ///< bytes in use now, and their maximum so far
inline std::atomic<bool> isCounting{false};
inline std::atomic<long long> untilEnd{-1}; ///< requests until it ends; below 0: it has ended
inline std::atomic<long long> refusals{0};
inline Ends ends = Ends::Once;
inline Whose whose = Whose::Mine;
inline thread_local bool isMine = false;

inline void endsAt(long long nth, Ends how = Ends::Once, Whose of = Whose::Mine) {
    ends = how;
    whose = of;
    isMine = true;
    untilEnd = nth;
    refusals = 0;
    isCounting = true;
}
/// Ends the shortage. Returns how many requests were refused.
inline long long isBack() {
    isCounting = false;
    return refusals;
}

inline bool isRefused(std::size_t size) {
    if (!isCounting || (whose != Whose::All && isMine != (whose == Whose::Mine))) return false;
    const long long left = untilEnd--;
    const bool shouldContinue = ends == Ends::ForAll || (ends == Ends::ForLarge && size > kLarge);
    const bool refused = left == 0 || (left < 0 && shouldContinue);
    if (refused) ++refusals;
    return refused;
}

/// Grants requests without counting them until end(), for the preparations of a piece of work.
class Pause {
public:
    Pause() : was_(isCounting.exchange(false)) {}
    void end() { isCounting = was_; }

private:
    bool was_;
};

inline void count(std::size_t size) {
    const std::size_t now = alive += size;
    for (std::size_t before = peak; before < now && !peak.compare_exchange_weak(before, now);) {}
}

inline bool isOfMemory(const std::string& sentence) {
    return sentence.find("ot enough memory") != std::string::npos || sentence == "Out of memory.";
}

/// The result of a piece of work that was repeated, each time with one request more that was granted.
struct Refusals {
    long long requests = 0; ///< requests of the work
    long long survived = 0; ///< refused requests in spite of which the work succeeded
    std::string wrong;      ///< what went wrong; empty: nothing
};

/// Lets the first request fail, then the second, and so on until `work` needs fewer. `work` must return a Result:
/// success, or one sentence about memory. It may only throw with Ends::ForAll. `judge` checks the Result (null if
/// `work` threw) and the state before, and returns what is wrong.
template <class Work, class Judge>
Refusals everyRequestFails(const Work& work, const Judge& judge, Ends how = Ends::Once, Whose of = Whose::Mine) {
    Refusals all;
    for (;; ++all.requests) {
        std::optional<decltype(work())> result;
        endsAt(all.requests, how, of);
        try {
            result.emplace(work());
        } catch (const std::bad_alloc&) {}
        const bool wasRefused = isBack() > 0, isDone = result && result->ok();
        std::string wrong;
        if (!isDone && !wasRefused)
            wrong = "it failed with all the memory that it asked for";
        else if (!result && how != Ends::ForAll)
            wrong = "it threw";
        else if (result && !isDone && !isOfMemory(result->text()))
            wrong = "it says \"" + result->text() + "\"";
        if (wrong.empty()) wrong = judge(result ? &*result : nullptr);
        if (!wrong.empty()) all.wrong = "request " + std::to_string(all.requests + 1) + ": " + wrong;
        if (!wrong.empty() || !wasRefused) return all;
        all.survived += isDone;
    }
}

} // namespace headlight::testing::memory

#if HEADLIGHT_COUNTS_MALLOC

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

namespace headlight::testing::memory {
inline void* refuse() {
    errno = ENOMEM;
    return nullptr;
}
inline void* counted(void* block) {
    if (block) count(malloc_usable_size(block));
    return block;
}
} // namespace headlight::testing::memory

void* malloc(std::size_t size) {
    using namespace headlight::testing::memory;
    return isRefused(size) ? refuse() : counted(__libc_malloc(size));
}
void* calloc(std::size_t number, std::size_t size) {
    using namespace headlight::testing::memory;
    return isRefused(number * size) ? refuse() : counted(__libc_calloc(number, size));
}
void* realloc(void* block, std::size_t size) {
    using namespace headlight::testing::memory;
    if (isRefused(size)) return refuse();
    const std::size_t before = block ? malloc_usable_size(block) : 0;
    void* const larger = __libc_realloc(block, size);
    if (larger || size == 0) alive -= before;
    return counted(larger);
}
void* memalign(std::size_t alignment, std::size_t size) {
    using namespace headlight::testing::memory;
    return isRefused(size) ? refuse() : counted(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
    void* const got = memalign(alignment, size);
    if (!got) return ENOMEM;
    *block = got;
    return 0;
}
void free(void* block) {
    if (block) headlight::testing::memory::alive -= malloc_usable_size(block);
    __libc_free(block);
}
}

#else

namespace headlight::testing::memory {
inline constexpr std::size_t kFront = alignof(std::max_align_t); ///< space for the size before each block

inline void* countedOrNull(std::size_t size) {
    if (isRefused(size) || size > SIZE_MAX - kFront) return nullptr;
    auto* const block = static_cast<std::byte*>(std::malloc(size + kFront));
    if (!block) return nullptr;
    *reinterpret_cast<std::size_t*>(block) = size;
    count(size);
    return block + kFront;
}
inline void* counted(std::size_t size) {
    void* const block = countedOrNull(size);
    return block ? block : throw std::bad_alloc();
}
inline void discounted(void* memory) {
    if (!memory) return;
    auto* const block = static_cast<std::byte*>(memory) - kFront;
    alive -= *reinterpret_cast<std::size_t*>(block);
    std::free(block);
}
} // namespace headlight::testing::memory

void* operator new(std::size_t size) { return headlight::testing::memory::counted(size); }
void* operator new[](std::size_t size) { return headlight::testing::memory::counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return headlight::testing::memory::countedOrNull(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return headlight::testing::memory::countedOrNull(size);
}
void operator delete(void* memory) noexcept { headlight::testing::memory::discounted(memory); }
void operator delete[](void* memory) noexcept { headlight::testing::memory::discounted(memory); }
void operator delete(void* memory, std::size_t) noexcept { headlight::testing::memory::discounted(memory); }
void operator delete[](void* memory, std::size_t) noexcept { headlight::testing::memory::discounted(memory); }

#endif
