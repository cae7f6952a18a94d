#pragma once

#include "base/LeavableThread.h"
#include "journal/WorkFolder.h"

#include <chrono>
#include <functional>
#include <memory>

namespace headlight {

/// Writes the newest states of sessions on a thread of its own, each into a work folder of its own: at the latest one
/// pause after it was given, or 20 times what the last writing took, whichever is longer. Its functions return at once,
/// but for sync() and the destructor, and may be called from any one thread.
class JournalThread {
public:
    using Milliseconds = std::chrono::milliseconds;
    /// Both are called on the thread.
    struct Reports {
        /// Each time that something new cannot be written. It is tried again after ten pauses, at sync() and at the
        /// end.
        std::function<void(const Problem&)> problem;
        /// A large session takes so long to write that work is only written this often: more than 2 s, and twice what
        /// was told before.
        std::function<void(Milliseconds)> interval = {};
    };

    /// `folder` is created when it is needed.
    JournalThread(std::filesystem::path folder, Reports, Milliseconds pause = Milliseconds(1000));
    /// What was to be kept is on the disk, if the disk takes it within kFarewell.
    ~JournalThread();
    JournalThread(const JournalThread&) = delete;
    JournalThread& operator=(const JournalThread&) = delete;

    static constexpr std::chrono::seconds kFarewell{5};

    /// Replaces what has not been written yet of that `work`, a number that the caller chooses.
    void keep(int work, SessionFile, JournalNote, std::optional<Session> opened = {});
    void forget(int work); ///< there is nothing to restore: its folder is deleted at once
    void leave(int work);  ///< its folder stays, to be restored by another program
    /// True if all that was asked for is done, and went well, within that time.
    bool sync(Milliseconds patience = kFarewell);

    std::filesystem::path folderOf(int work) const;
    static bool isLarge(const Session&); ///< so that it may be written less often than others

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<LeavableThread> thread_;
};

} // namespace headlight
