#pragma once

#include "base/LeavableThread.h"
#include "journal/WorkFolder.h"

#include <chrono>
#include <functional>
#include <memory>

namespace headlight {

/// Writes the newest states of sessions on a thread of its own, each session into its own work folder. A state is
/// written at the latest one pause after it was given, or after 20 times the duration of the last writing, whichever is
/// longer. Functions return at once, except sync() and the destructor. They are called on one thread, which may be any.
class JournalThread {
public:
    using Milliseconds = std::chrono::milliseconds;
    /// Both are called on the journal's thread.
    struct Reports {
        /// Called each time that something new cannot be written. Writing is tried again after ten pauses or more, at
        /// sync() and at the end.
        std::function<void(const Problem&)> problem;
        /// Called with the interval of writing if a large session has made it long: at least 2 s, and at least twice
        /// the interval of the call before.
        std::function<void(Milliseconds)> interval = {};
    };

    /// `folder` is created when it is needed.
    JournalThread(std::filesystem::path folder, Reports, Milliseconds pause = Milliseconds(1000));
    /// Writes what is not on the disk yet; gives up after kFarewell.
    ~JournalThread();
    JournalThread(const JournalThread&) = delete;
    JournalThread& operator=(const JournalThread&) = delete;

    static constexpr std::chrono::seconds kFarewell{5};

    /// Replaces the state of `work` (a number that the caller chooses) that has not been written yet.
    void keep(int work, SessionFile, JournalNote, std::optional<Session> opened = {});
    void forget(int work); ///< deletes its folder at once: nothing is to be restored
    void leave(int work);  ///< keeps its folder, to be restored by another program
    /// Writes everything now. True if that succeeded within `patience`.
    bool sync(Milliseconds patience = kFarewell);

    std::filesystem::path folderOf(int work) const;
    static bool isLarge(const Session&); ///< true if it may be written less often than others

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<LeavableThread> thread_;
};

} // namespace headlight
