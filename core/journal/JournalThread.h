#pragma once

#include "base/LeavableThread.h"
#include "journal/JournalFile.h"

#include <chrono>
#include <functional>
#include <memory>

namespace headlight {

/// Keeps the newest states of sessions, each in a journal of its own, on a thread of its own. Its functions return at
/// once, but for sync() and the destructor, and may be called from any one thread.
class JournalThread {
public:
    using Problems = std::function<void(const Problem&)>;

    /// `problems` is called on the thread, each time that something new cannot be written: the next edit may have taken
    /// the words away that were said of the last one. It is tried again after ten pauses, at sync() and at the end.
    /// `pause`: between the beginnings of two writings, so that a drag is not written a hundred times.
    JournalThread(std::filesystem::path folder, Problems problems,
                  std::chrono::milliseconds pause = std::chrono::milliseconds(1000));
    /// What was to be kept is on the disk, if the disk takes it within kFarewell.
    ~JournalThread();
    JournalThread(const JournalThread&) = delete;
    JournalThread& operator=(const JournalThread&) = delete;

    static constexpr std::chrono::seconds kFarewell{5};

    /// Instead of what waits still of that `work`, a number that the caller chooses.
    void keep(int work, SessionFile, JournalNote, JournalFile::Opened opened = {});
    void forget(int work); ///< there is nothing to be restored: its journal goes
    void leave(int work);  ///< as it is on the disk, to be restored: it is nobody's from now on
    void forgetAll();      ///< but what was left
    /// True if all that was asked for is done, and went well, within that time.
    bool sync(std::chrono::milliseconds patience = kFarewell);

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<LeavableThread> thread_;
};

} // namespace headlight
