#include "text/TokenizerModel.h"

#include <algorithm>

namespace headlight {

TokenizerModel::TokenizerModel(std::vector<VocabularyEntry> entries) {
    std::ranges::sort(entries, {}, &VocabularyEntry::id);
    for (const auto& entry : entries) ids_.emplace(entry.token, entry.id);
    const int rows = entries.empty() ? 0 : entries.back().id + 1;
    vocabulary_ = Vocabulary{std::move(entries), rows};
}

int TokenizerModel::idOf(std::string_view token) const {
    const auto found = ids_.find(token);
    return found == ids_.end() ? -1 : found->second;
}

} // namespace headlight
