#pragma once
// One register of floats, by GCC's vector extensions: the widest that the compiler is told it may use. Private to this
// room. Everything is `static`, so that copies compiled for different instruction sets never meet in the linker.

#include <cstdint>
#include <cstring>

namespace headlight::kernels {

#if defined(__AVX512F__)
inline constexpr int kLaneBytes = 64;
#elif defined(__AVX__)
inline constexpr int kLaneBytes = 32;
#else
inline constexpr int kLaneBytes = 16;
#endif
inline constexpr int kLanes = kLaneBytes / 4;

typedef float Lanes __attribute__((vector_size(kLaneBytes)));
typedef std::int32_t IntLanes __attribute__((vector_size(kLaneBytes)));
typedef std::uint32_t BitLanes __attribute__((vector_size(kLaneBytes)));
typedef float HalfLanes __attribute__((vector_size(kLaneBytes / 2)));
typedef double DoubleLanes __attribute__((vector_size(kLaneBytes)));
typedef std::uint64_t LongLanes __attribute__((vector_size(kLaneBytes)));

static inline Lanes load(const float* from) {
    Lanes v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(float* to, Lanes v) { std::memcpy(to, &v, sizeof v); }

/// The first `count` floats; the rest are `filler`.
static inline Lanes loadPart(const float* from, std::ptrdiff_t count, float filler) {
    float buffer[kLanes];
    for (int i = 0; i < kLanes; ++i) buffer[i] = i < count ? from[i] : filler;
    return load(buffer);
}

static inline void storePart(float* to, std::ptrdiff_t count, Lanes v) {
    float buffer[kLanes];
    store(buffer, v);
    for (int i = 0; i < count; ++i) to[i] = buffer[i];
}

static inline Lanes splat(float x) { return x - Lanes{}; }

/// `yes` where `condition` is all ones, else `no`.
static inline Lanes select(IntLanes condition, Lanes yes, Lanes no) {
    return (Lanes)(((IntLanes)yes & condition) | ((IntLanes)no & ~condition));
}

static inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
static inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

} // namespace headlight::kernels
