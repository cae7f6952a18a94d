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
struct NamedArray;

/// File: new, open, recent, examples, save, export, quit, with the questions that belong to them.
class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Workbench&, Settings&, QWidget* window);

    void fill(QMenu&, QAction* restore = nullptr); ///< which stands after what opens files
    QComboBox* makeExamplesBox();                  ///< to stand beside the sentence

    /// False if the person wants to go on with the present document. Asks only when it is modified, when its file is
    /// gone, or when its history holds work of substance that was left for an example.
    bool mayDiscard();

    void openPath(const QString& path); ///< asks mayDiscard() first; a Problem goes to the message bar
    /// What the program starts with: that file, or without one the first example. A file that cannot be opened leaves
    /// an empty document, so that nothing else seems to be it. What the last writings left, if they were killed, is
    /// cleared.
    void openFirst(const QString& path);
    void openExample(const Example& example);
    void pickExample(const Example&); ///< a person chose it: opens it, with the card of the course

    bool mayDropRefused();                 ///< asks, where there is something
    void exportMap(Stage stage, int head); ///< that one chosen, the rest as the last time

    /// `chart`: what is shown is one, to be exported as a picture or as this table.
    void exportStatistics(const QString& what, const std::string& csv, const std::optional<ChartContent>& chart);

    /// Commits what stands in an open editor or a field, as leaving it would, but the keyboard stays.
    void finishInput();

signals:
    void examplePicked();
    void startedWithExample(); ///< the program, without a file

private:
    /// Before another document, another save or the end: input is finished, and what is being saved is waited for.
    /// False: it could not be saved, which was said.
    bool settle();
    bool mayDiscardChanges();
    bool mayForget();
    void newDocument();
    void openDialog();
    bool save(); ///< and waits for its end
    // True: it has begun, or is saved already.
    bool beginToSave();
    bool saveAs();
    bool saveTo(const QString& path);
    void tellNotSaved(const QString& path, const Problem&);
    bool saveChangedOnDisk();
    void reload();
    bool load(const QString& path); ///< in the place of what is open
    /// Asks. `caution` says what may not be as in the model.
    std::optional<Session> sessionOf(const QString& file, const std::vector<NamedArray>& arrays, QString& caution);
    void importMatrices();          ///< into this session
    void fail(const QString& why);  ///< an export, or a copied picture
    void done(const QString& what); ///< of these; what failed before is past
    void exportMaps();
    static ExportSpec onPaper();
    void exportSteps();              ///< a picture for each step of the selected query, in a new folder
    void exportAs(ExportSpec& spec); ///< as it was chosen before; what is chosen now, from then on
    void copyPicture();
    void addCodeExports(QMenu&);
    void fillNumberExports(QMenu&);
    void exportStage(std::optional<Stage>);            ///< of the layer that is shown; none: all of all layers
    void exportParameter(std::optional<ParameterRef>); ///< likewise
    void exportAllStatistics();
    using WriteFile = std::function<Result<void>(const std::filesystem::path&, const Watch&)>; ///< in a job
    void exportNumbers(const QString& title, const QString& what, const QString& kinds, const WriteFile&);
    using WriterOf = std::function<std::optional<WriteFile>(const QString& path)>; ///< nothing, after it said why
    void exportBy(QFileDialog&, const QString& what, const WriterOf&); ///< `what`: for the name that is proposed
    void exportCode(CodeLibrary, const QString& ending);
    /// The title of a dialog, which says that the present session is written where it is not all that is shown.
    QString ofPresent(const QString& title, bool isOtherWritten) const;
    QString withState(const QString& what) const; ///< in the name of a file: of which state
    void fillRecent(QMenu&);

    Workbench& workbench_;
    Settings& settings_;
    QWidget* window_;
    ExportSpec export_ = onPaper(); ///< as it was chosen last
    QString failed_;                ///< what was said of that last
    /// Into which document of the history matrices were imported last, and what their file is called.
    std::pair<int, QString> imported_{-1, {}};
};

} // namespace headlight
