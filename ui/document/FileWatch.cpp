#include "document/FileWatch.h"

#include "document/Workbench.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QTimer>

#include <utility>

namespace headlight {

constexpr int kSettledMs = 200; // a program that writes a file touches it more than once

FileWatch::FileWatch(Workbench& bench, std::filesystem::path claims)
    : bench_(bench), watcher_(new QFileSystemWatcher(this)), looking_(new QTimer(this)), claims_(std::move(claims)) {
    looking_->setSingleShot(true);
    looking_->setInterval(kSettledMs);
    connect(looking_, &QTimer::timeout, this, &FileWatch::look);
    const auto later = [this] { looking_->start(); };
    connect(watcher_, &QFileSystemWatcher::fileChanged, this, later);
    connect(watcher_, &QFileSystemWatcher::directoryChanged, this, later);
    bench_.add(*this);
}

FileWatch::~FileWatch() {
    bench_.remove(*this);
    release();
}

void FileWatch::present(const ViewState& state) {
    if (state.filePath == path_) return;
    path_ = state.filePath;
    watch();
    claim();
}

/// Claims the file by its canonical name, so that links to it count as the same file.
void FileWatch::claim() {
    release();
    if (claims_.empty() || path_.isEmpty()) return;
    const QByteArray name = QFileInfo(path_).canonicalFilePath().toUtf8();
    const QByteArray key = QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex();
    claimFile_ = claims_ / (key.toStdString() + ".open");
    auto [is, file] = claimed(claimFile_);
    claim_ = std::move(file);
    if (is == Claim::Theirs)
        caution(
            tr("“%1” is also open in another Headlight window. The window that saves second asks before it overwrites "
               "the file."));
}

void FileWatch::caution(const QString& text) {
    bench_.messages().report(text.arg(QFileInfo(path_).fileName()), MessageKind::Caution);
}

void FileWatch::release() {
    std::error_code error;
    const bool isLast = claim_.fd() >= 0 && lockOn(claim_.fd());
    if (isLast) std::filesystem::remove(claimFile_, error);
    claim_ = OpenFile();
}

/// Watches the file and its folder: most programs replace a file by another one, which a watch of the old file does not
/// report.
void FileWatch::watch() {
    const QStringList wanted = path_.isEmpty() ? QStringList() : QStringList{path_, QFileInfo(path_).absolutePath()};
    for (const QString& old : watcher_->files() + watcher_->directories())
        if (!wanted.contains(old)) watcher_->removePath(old);
    for (const QString& path : wanted)
        if (QFileInfo::exists(path)) watcher_->addPath(path);
}

void FileWatch::look() {
    Document& document = bench_.document();
    if (path_.isEmpty() || document.path() != path_) return;
    if (document.isSaving()) return looking_->start();
    watch();
    const bool hasChanged = document.hasChangedOnDisk();
    if (document.seen() != ours_) { // it was saved, opened again or only touched
        ours_ = document.seen();
        said_.reset();
        saidGone_ = false;
    }
    const auto now = stampOf(path_.toStdU16String());
    if (!now && ours_ && !std::exchange(saidGone_, true)) {
        const bool isFolderThere = QFileInfo(path_).dir().exists();
        caution(isFolderThere ? tr("“%1” was removed or renamed by another program. Save creates it again.")
                              : tr("The folder of “%1” was removed or renamed by another program. Use Save as to save "
                                   "the session in another place."));
    }
    if (!now) return;
    if (hasChanged && said_ != now)
        caution(
            tr("“%1” was changed by another program. Use File > Reload to load the new version. Save asks before it "
               "overwrites the file."));
    said_ = now;
}

} // namespace headlight
