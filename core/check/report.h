#pragma once
// core/check: compares the stages of attention in a file with what follows from the file's own stages before them.
// Reading files is io's part, names of weights are import's. Functions are pure but for check(), which reads a file;
// any thread.
//
// The rule for what agrees: a stage agrees if one of the right forms computes it. What the file does not say may be any
// of these: no scale or 1 / sqrt(d_k), no mask, a causal one or hidden keys that weigh 0, x W or x W^T. What it says is
// binding, and another form differs: a scale by a stage `scaled`, a number `scale` or CheckOptions::scale; a mask by an
// array `mask` (if its name does not say what 1 means, that is said as unseen), a number `causal`, a stage `masked` or
// CheckOptions::mask; x W^T by the name of an nn.Linear. So weights without a scale agree, in so many words, unless the
// file or the caller states the scale. In what `headlight eval` wrote, a head whose context is 0 throughout may be
// switched off.

#include "base/Result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

struct CheckOptions {
    std::optional<double> tolerance{}; ///< absolute, for every number; none: derived from types and sums
    std::string scale{};               ///< "sqrt_dk", "none" or what multiplies the scores; empty: not stated
    std::string mask{};                ///< "causal" or "none"; empty: not stated
};

struct FoundCause {
    std::string name;      ///< of the list `causes`: "no_scale"
    std::string sentence;  ///< without a full stop
    std::string formula;   ///< which gives every number of the stage
    std::string whyUnseen; ///< why that may be what is right
};

struct StageReport {
    std::string stage;   ///< "weights", as `eval` names it
    std::string array;   ///< its name in the file
    std::string formula; ///< the right form that fits, or comes nearest
    bool agrees = false;
    std::size_t differing = 0, of = 0; ///< numbers
    double largest = 0;                ///< the largest difference; of those beyond the tolerance, if there are any
    std::vector<std::int64_t> where{}; ///< its place in the array, from 0
    double computed = 0, inFile = 0, tolerance = 0; ///< there; null in JSON, as `largest`, if the shape is wrong
    std::vector<FoundCause> causes{}; ///< if it differs: each explains every number; several cannot be told apart
    std::string why{};                ///< why several cannot be told apart, or that its shape is wrong
    std::vector<FoundCause> unseen{}; ///< if it agrees: mistakes that would give the same numbers
};

struct SkippedArray {
    std::string array, why; ///< "its shape does not fit 5 queries and 5 keys"
};

struct CheckReport {
    std::vector<StageReport> stages;
    std::vector<SkippedArray> skipped;         ///< arrays with the name of a stage or mask that are not used
    const StageReport* firstDiffering() const; ///< in its numbers, or else in its shape
    int exitStatus() const { return firstDiffering() ? 1 : 0; }
};

/// Checks a .npz, .npy or .safetensors. A Problem says why it cannot be read, or that it holds no stage beside what
/// this follows from.
Result<CheckReport> check(const std::filesystem::path&, const CheckOptions& = {});

/// Return a sentence, the lines to show, and a JSON text with a member for each of the above.
std::string sentenceOn(const SkippedArray&);
std::vector<std::string> linesOf(const StageReport&);
std::vector<std::string> linesOf(const CheckReport&);
std::string jsonOf(const CheckReport&);

} // namespace headlight
