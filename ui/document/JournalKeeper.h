#pragma once

#include "document/ViewState.h"
#include "journal/JournalThread.h"
#include "session/Session.h"

#include <QObject>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

namespace headlight {

class Workbench;

/// Stores work that no file has: the newest state of each segment of history with work in it, in a work folder of its
/// own, at most two seconds after it was made (a large session less often). The folder is deleted when its work is
/// saved, undone or given up; if the history could not hold it, the folder stays, to be restored. The destructor
/// leaves the folders, since the program may end by accident; when a user ends it, forgetAll() is called before.
class JournalKeeper : public QObject, public Presenter {
    Q_OBJECT

public:
    /// `folder` is created when it is needed. The workbench must outlive this object.
    JournalKeeper(Workbench& bench, std::filesystem::path folder,
                  std::chrono::milliseconds pause = std::chrono::milliseconds(1000));
    ~JournalKeeper() override;

    void present(const ViewState&) override;

    const std::filesystem::path& folder() const { return folder_; }
    /// Waits until all edits are on the disk, at most JournalThread::kFarewell; true if they are.
    bool sync() { return thread_.sync(); }
    void forgetAll(); ///< deletes the folders, and stores nothing from now on
    /// The next state that is stored was edited at that time, and is restored now.
    void setTimeOfNext(std::int64_t time) { timeOfNext_ = time; }

private:
    JournalNote note();
    void caution(const QString& text); ///< reports it; may be called on any thread

    Workbench& bench_;
    std::filesystem::path folder_;
    using Kept = std::pair<Session, std::optional<SeenFile>>; ///< with the file, which may hold an earlier state
    std::map<int, Kept> kept_;                                ///< the newest state of each segment, by its id
    std::uint64_t state_ = 0;                                 ///< the number of states given to the thread
    bool isKeeping_ = true;
    std::optional<std::int64_t> timeOfNext_;
    QString saidOfSize_; ///< the caution about a large session, while it holds
    JournalThread thread_;
};

} // namespace headlight
