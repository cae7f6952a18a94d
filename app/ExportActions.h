#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "code/exportedCode.h"
#include "export/render.h"
#include "plot/Chart.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

class QMenu;
class QWidget;

namespace headlight {

class Settings;
class Workbench;

/// The entries of the menu File that write pictures, numbers and code, and that copy a picture.
class ExportActions : public QObject {
    Q_OBJECT

public:
    ExportActions(Workbench&, Settings&, QWidget* window);

    void fill(QMenu&);
    /// Opens the dialog with this map chosen; all other choices are as they were last.
    void exportMap(Stage stage, int head);
    /// Exports a table, or, if a chart is shown, either the chart as a picture or the table.
    void exportStatistics(const QString& what, const std::string& csv, const std::optional<ChartContent>& chart);

private:
    using WriteFile = std::function<Result<void>(const std::filesystem::path&, const Watch&)>; ///< runs in a job

    void exportMaps(ExportSpec& spec); ///< `spec` is what the dialog offers, and then the choice
    void exportSteps();                ///< writes a picture for each step of the selected query
    void copyPicture();
    void fillNumbers(QMenu&);
    void exportStage(std::optional<Stage>); ///< exports a stage of the shown layer, or all stages of all layers
    void exportParameter(std::optional<ParameterRef>); ///< exports a parameter of the shown layer, or all parameters
    void exportAllStatistics();
    void exportCode(CodeLibrary, const QString& ending);
    /// Asks for a file of one of these kinds and writes it. `what` is in the proposed name. `isBeside`: the writer also
    /// writes besideOf() it.
    void exportFile(const QString& title, const QString& what, const QString& kinds, const WriteFile&,
                    bool isBeside = false);
    /// The two parts of exportFile(); the path is empty if nothing is to be written.
    QString pathFor(const QString& title, const QString& what, const QString& kinds, bool isBeside = false);
    void write(const QString& path, const WriteFile&, bool isBeside = false);
    void fail(const Problem&);      ///< reports that an export or a copy failed, unless it was cancelled
    void done(const QString& what); ///< tells its success, and removes a report of fail()
    /// Returns a dialog's title. If a difference or another session is shown, it says that the present one is written,
    /// unless `isCounterpartWritten` and another session is shown.
    QString ofPresent(const QString& title, bool isCounterpartWritten) const;
    QString withState(const QString& what) const; ///< for a file's name: with the state that is shown

    Workbench& workbench_;
    Settings& settings_;
    QWidget* window_;
    ExportSpec export_; ///< the last choice
    QString failed_;    ///< the last report of fail()
};

} // namespace headlight
