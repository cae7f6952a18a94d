#pragma once

#include "paste/pasted.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A text in which blanks and simple marks replace what a program writes around numbers. Its length is that of the text
/// before, so that Problems name the right column.
struct Rewritten {
    std::string text;
    Listing leftOut{}; ///< the names of a table, or comments
};

/// Replaces the characters from `begin` to `end` by blanks.
void blank(std::string& text, std::size_t begin, std::size_t end);

/// Returns a table of Markdown with tabs instead of "|", without its line of names. Nothing if the text is none.
std::optional<Rewritten> markdownInTabs(std::string_view text);

/// Returns a text with a matrix as MATLAB writes it, [1 2; 3 4], without its comments ("% ...") and the "..." that
/// continue its lines. Nothing if the text has neither "%" nor "...".
std::optional<Rewritten> matlabWithoutComments(std::string_view text);

/// Returns a text with single numbers as NumPy 2 and PyTorch print them, np.float32(0.5) and tensor(0.5, ...), replaced
/// by the number. Nothing if it has none.
std::optional<Rewritten> scalarsAsNumbers(std::string_view text);

} // namespace headlight
