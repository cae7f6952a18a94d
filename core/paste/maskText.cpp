#include "paste/maskText.h"

#include "base/places.h"
#include "paste/lexer.h"
#include "paste/matrixText.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace headlight {
namespace {

constexpr float kHidden = -1'000; ///< numbers below it hide a key when they are added to a score

/// Returns the number for a truth value, or for the word of an infinity; empty for other words.
std::string_view numberFor(std::string_view word) {
    word = word.substr(word.rfind('.') + 1); // np.inf
    std::string lower(word);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower == "true") return "1";
    if (lower == "false") return "0";
    return lower == "inf" || lower == "infinity" ? "1e9" : "";
}

std::string inNumbers(std::string_view text) {
    std::string numbers;
    while (!text.empty()) {
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, isWordCharacter) - text.begin());
        const std::string_view word = text.substr(0, std::max<std::size_t>(1, end)), number = numberFor(word);
        numbers += number.empty() ? word : number;
        text.remove_prefix(word.size());
    }
    return numbers;
}

std::string sizes(Index rows, Index cols) { return std::to_string(rows) + " x " + std::to_string(cols); }

bool isWhole(const Matrix& m, Index queries, Index keys) { return m.rows() == queries && m.cols() == keys; }
bool isOfKeys(const Matrix& m, Index keys) { return m.size() == keys && (m.rows() == 1 || m.cols() == 1); }

} // namespace

Result<Matrix> maskFromText(std::string_view text, Index queries, Index keys) {
    const auto pasted = matricesFromText(inNumbers(text));
    if (!pasted) return pasted.problem();
    const auto& all = pasted->matrices;
    auto found = std::ranges::find_if(all, [&](const auto& one) { return isWhole(one.numbers, queries, keys); });
    if (found == all.end())
        found = std::ranges::find_if(all, [&](const auto& one) { return isOfKeys(one.numbers, keys); });
    return maskOfNumbers(found == all.end() ? all.front().numbers : found->numbers, queries, keys);
}

Result<Matrix> maskOfNumbers(Matrix mask, Index queries, Index keys) {
    const bool hasEach = isWhole(mask, queries, keys);
    if (!hasEach && !isOfKeys(mask, keys))
        return Problem{"A mask has " + sizes(queries, keys) + " numbers (queries x keys) or " + std::to_string(keys) +
                       " (keys). This matrix has " + sizes(mask.rows(), mask.cols()) + "."};
    const bool hasOnes = (mask.array() == 1).any(), isAdded = (mask.array() < kHidden).any();
    for (Index row = 0; row < mask.rows(); ++row)
        for (Index col = 0; col < mask.cols(); ++col) {
            float& cell = mask(row, col);
            if (cell != 0 && !(hasOnes && !isAdded && cell == 1) && !(!hasOnes && cell < kHidden))
                return Problem{"A mask has 0 and 1, True and False, or 0 and -inf. Row " +
                               std::to_string(numberOf(static_cast<int>(row))) + ", column " +
                               std::to_string(numberOf(static_cast<int>(col))) + " has another number."};
            if (isAdded) cell = cell == 0 ? 1.0F : 0.0F;
        }
    if (!hasOnes && !isAdded) return Problem{"All numbers are 0, which may mean that all keys are hidden, or none."};
    if (hasEach) return mask;
    mask.resize(1, keys); // a row; the numbers stay in their order
    return Matrix(mask.replicate(queries, 1));
}

} // namespace headlight
