#pragma once
// States of a session that is edited, and which of them a journal ends with.

#include "core/io/filesBench.h"
#include "journal/journal.h"
#include "session/edits.h"
#include "support/layers.h"

namespace headlight::testing {

inline SessionFile editedCell(int i) {
    return {*withCell(sample(1), {Parameter::Wq, 0, 0}, 0, 0, static_cast<float>(i)), {}};
}
inline JournalNote note(int i) { return {"lesson", "", {}, static_cast<std::uint64_t>(i), 1000 + i}; }

/// -1: that is not what was kept.
template <class State>
int stateOf(const JournalContent& content, const State& state) {
    const auto edits = static_cast<int>(content.note.edits);
    return sessionText(content.file) == sessionText(state(edits)) ? edits : -1;
}

/// Of the only journal in a folder; 0: there is none.
template <class State>
int keptIn(const fs::path& folder, const State& state) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".journal") continue;
        const auto content = parseJournal(contents(entry.path()));
        return content ? stateOf(*content, state) : -1;
    }
    return 0;
}

} // namespace headlight::testing
