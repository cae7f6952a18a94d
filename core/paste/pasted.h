#pragma once

#include "base/Matrix.h"
#include "base/Result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// `cell` without blanks around it.
std::string_view trimmedCell(std::string_view cell);

/// A pasted text with its typographic characters made plain: line ends to \n, special blanks to " ", the minus sign
/// to "-". Knows where each part of it stands.
class Pasted {
public:
    /// Problems: nothing but blanks, too long, not UTF-8.
    static Result<Pasted> from(std::string_view text);

    const std::string& text() const { return text_; }

    /// `part`, a piece of text(), as a number. Problems name line and column.
    Result<float> number(std::string_view part, bool decimalComma) const;

    /// "Line 2, column 7: `what`"
    Problem problem(std::size_t at, const std::string& what) const;
    std::size_t offsetOf(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

private:
    std::string text_;
};

/// Rows as they are read; they must have equal lengths.
class PastedRows {
public:
    static constexpr std::size_t kMaxNumbers = 10'000'000;

    Result<void> add(float value);
    Result<void> endRow();
    Result<Matrix> matrix() const;

private:
    std::vector<float> numbers_;
    std::size_t rows_ = 0, cols_ = 0, inRow_ = 0;
};

} // namespace headlight
