#pragma once

#include "base/Result.h"
#include "document/Files.h"

#include <QObject>
#include <QString>

#include <utility>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

struct Example;
class ExportActions;
class Settings;
class Workbench;

/// The menu File: new, open, import, recent, examples, save, quit, with their questions.
class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Workbench&, Settings&, QWidget* window);

    /// `restore`, which may be null, comes after the entries that open files.
    void fill(QMenu&, ExportActions&, QAction* restore);

    /// False if the user wants to keep the current document. Asks only when it is modified, when its file is gone, or
    /// when its history has unsaved work of another document.
    bool mayDiscard();

    bool newDocument(); ///< false: the user kept the present one
    void compareWithFile();
    void openPath(const QString& path); ///< asks mayDiscard() first; a Problem goes to the message bar
    /// Opens the file with which the program starts, or without one the first example. A file that cannot be opened
    /// leaves an empty document, so that no other document is taken for it. Removes temporary files that killed
    /// writings left.
    /// `unattended` makes a session of arrays without a dialog, if it can.
    void openFirst(const QString& path, const Files::FromArrays& unattended = {});
    void openExample(const Example& example);
    void pickExample(const Example&); ///< opens one that the user chose, with the card of the course

    bool mayDropRefused(); ///< asks if a sentence's field has refused text

signals:
    void examplePicked();
    void startedWithExample(); ///< the program started without a file

private:
    /// Finishes input and waits for a save in progress, before another document, another save or the end. False if the
    /// save failed, which was reported.
    bool settle();
    bool mayDiscardChanges();
    bool mayForget();
    void openDialog();
    QString askForFile(const QString& title, const QString& verb) const; ///< empty: cancelled
    bool save();                                                         ///< saves and waits for the end
    // Each of these returns true if saving has begun or is done.
    bool beginToSave();
    bool saveAs();
    bool saveTo(const QString& path);
    void tellNotSaved(const QString& path, const Problem&);
    bool saveChangedOnDisk();
    void reload();
    Files::FromArrays completing(const QString& path); ///< asks how the arrays of a file are meant
    bool load(const QString& path);                    ///< replaces the current document
    void importInto();                                 ///< imports matrices into the present session
    void fillRecent(QMenu&);

    Workbench& workbench_;
    Settings& settings_;
    QWidget* window_;
    Files::FromArrays unattended_{}; ///< while the first file is opened
    /// The document of the history into which matrices were imported last, and the name of their file.
    std::pair<int, QString> imported_{-1, {}};
};

} // namespace headlight
