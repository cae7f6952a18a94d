#include "FileActions.h"

#include "ExportActions.h"
#include "Settings.h"
#include "base/LeavableThread.h"
#include "controls/menuEntries.h"
#include "dialogs/Question.h"
#include "document/Workbench.h"
#include "document/exportName.h"
#include "examples.h"
#include "focusKeys.h"
#include "io/files.h"
#include "matrixImport.h"
#include "words/tokenText.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <system_error>

namespace headlight {
namespace {

QString sessionFilter() { return FileActions::tr("Headlight sessions (*.headlight);;All files (*)"); }

QString openFilter() {
    return FileActions::tr("Sessions, matrices and tokens (*.headlight *.npz *.npy *.safetensors *.txt);;"
                           "Headlight sessions (*.headlight);;Matrices (*.npz *.npy *.safetensors);;"
                           "Tokens (*.txt);;All files (*)");
}

/// Returns the text of the button that returns to unsaved work of another document.
QString openText(QString title) {
    return FileActions::tr("&Open “%1”").arg(title.replace(QLatin1Char('&'), QLatin1String("&&")));
}

/// Removes what killed writings have left beside these files. Nothing waits for it, since the disk may be slow.
void clearLitterBeside(const QStringList& files) {
    if (files.isEmpty()) return;
    try {
        const LeavableThread thread([files] {
            for (const QString& file : files) clearLitter(file.toStdU16String());
        });
    } catch (const std::system_error&) { // there is no thread; the next start may have one
    }
}

} // namespace

FileActions::FileActions(Workbench& workbench, Settings& settings, QWidget* window)
    : QObject(window), workbench_(workbench), settings_(settings), window_(window) {}

void FileActions::fill(QMenu& menu, ExportActions& exports, QAction* restore) {
    menu.setToolTipsVisible(true);
    addEntry(menu, tr("&New"), QKeySequence::New, tr("Start with an empty sentence"), this, &FileActions::newDocument);
    addEntry(menu, tr("&Open…"), QKeySequence::Open, tr("Open a session, matrices or tokens"), this,
             &FileActions::openDialog);
    addEntry(menu, tr("&Import matrices…"), {}, tr("Take the matrices of a file into the shown layer"), this,
             &FileActions::importInto);
    QAction* again = addEntry(menu, tr("Re&load"), {}, tr("Read the session from its file again"), this,
                              &FileActions::reload);
    QMenu* recent = menu.addMenu(tr("Open &recent"));
    connect(&menu, &QMenu::aboutToShow, this, [this, again, recent] {
        again->setEnabled(!workbench_.state().filePath.isEmpty());
        fillRecent(*recent);
    });
    addExamples(*menu.addMenu(tr("&Examples")), [this](const Example& example) { pickExample(example); });
    if (restore) menu.addAction(restore);
    menu.addSeparator();
    addEntry(menu, tr("&Save"), QKeySequence::Save, tr("Write the session to its file"), this,
             &FileActions::beginToSave);
    addEntry(menu, tr("Save &as…"), QKeySequence::SaveAs, tr("Write the session to another file"), this,
             &FileActions::saveAs);
    menu.addSeparator();
    exports.fill(menu);
    menu.addSeparator();
    addEntry(menu, tr("&Quit"), QKeySequence::Quit, tr("Close Headlight"), window_, [this] { window_->close(); });
}

void FileActions::fillRecent(QMenu& menu) {
    menu.clear();
    menu.setToolTipsVisible(true);
    const QStringList files = settings_.recentFiles();
    menu.setEnabled(!files.isEmpty());
    for (const QString& path : files) {
        const QString name = QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&"));
        addEntry(menu, name, {}, QDir::toNativeSeparators(path), this, [this, path] { openPath(path); });
    }
    if (files.isEmpty()) return;
    menu.addSeparator();
    menu.addAction(tr("Clear list"), this, [this] { settings_.recentFiles.set({}); });
}

bool FileActions::settle() {
    finishInput(*window_);
    return !workbench_.files().saver().isRunning() || workbench_.files().saver().wait(workbench_.jobs());
}

bool FileActions::mayDiscard() { return settle() && mayDropRefused() && mayDiscardChanges(); }

bool FileActions::mayDropRefused() {
    const auto& refused = workbench_.state().refused;
    if (refused.empty()) return true;
    return ask({tr("Discard the text in the sentence field?"),
                tr("It is not part of the session and is not saved in any file. %1").arg(refused.begin()->second),
                tr("&Keep editing"), tr("&Discard"), false},
               window_) == Choice::Other;
}

bool FileActions::mayDiscardChanges() {
    const ViewState& state = workbench_.state();
    const bool isModified = workbench_.document().isModified();
    const bool isGone = !state.filePath.isEmpty() && !QFileInfo::exists(state.filePath);
    if (!isModified && !isGone) return mayForget();
    const auto work = workbench_.document().history().unsavedWorkElsewhere();
    const QString other = work ? workbench_.document().titleAt(*work) : QString(),
                  question = isModified ? tr("Save the changes to “%1”?") : tr("Save “%1”?"),
                  lost = isModified ? tr("Unsaved changes will be lost.")
                                    : tr("Its file no longer exists, so the session will be lost."),
                  also = tr(" “%1” has unsaved changes, too; to keep them, return to them first.").arg(other);
    const Choice answer = ask({question.arg(shownTitle(state)), work ? lost + also : lost, tr("&Save"), tr("&Discard"),
                               true, work ? openText(other) : QString()},
                              window_);
    if (answer == Choice::Third) workbench_.goTo(*work);
    return answer == Choice::Usual ? save() : answer == Choice::Other;
}

bool FileActions::mayForget() {
    const auto work = workbench_.document().history().unsavedWorkElsewhere();
    if (!work) return true;
    const Choice answer = ask({tr("Forget the changes to “%1”?").arg(workbench_.document().titleAt(*work)),
                               tr("They are not saved, but undo and redo still lead to them."),
                               openText(workbench_.document().titleAt(*work)), tr("&Forget them")},
                              window_);
    if (answer == Choice::Usual) workbench_.goTo(*work);
    return answer == Choice::Other;
}

bool FileActions::newDocument() {
    if (!settle() || !mayDropRefused()) return false;
    bool begins = true;
    workbench_.files().startAnew([&] { return begins = mayDiscardChanges(); });
    return begins;
}

void FileActions::openDialog() {
    if (const QString path = askForFile(tr("Open"), tr("&Open")); !path.isEmpty()) openPath(path);
}

QString FileActions::askForFile(const QString& title, const QString& verb) const {
    QFileDialog dialog(window_, title, settings_.lastFolder(), openFilter());
    dialog.setFileMode(QFileDialog::ExistingFile);
    dialog.setOption(QFileDialog::HideNameFilterDetails); // too long for the box
    dialog.setLabelText(QFileDialog::Accept, verb);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().front() : QString();
}

void FileActions::openPath(const QString& path) {
    if (!takeMask(path, workbench_) && mayDiscard()) load(QDir::cleanPath(path)); // a folder may end in "/"
}

void FileActions::reload() {
    if (!settle() || !mayDropRefused()) return;
    const QString path = workbench_.state().filePath;
    if (workbench_.document().isModified() &&
        ask({tr("Reload “%1” from its file?").arg(workbench_.state().title), tr("Unsaved changes will be lost."),
             tr("&Keep editing"), tr("&Reload"), false},
            window_) != Choice::Other)
        return;
    if (mayForget()) load(path);
}

Files::FromArrays FileActions::completing(const QString& path) {
    return [this, path](OpenedFile& opened) {
        return (unattended_ && unattended_(opened)) ||
               completed(QFileInfo(path).fileName(), opened, workbench_, *window_);
    };
}

bool FileActions::load(const QString& path) {
    const auto opened = workbench_.files().open(path, completing(path));
    if (!opened) {
        if (isCancelled(opened.problem())) return false;
        workbench_.messages().report(QString::fromStdString(opened.text()));
        if (!QFileInfo::exists(path)) settings_.removeRecentFile(path);
        return false;
    }
    settings_.addRecentFile(path);
    if (*opened) tellOfGivenX(QFileInfo(path).fileName(), workbench_);
    if (const QString difference = *opened ? differenceIn(path, workbench_) : QString(); !difference.isEmpty())
        workbench_.messages().report(difference, MessageKind::Caution);
    return true;
}

void FileActions::compareWithFile() {
    finishInput(*window_);
    const QString path = askForFile(tr("Compare with a file"), tr("&Compare"));
    if (path.isEmpty()) return;
    const auto compared = workbench_.files().compareWith(path, completing(path));
    if (!compared && !isCancelled(compared.problem()))
        workbench_.messages().report(QString::fromStdString(compared.text()));
}

void FileActions::importInto() {
    finishInput(*window_);
    const QString name = importMatrices(settings_.lastFolder(), workbench_, *window_);
    if (!name.isEmpty()) imported_ = {workbench_.document().history().segment().id, name};
}

void FileActions::openFirst(const QString& path, const Files::FromArrays& unattended) {
    clearLitterBeside(settings_.writings());
    if (!path.isEmpty()) { // the document is new and empty yet
        unattended_ = unattended;
        openPath(path);
        unattended_ = {};
        return;
    }
    openExample(firstExample());
    emit startedWithExample();
}

void FileActions::openExample(const Example& example) {
    if (!settle() || !mayDropRefused()) return;
    const auto opened = workbench_.files().openExample(QLatin1String(example.resource), example.shownTitle(),
                                                       [this] { return mayDiscardChanges(); });
    if (!opened) workbench_.messages().report(QString::fromStdString(opened.text()));
}

void FileActions::pickExample(const Example& example) {
    openExample(example);
    const bool isOpen = workbench_.document().history().segment().title == example.shownTitle();
    if (isOpen && workbench_.state().filePath.isEmpty()) emit examplePicked(); // else the user kept the document
}

bool FileActions::save() { return beginToSave() && settle(); }

bool FileActions::beginToSave() {
    if (!settle()) return false;
    const QString path = workbench_.state().filePath;
    if (path.isEmpty()) return saveAs();
    return workbench_.document().hasChangedOnDisk() ? saveChangedOnDisk() : saveTo(path);
}

bool FileActions::saveChangedOnDisk() {
    const Choice answer = ask({tr("“%1” was changed by another program. Overwrite it?").arg(workbench_.state().title),
                               tr("Save anyway overwrites the changes of the other program, Reload discards your "
                                  "changes, Save as keeps both."),
                               tr("Save &as…"), tr("Save a&nyway"), true, tr("&Reload")},
                              window_);
    if (answer == Choice::Usual) return saveAs();
    if (answer == Choice::Third) { // nothing is saved
        if (mayDropRefused() && mayForget()) load(workbench_.state().filePath);
        return false;
    }
    return answer == Choice::Other && saveTo(workbench_.state().filePath);
}

bool FileActions::saveAs() {
    if (!settle()) return false;
    const ViewState& state = workbench_.state();
    const auto& [importedInto, imported] = imported_;
    const bool hasImport = importedInto == workbench_.document().history().segment().id && !imported.isEmpty();
    const QString name = (hasImport ? imported : saveName(state)) + QStringLiteral(".headlight");
    const QString start = state.filePath.isEmpty() ? QDir(settings_.lastFolder()).filePath(name) : state.filePath;
    QFileDialog dialog(window_, tr("Save session as"), start, sessionFilter());
    const QString path = savePath(dialog, QFileInfo(start).fileName(), QStringLiteral("headlight"));
    return !path.isEmpty() && saveTo(path);
}

bool FileActions::saveTo(const QString& path) {
    settings_.addWriting(path);
    return workbench_.files().beginSaving(path, [this, path](const Result<void>& saved) {
        if (saved)
            settings_.addRecentFile(path);
        else
            tellNotSaved(path, saved.problem());
    });
}

void FileActions::tellNotSaved(const QString& path, const Problem& problem) {
    const QFileInfo file(path), folder(file.absolutePath());
    const bool isOfPlace = file.isDir() || (file.exists() && !file.isWritable()) || !folder.isDir() ||
                           !folder.isWritable();
    QString said = QString::fromStdString(problem.text);
    if (isCancelled(problem))
        said = file.exists() ? tr("Not saved: you cancelled it. The file is as it was.")
                             : tr("Not saved: you cancelled it.");
    else if (isOfPlace)
        said += tr(" Use Save as to save the session in another place.");
    workbench_.messages().report(said, MessageKind::NotSaved);
}

} // namespace headlight
