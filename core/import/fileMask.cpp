#include "import/fileMask.h"

#include "import/arrayNames.h"
#include "io/files.h"
#include "paste/matrixText.h"
#include "session/Limits.h"

#include <utility>

namespace headlight {
namespace {

constexpr const char *kOnes = "1 means that a query may attend.", *kZeros = "0 means that a query may attend.";

} // namespace

Result<FileMask> maskIn(const NamedArray& array, Index queries, Index keys) {
    const Index cols = array.shape.empty() ? 1 : array.shape.back(), count = std::ssize(array.values);
    const Matrix numbers = Eigen::Map<const Matrix>(array.values.data(), count / std::max<Index>(cols, 1), cols);
    const auto mask = maskOfNumbers(numbers, queries, keys);
    if (!mask) return mask.problem();
    const bool isAdded = (numbers.array() < 0).any(), isSquare = numbers.rows() == queries && queries == keys;
    const bool isOpposite = !isAdded && (isPadding(array) || (isSquare && (mask->diagonal().array() == 0).all()));
    return FileMask{isOpposite ? Matrix((1 - mask->array()).matrix()) : *mask, isOpposite || isAdded ? kZeros : kOnes};
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
