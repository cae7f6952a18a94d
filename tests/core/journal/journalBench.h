#pragma once
// States of a session that is edited, and the state that a crash would leave of them.

#include "core/io/filesBench.h"
#include "journal/unsavedWork.h"
#include "session/edits.h"
#include "support/layers.h"

namespace headlight::testing {

inline SessionFile editedCell(int i) {
    return {*withCell(sample(1), {Parameter::Wq, 0, 0}, 0, 0, static_cast<float>(i)), {}};
}
inline JournalNote note(int i) {
    return {"lesson", "", {}, static_cast<std::uint64_t>(i), 1000 + i, static_cast<std::uint64_t>(i)};
}

/// A copy of a folder of work, in which nothing is locked.
struct Crashed {
    explicit Crashed(const fs::path& folder) {
        std::error_code error; // ignored: files may be deleted meanwhile
        fs::copy(folder, path(), fs::copy_options::recursive, error);
    }
    fs::path path() const { return copy_.path().toStdString() + "/copy"; }
    FoundWork found() const { return findUnsavedWork(path()); }

private:
    QTemporaryDir copy_;
};

/// Returns the number of edits in the only work that a crash would leave; 0: there is none, -1: it is damaged.
template <class State>
int keptIn(const fs::path& folder, const State& state) {
    const Crashed crashed(folder);
    const FoundWork found = crashed.found();
    if (found.works.empty() && found.unreadable.empty()) return 0;
    if (found.works.size() != 1 || !found.unreadable.empty()) return -1;
    const auto edits = static_cast<int>(found.works[0].note.edits);
    const auto read = readUnsavedWork(found.works[0]);
    return read && sessionText(read->file) == sessionText(state(edits)) ? edits : -1;
}

} // namespace headlight::testing
