#pragma once

#include "paste/pasted.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A table of Markdown with tabs instead of "|", without its line of names. The length is the same, so that Problems
/// name the right column.
struct MarkdownText {
    std::string text;
    Listing names;
};
/// Returns nothing if the text is no table of Markdown.
std::optional<MarkdownText> markdownInTabs(std::string_view text);

} // namespace headlight
