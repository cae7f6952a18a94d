#pragma once

#include "document/Presenter.h"
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

/// Stores what no file has: the newest state of each segment of history with work in it, in a work folder of its own,
/// at most two seconds after it was made (a large session less often). The folder is deleted when its work is saved,
/// undone or given up; one whose work the history had no room for stays, to be restored. When this goes the folders
/// stay, since the program may end by accident; when a person ends it, forgetAll() comes before.
class JournalKeeper : public QObject, public Presenter {
    Q_OBJECT

public:
    /// `folder` is made when it is needed. Until this goes the workbench must not.
    JournalKeeper(Workbench& bench, std::filesystem::path folder,
                  std::chrono::milliseconds pause = std::chrono::milliseconds(1000));
    ~JournalKeeper() override;

    void present(const ViewState&) override;

    const std::filesystem::path& folder() const { return folder_; }
    /// True when all that was edited is on the disk. Takes as long as the disk, and JournalThread::kFarewell at most.
    bool sync() { return thread_.sync(); }
    void forgetAll(); ///< and keep nothing more
    /// What comes next was edited then, and is restored now.
    void setTimeOfNext(std::int64_t time) { timeOfNext_ = time; }

private:
    JournalNote note();
    void caution(const QString& text); ///< from any thread

    Workbench& bench_;
    std::filesystem::path folder_;
    using Kept = std::pair<Session, std::optional<SeenFile>>; ///< and its file: it may be saved up to an earlier state
    std::map<int, Kept> kept_;                                ///< of each segment, by its number
    std::uint64_t state_ = 0;                                 ///< how many states were given to the thread
    bool isKeeping_ = true;
    std::optional<std::int64_t> timeOfNext_;
    QString saidOfSize_; ///< as long as it is true
    JournalThread thread_;
};

} // namespace headlight
