#pragma once
// A journal's note as the line before the session's text. Private to core/journal.

#include "journal/journal.h"

#include <string>
#include <string_view>

namespace headlight::journal {

std::string noteText(const JournalNote&); ///< with its line end
/// Of the line without its end.
Result<JournalNote> parsedNote(std::string_view line);

} // namespace headlight::journal
