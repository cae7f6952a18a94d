#include "import/fileMask.h"

#include "io/files.h"
#include "paste/matrixText.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr const char *kOnes = "1 means that a query may attend.", *kZeros = "0 means that a query may attend.";

} // namespace

Ones onesOf(const NamedArray& mask) {
    if (std::ranges::none_of(mask.values, [](float x) { return x > 0; })) return Ones::Hide;
    if (const auto role = roleOf(mask); role && role->ones != Ones::Unknown) return role->ones;
    const std::size_t sides = mask.shape.size(), n = sides > 0 ? std::size_t(mask.shape.back()) : 0;
    if (sides < 2 || mask.shape[sides - 2] != mask.shape.back()) return Ones::Unknown;
    std::size_t self = 0, all = mask.values.size() / n; // tokens that attend to themselves
    for (std::size_t i = 0; i < all; ++i) self += mask.values[i * n + i % n] != 0 ? 1 : 0;
    return self == all ? Ones::Attend : self == 0 ? Ones::Hide : Ones::Unknown;
}

bool hidesNothing(const NamedArray& mask) {
    const float attends = onesOf(mask) == Ones::Hide ? 0 : 1;
    return !mask.values.empty() && std::ranges::all_of(mask.values, [&](float x) { return x == attends; });
}

Result<FileMask> maskIn(const NamedArray& array, Index queries, Index keys, int most) {
    if (queries * keys > most || array.values.empty()) // which are left out if they are more
        return Problem{"It has more than " + std::to_string(most) + " cells."};
    const auto sides = std::span(array.shape).first(std::max<std::size_t>(array.shape.size(), 2) - 2);
    if (std::ranges::any_of(sides, [](std::int64_t side) { return side != 1; }))
        return Problem{"It is " + shapeText(array.shape) + ", of several heads or texts."};
    const Index cols = array.shape.empty() ? 1 : array.shape.back(), count = std::ssize(array.values);
    const Matrix numbers = Eigen::Map<const Matrix>(array.values.data(), count / std::max<Index>(cols, 1), cols);
    const auto mask = maskOfNumbers(numbers, queries, keys);
    if (!mask) return mask.problem();
    const bool doHide = onesOf(array) == Ones::Hide, isOpposite = doHide && (numbers.array() > 0).any();
    return FileMask{isOpposite ? Matrix((1 - mask->array()).matrix()) : *mask, doHide ? kZeros : kOnes};
}

Mask maskOfZeros(std::span<const float> weights, Index rows, Index cols) {
    Matrix cells = Matrix::Zero(rows, cols); // 0 where all weights are
    for (std::size_t at = 0; at < weights.size(); at += std::size_t(rows * cols))
        cells = cells.cwiseMax(Eigen::Map<const Matrix>(weights.data() + at, rows, cols));
    const bool isOneHead = weights.size() == std::size_t(cells.size());
    Mask mask;
    for (Index key = 0; key < cols; ++key)
        if ((cells.col(key).array() == 0).all()) mask.hidden.push_back(static_cast<int>(key));
    const auto isShown = [&](bool hasAllZeros) {
        for (Index i = 0; i < cells.size(); ++i)
            if (const bool isZero = cells.data()[i] == 0; mask.allows(i / cols, i % cols) == isZero)
                if (hasAllZeros || !isZero) return false;
        return true;
    };
    if (isShown(true)) return mask;
    mask.causal = true;
    if (isShown(!isOneHead)) return mask;
    mask.causal = false;
    if (isOneHead) return mask;
    mask = {};
    mask.given = FrozenMatrix(Matrix((cells.array() != 0).cast<float>()));
    return mask;
}

Result<std::optional<FileMask>> maskInFile(const std::filesystem::path& path, Index queries, Index keys) {
    const std::optional<FileMask> none;
    if (!arrayFormat(beginningOf(path, kBeginning), path)) {
        const bool isTable = hasEnding(path, ".csv") || hasEnding(path, ".tsv");
        const auto text = isTable ? readFile(path, kMaxMaskCells) : Result<std::string>(std::string());
        if (!text || text->empty()) return none;
        auto mask = maskFromText(*text, queries, keys);
        return mask ? std::optional(FileMask{*std::move(mask), kOnes}) : none;
    }
    const auto file = ArrayFile::opened(path);
    if (!file || file->count() != 1) return none;
    const auto role = roleOf({file->nameOf(0), {}});
    const bool isNamed = role && role->kind == ArrayRole::Kind::Mask;
    if (!isNamed && !file->nameOf(0).empty()) return none;
    std::size_t numbersLeft = kMaxMaskCells;
    const auto array = file->read(0, numbersLeft);
    if (!array || array->values.empty()) return none;
    auto mask = maskIn(*array, queries, keys);
    if (mask) return std::optional(*std::move(mask));
    return isNamed ? Result<std::optional<FileMask>>(mask.problem()) : none;
}

} // namespace headlight
