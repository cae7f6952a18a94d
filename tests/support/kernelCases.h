#pragma once
// Every kernel that is compiled for each target, on `length` numbers: for a count of its instructions, and for its
// time.

#include "kernels/PackedMatrix.h"

#include <functional>
#include <memory>
#include <vector>

namespace headlight::testing {

struct KernelCase {
    const char* name;
    kernels::Index steps; ///< numbers for each unit of length: multiply-adds of a product
    std::function<void(kernels::Index length)> run;
};

/// Operands of up to kLength numbers. The numbers are finite, so that no kernel takes the way of a special case.
struct KernelOperands {
    static constexpr kernels::Index kLength = 4096, kRows = 48, kDepth = 64;
    std::vector<float> a = numbers(kLength * kDepth, 1), b = numbers(kLength * kDepth, 2),
                       out = numbers(kLength * kDepth, 3), low = std::vector<float>(kLength, -9),
                       high = std::vector<float>(kLength, 9);
    std::vector<std::int64_t> sums = std::vector<std::int64_t>(kLength);
    std::vector<std::uint8_t> redo = std::vector<std::uint8_t>(kLength);
    kernels::PackedMatrix packed;

    static std::vector<float> numbers(kernels::Index count, unsigned seed) {
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& value : values) {
            seed = seed * 1664525 + 1013904223; // Numerical Recipes' generator
            value = static_cast<float>(seed >> 8) / (1 << 23) - 1;
        }
        return values;
    }
};

/// Returns the cases on the target that is chosen now.
inline std::vector<KernelCase> kernelCases() {
    using namespace kernels;
    const auto o = std::make_shared<KernelOperands>();
    const ExpScale plain{1, 0.5F}, halved{0.5F, 1};
    constexpr Index kRows = KernelOperands::kRows, kDepth = KernelOperands::kDepth;
    o->packed.resize(kDepth, KernelOperands::kLength);
    o->packed.packRows(o->b.data(), KernelOperands::kLength);
    const auto multiply = [o](Index rows) {
        return [o, rows](Index n) { o->packed.multiplyColumns(0, n, o->a.data(), kDepth, rows, o->out.data(), n); };
    };
    const auto bins = [](Index tenthsOfNumbers) { // those of the last length are kept
        return [kept = std::make_shared<Bins>(), tenthsOfNumbers](Index n) -> const Bins& {
            if (kept->empty() || kept->length() != n) *kept = Bins(n * 10 / tenthsOfNumbers, n);
            return *kept;
        };
    };
    const auto extremes = [o, bins](Index tenths) {
        return [o, ofLength = bins(tenths)](Index n) {
            binExtremes(o->a.data(), ofLength(n), {0, n, nullptr}, false, o->b.data(), o->out.data());
        };
    };
    const auto sum = [o](ExpScale scale) {
        return [o, scale](Index n) { o->sums[0] = sumOfExponentials(o->a.data(), n, scale, 1); };
    };
    const auto weights = [o](ExpScale scale) {
        return [o, scale](Index n) { softmaxWeights(o->a.data(), n, scale, 1, 0.5F, o->out.data()); };
    };
    return {
        {"multiply", kRows * kDepth, multiply(kRows)},
        {"multiply, one row", kDepth, multiply(1)},
        {"multiplySome", kDepth,
         [o](Index n) { multiplySome(o->a.data(), 0, kDepth, nullptr, o->b.data(), n, o->out.data()); }},
        {"exponentials", 1, [o](Index n) { exponentials(o->a.data(), n, o->out.data()); }},
        {"rangeOf", 1, [o](Index n) { o->low[0] = rangeOf(o->a.data(), n).low; }},
        {"sumOfExponentials", 1, sum(plain)},
        {"sumOfExponentials, halved", 1, sum(halved)},
        {"exchangeTerms", 1,
         [o, plain](Index n) {
             exchangeTerms(o->a.data(), o->a.data() + n, n, plain, o->high.data(), o->low.data(), o->high.data(),
                           o->sums.data(), o->redo.data());
         }},
        {"softmaxWeights", 1, weights(plain)},
        {"softmaxWeights, halved", 1, weights(halved)},
        {"largestPerBin", 8,
         [o, ofLength = bins(40)](Index n) {
             largestPerBin(o->a.data(), n, 8, ofLength(n), 1, o->b.data(), o->out.data());
         }},
        {"binExtremes, 1.7 to a bin", 1, extremes(17)},
        {"binExtremes, 3.4 to a bin", 1, extremes(34)},
        {"binExtremes, 9 to a bin", 1, extremes(90)},
        {"exponentialsOfBins", 1,
         [o, plain](Index n) { exponentialsOfBins(o->a.data(), n, plain, o->high.data(), true, o->out.data()); }},
        {"largestWeights", 8, [o](Index n) { largestWeights(o->a.data(), 8, o->low.data(), n, o->out.data()); }},
    };
}

} // namespace headlight::testing
