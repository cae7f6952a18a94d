#pragma once

#include "code/exportedCode.h"
#include "export/render.h"
#include "plot/Chart.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QAction;
class QComboBox;
class QFileDialog;
class QMenu;
class QWidget;

namespace headlight {

class Settings;
struct Example;
class Workbench;
struct FileArrays;

/// The menu File: new, open, recent, examples, save, export, quit, with their questions.
class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Workbench&, Settings&, QWidget* window);

    void fill(QMenu&, QAction* restore = nullptr); ///< `restore` comes after the entries that open files
    QComboBox* makeExamplesBox();                  ///< is put beside the sentence

    /// False if the user wants to keep the current document. Asks only when it is modified, when its file is gone, or
    /// when its history has unsaved work of another document.
    bool mayDiscard();

    void openPath(const QString& path); ///< asks mayDiscard() first; a Problem goes to the message bar
    /// Opens the file with which the program starts, or without one the first example. A file that cannot be opened
    /// leaves an empty document, so that no other document is taken for it. Removes temporary files that killed
    /// writings left.
    void openFirst(const QString& path);
    void openExample(const Example& example);
    void pickExample(const Example&); ///< opens one that the user chose, with the card of the course

    bool mayDropRefused(); ///< asks if a sentence's field has refused text
    /// Opens the dialog with this map chosen; all other choices are as they were last.
    void exportMap(Stage stage, int head);

    /// Exports a table, or, if a chart is shown, either the chart as a picture or the table.
    void exportStatistics(const QString& what, const std::string& csv, const std::optional<ChartContent>& chart);

    /// Commits the text in an open editor or a field, as leaving it would, but the focus stays.
    void finishInput();

signals:
    void examplePicked();
    void startedWithExample(); ///< the program started without a file

private:
    /// Finishes input and waits for a save in progress, before another document, another save or the end. False if the
    /// save failed, which was reported.
    bool settle();
    bool mayDiscardChanges();
    bool mayForget();
    void newDocument();
    void openDialog();
    bool save(); ///< saves and waits for the end
    // Each of these returns true if saving has begun or is done.
    bool beginToSave();
    bool saveAs();
    bool saveTo(const QString& path);
    void tellNotSaved(const QString& path, const Problem&);
    bool saveChangedOnDisk();
    void reload();
    bool load(const QString& path); ///< replaces the current document
    /// Asks how to make a session of arrays. `caution` says how it may differ from the model.
    std::optional<Session> sessionOf(const QString& file, const FileArrays& arrays, QString& caution);
    void importMatrices();          ///< imports them into the present session
    void fail(const QString& why);  ///< reports that an export or a copy failed
    void done(const QString& what); ///< tells its success, and removes a report of fail()
    void exportMaps();
    static ExportSpec onPaper();
    void exportSteps();              ///< writes a picture for each step of the selected query
    void exportAs(ExportSpec& spec); ///< `spec` is what the dialog offers, and then the choice
    void copyPicture();
    void addCodeExports(QMenu&);
    void fillNumberExports(QMenu&);
    void exportStage(std::optional<Stage>); ///< exports a stage of the shown layer, or all stages of all layers
    void exportParameter(std::optional<ParameterRef>); ///< exports a parameter of the shown layer, or all parameters
    void exportAllStatistics();
    using WriteFile = std::function<Result<void>(const std::filesystem::path&, const Watch&)>; ///< runs in a job
    void exportNumbers(const QString& title, const QString& what, const QString& kinds, const WriteFile&);
    /// Gives nothing after it has reported a problem.
    using WriterOf = std::function<std::optional<WriteFile>(const QString& path)>;
    void exportBy(QFileDialog&, const QString& what, const WriterOf&); ///< `what` is in the proposed name
    void exportCode(CodeLibrary, const QString& ending);
    /// Returns a dialog's title. If a difference or another session is shown, it says that the present one is written,
    /// unless `isCounterpartWritten` and another session is shown.
    QString ofPresent(const QString& title, bool isCounterpartWritten) const;
    QString withState(const QString& what) const; ///< for a file's name: with the state that is shown
    void fillRecent(QMenu&);

    Workbench& workbench_;
    Settings& settings_;
    QWidget* window_;
    ExportSpec export_ = onPaper(); ///< the last choice
    QString failed_;                ///< the last report of fail()
    /// The document of the history into which matrices were imported last, and the name of their file.
    std::pair<int, QString> imported_{-1, {}};
};

} // namespace headlight
