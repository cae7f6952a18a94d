#pragma once

#include "paste/pasted.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A table of Markdown as one of tabs, without the line of names that each has: of the same length, so that Problems
/// name the right column.
struct MarkdownText {
    std::string text;
    Listing names;
};
/// Nothing if the text is none.
std::optional<MarkdownText> markdownInTabs(std::string_view text);

} // namespace headlight
