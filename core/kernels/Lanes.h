#pragma once
// One register of floats, by GCC's vector extensions: the widest that the compiler is told it may use. Private to this
// room. Everything is `static`, so that copies compiled for different instruction sets never meet in the linker.

#include <cstdint>
#include <cstring>

#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

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

/// a b + c: rounded once where the instruction set has FMA, else twice. Said explicitly and nowhere left to the
/// compiler (contraction is off), so that every product of one instruction set rounds alike.
static inline Lanes multiplyAdd(Lanes a, Lanes b, Lanes c) {
#if defined(__FMA__) && defined(__AVX512F__)
    return (Lanes)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif defined(__FMA__)
    return (Lanes)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif defined(__aarch64__)
    return (Lanes)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#else
    return a * b + c;
#endif
}

/// `yes` where `condition` is all ones, else `no`.
static inline Lanes select(IntLanes condition, Lanes yes, Lanes no) {
    return (Lanes)(((IntLanes)yes & condition) | ((IntLanes)no & ~condition));
}

static inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
static inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

} // namespace headlight::kernels
