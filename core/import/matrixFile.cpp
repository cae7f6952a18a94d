#include "import/matrixFile.h"

#include "io/arrays.h"
#include "io/files.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headlight {
namespace {

constexpr std::size_t kSeen = 4096, kMaxText = std::size_t(320) << 20;

/// Row vectors, and of three dimensions one matrix for each head; nothing if it has more, or is no array of finite
/// numbers.
std::vector<PastedMatrix> matricesOf(const NamedArray& array) {
    const auto finite = [](float value) { return std::isfinite(value); };
    if (array.values.empty() || array.shape.size() > 3 || !std::ranges::all_of(array.values, finite)) return {};
    std::vector<std::int64_t> shape = array.shape;
    while (shape.size() < 3) shape.insert(shape.begin(), 1);
    std::vector<PastedMatrix> matrices;
    for (std::int64_t head = 0; head < shape[0]; ++head) {
        const float* first = array.values.data() + head * shape[1] * shape[2];
        matrices.push_back({shape[0] > 1 ? array.name + "[" + std::to_string(head) + "]" : array.name,
                            Eigen::Map<const Matrix>(first, shape[1], shape[2])});
    }
    return matrices;
}

} // namespace

Result<PastedText> matricesFromFile(const std::filesystem::path& path, const Watch& watch) {
    const auto named = [&](const Problem& problem) { return Problem{quotedPath(path) + ": " + problem.text}; };
    if (!arrayFormat(beginningOf(path, kSeen), path)) {
        const auto text = readFile(path, kMaxText);
        if (!text) return text.problem();
        auto found = matricesFromText(*text, watch);
        return found ? std::move(found) : Result<PastedText>(named(found.problem()));
    }
    const auto arrays = readArrays(path);
    if (!arrays) return arrays.problem();
    PastedText found;
    for (const NamedArray& array : *arrays) {
        std::vector<PastedMatrix> matrices = matricesOf(array);
        found.hasOtherText = found.hasOtherText || matrices.empty();
        std::ranges::move(matrices, std::back_inserter(found.matrices));
    }
    if (found.matrices.empty()) return named({"It has no matrix of finite numbers, but " + listOf(*arrays) + "."});
    return found;
}

} // namespace headlight
