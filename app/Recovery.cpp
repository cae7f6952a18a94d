#include "Recovery.h"

#include "FileActions.h"
#include "dialogs/Question.h"
#include "dialogs/RecoveryDialog.h"
#include "document/Workbench.h"
#include "io/files.h"
#include "journal/unsavedWork.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileInfo>

#include <memory>
#include <utility>
#include <vector>

namespace headlight {
namespace {

QString listed(const std::vector<UnreadableWork>& works) {
    QStringList all;
    for (const UnreadableWork& work : works)
        all << QString::fromStdString(quotedPath(work.folder) + " (" + work.why + ")");
    return all.join(QStringLiteral(", "));
}

} // namespace

Recovery::Recovery(Workbench& workbench, FileActions& files, const std::filesystem::path& folder, QWidget* window)
    : workbench_(workbench), files_(files), window_(window), journals_(workbench, folder) {}

QAction* Recovery::makeAction(QObject* parent) {
    auto* action = new QAction(tr("Restore &unsaved work…"), parent);
    action->setToolTip(tr("Restore work that was not saved before a crash or a power failure"));
    connect(action, &QAction::triggered, this, [this] { offer(true); });
    return action;
}

void Recovery::offer(bool isWanted) {
    auto found = inJob<FoundWork>(
        workbench_.jobs(), tr("Looking for unsaved work"), Jobs::OnCancel::Wait,
        [folder = journals_.folder()](const Watch&) -> Result<FoundWork> { return findUnsavedWork(folder); });
    if (!found) return workbench_.messages().report(QString::fromStdString(found.text()));
    std::vector<UnsavedWork>& orphans = found->works;
    if (!found->unreadable.empty())
        workbench_.messages().report(
            tr("Unsaved work from an earlier run cannot be restored: %1. Delete it if you do not need it.")
                .arg(listed(found->unreadable)),
            MessageKind::Caution);
    if (orphans.empty()) {
        if (isWanted) workbench_.messages().tell(tr("There is no unsaved work from an earlier run."));
        return;
    }
    std::vector<JournalNote> works;
    for (const UnsavedWork& orphan : orphans) works.push_back(orphan.note);
    RecoveryDialog dialog(works, window_);
    connect(&dialog, &RecoveryDialog::deleteWanted, this, [&](int row) {
        const auto at = orphans.begin() + row;
        if (!mayDelete(QString::fromStdString(at->note.title))) return;
        removeUnsavedWork(std::move(*at));
        orphans.erase(at);
        dialog.remove(row);
    });
    if (dialog.exec() != QDialog::Accepted || orphans.empty()) return;
    if (files_.mayDiscard())
        restore(std::make_shared<UnsavedWork>(std::move(orphans[static_cast<std::size_t>(dialog.chosen())])));
}

bool Recovery::mayDelete(const QString& title) {
    return ask({tr("Delete the unsaved work on “%1”?").arg(title),
                tr("It cannot be restored afterwards. Saved files are not changed."), tr("&Keep it"), tr("&Delete"),
                false},
               QApplication::activeModalWidget()) == Choice::Other;
}

/// Opens unsaved work. Its folder is deleted when the new folder, of the open session, is on the disk.
void Recovery::restore(const std::shared_ptr<UnsavedWork>& orphan) {
    const auto read = inJob<RestoredWork>(workbench_.jobs(), tr("Restoring unsaved work"), Jobs::OnCancel::Wait,
                                          [orphan](const Watch& watch) { return readUnsavedWork(*orphan, watch); });
    if (!read) {
        if (!isCancelled(read.problem())) workbench_.messages().report(QString::fromStdString(read.text()));
        return;
    }
    JournalNote note = orphan->note;
    const QString file = QString::fromStdString(note.file);
    journals_.setTimeOfNext(note.time);
    const bool isSameFile = !file.isEmpty() && note.seen && isStill(note.file, *note.seen);
    if (!isSameFile && !file.isEmpty()) { // its name alone would mean that it has a file
        note.title = tr("%1 (restored)").arg(QFileInfo(file).completeBaseName()).toStdString();
        note.file.clear();
        note.seen.reset();
    }
    workbench_.files().restore(*read, note);
    QString said;
    if (!file.isEmpty() && !isSameFile)
        said = (stampOf(orphan->note.file)
                    ? tr("“%1” was changed after this work was edited, so the restored session has no file yet. Save "
                         "it under another name, or overwrite that file.")
                    : tr("“%1” was removed or renamed after this work was edited, so the restored session has no file "
                         "yet. Save it to keep it."))
                   .arg(QDir::toNativeSeparators(file));
    if (said.isEmpty())
        workbench_.messages().tell(tr("The work was restored. It is not saved yet."));
    else
        workbench_.messages().report(said, MessageKind::Caution);
    if (journals_.sync()) removeUnsavedWork(std::move(*orphan));
}

} // namespace headlight
