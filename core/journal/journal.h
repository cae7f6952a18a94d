#pragma once
// core/journal: what is edited between two saves, kept so that a crash costs no more than the last seconds. No Qt, no
// threads of its own.

#include "base/Result.h"
#include "io/SeenFile.h"
#include "io/sessionFile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace headlight {

/// What is known of a session beside its numbers.
struct JournalNote {
    std::string title;            ///< what the person calls it
    std::string file;             ///< where it is saved; empty: nowhere yet
    std::optional<SeenFile> seen; ///< that file, as it was read or written last
    std::uint64_t edits = 0;      ///< since then
    std::int64_t time = 0;        ///< of the last one, in seconds since 1970
    friend bool operator==(const JournalNote&, const JournalNote&) = default;
};

/// The bytes of one journal, state by state. A state costs what has changed since the last one: the numbers or rows
/// that differ, and the part of the session's text that does. Keeps the blocks of the last state alive, and is for one
/// thread at a time.
class JournalWriter {
public:
    JournalWriter();
    ~JournalWriter();
    JournalWriter(JournalWriter&&) noexcept;
    JournalWriter& operator=(JournalWriter&&) noexcept;

    /// What is to be appended to the file so that it ends with this state; the first time with the file's beginning.
    /// Throws std::bad_alloc only.
    std::string next(const SessionFile&, const JournalNote&);

private:
    struct Written;
    std::unique_ptr<Written> written_;
};

/// What is known of the state that a journal ends with.
struct JournalHead {
    JournalNote note;
    bool isTorn = false; ///< behind that state something stands that cannot be read
};
struct JournalContent : JournalHead {
    SessionFile file;
    Session opened; ///< the first state in it
};

// Of the bytes of a journal; a Problem if it holds no state and, with its content, none that can be a session. They
// throw std::bad_alloc only: a journal that there is no memory for is as good as ever.
Result<JournalHead> parseJournalHead(std::string_view bytes);
Result<JournalContent> parseJournal(std::string_view bytes, const Watch& watch = {});

} // namespace headlight
