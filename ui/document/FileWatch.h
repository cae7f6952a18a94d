#pragma once

#include "document/ViewState.h"
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

/// Reports when another program changes or deletes the document's file, each time once, and when another Headlight
/// window has the file open, too.
class FileWatch : public QObject, public Presenter {
    Q_OBJECT

public:
    /// `claims`: the folder where each Headlight marks the file that it has open; empty: it marks none. The workbench
    /// must outlive this object.
    explicit FileWatch(Workbench& bench, std::filesystem::path claims = {});
    ~FileWatch() override;

    void present(const ViewState&) override;
    void look(); ///< looks now, which also helps on file systems that report no changes

private:
    void watch();
    void claim();
    void release();
    void caution(const QString& text); ///< `text`: with %1 for the name of the file

    Workbench& bench_;
    QFileSystemWatcher* watcher_;
    QTimer* looking_;
    std::filesystem::path claims_, claimFile_;
    OpenFile claim_;
    QString path_;
    std::optional<SeenFile> ours_;  ///< the file as it was saved or opened here
    std::optional<FileStamp> said_; ///< the stamp at the last look since then
    bool saidGone_ = false;         ///< its removal has been reported since then
};

} // namespace headlight
