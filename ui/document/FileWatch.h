#pragma once

#include "document/Presenter.h"
#include "io/SeenFile.h"
#include "journal/claims.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <optional>

class QFileSystemWatcher;
class QTimer;

namespace headlight {

class Workbench;

/// Says when another program changes or deletes the document's file, once for each time, and when another Headlight
/// has it open, too.
class FileWatch : public QObject, public Presenter {
    Q_OBJECT

public:
    /// `claims`: the folder where each program says which file it has open; empty: it does not. Until this goes the
    /// workbench must not.
    explicit FileWatch(Workbench& bench, std::filesystem::path claims = {});
    ~FileWatch() override;

    void present(const ViewState&) override;
    void look(); ///< now: also for file systems that report no changes

private:
    void watch();
    void claim();
    void release();

    Workbench& bench_;
    QFileSystemWatcher* watcher_;
    QTimer* looking_;
    std::filesystem::path claims_, claimFile_;
    OpenFile claim_;
    QString path_;
    std::optional<SeenFile> ours_;  ///< as it was saved or opened here
    std::optional<FileStamp> said_; ///< of the last state since that was told of
    bool saidGone_ = false;         ///< since then
};

} // namespace headlight
