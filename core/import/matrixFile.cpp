#include "import/matrixFile.h"

#include "base/quotedText.h"
#include "io/arrays.h"
#include "io/files.h"

#include <algorithm>
#include <iterator>

namespace headlight {
namespace {

constexpr int kMaxSaid = 3; ///< ignored arrays that are named
constexpr std::size_t kMaxText = std::size_t(320) << 20;

/// Returns why an array has no matrices; empty if it has.
std::string whyNone(const NamedArray& array) {
    if (!array.whyNot.empty()) return array.whyNot;
    if (!array.texts.empty()) return "it is text";
    if (array.values.empty()) return "it is empty";
    if (array.shape.size() > 3) return "it has more than three dimensions";
    const std::string why = whyNotFinite(array);
    return why.empty() ? why : "it " + why;
}

/// Returns the matrices of an array: a vector as one row, and of three dimensions one matrix for each head.
std::vector<PastedMatrix> matricesOf(const NamedArray& array) {
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
    if (!arrayFormat(beginningOf(path, kBeginning), path)) {
        const auto text = readFile(path, kMaxText);
        if (!text) return text.problem();
        auto found = matricesFromText(*text, watch);
        return found ? std::move(found) : Result<PastedText>(named(found.problem()));
    }
    const auto arrays = readArrays(path);
    if (!arrays) return arrays.problem();
    PastedText found;
    int ignored = 0;
    for (const NamedArray& array : *arrays) {
        const std::string why = whyNone(array);
        if (why.empty()) std::ranges::move(matricesOf(array), std::back_inserter(found.matrices));
        if (why.empty() || ++ignored > kMaxSaid) continue;
        found.whyIgnored += (ignored > 1 ? "; " : "") +
                            (array.name.empty() ? "" : showable(array.name, kBriefly) + ": ") + why;
    }
    found.hasOtherText = ignored > 0;
    if (ignored > kMaxSaid) found.whyIgnored += "; and " + std::to_string(ignored - kMaxSaid) + " others";
    if (found.matrices.empty())
        return named({"It has no matrix of finite numbers, but " + listOf(*arrays) + " (" + found.whyIgnored + ")."});
    return found;
}

} // namespace headlight
