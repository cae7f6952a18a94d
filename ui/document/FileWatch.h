#pragma once

#include "document/Presenter.h"
#include "io/files.h"

#include <QObject>
#include <QString>

#include <optional>

class QFileSystemWatcher;
class QTimer;

namespace headlight {

class Workbench;

/// Says when somebody else changes or takes away the document's file, once for each time.
class FileWatch : public QObject, public Presenter {
    Q_OBJECT

public:
    /// Until this goes the workbench must not.
    explicit FileWatch(Workbench& bench);
    ~FileWatch() override;

    void present(const ViewState&) override;
    void look(); ///< now: also for file systems that tell nobody

private:
    void watch();

    Workbench& bench_;
    QFileSystemWatcher* watcher_;
    QTimer* looking_;
    QString path_;
    std::optional<FileStamp> ours_; ///< as it was saved or opened here
    std::optional<FileStamp> said_; ///< of the last state since that was told of
    bool saidGone_ = false;         ///< since then
};

} // namespace headlight
