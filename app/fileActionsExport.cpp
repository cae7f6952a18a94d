// Exports pictures of the maps and of the steps of the computation, and copies them to the clipboard.
#include "FileActions.h"
#include "Settings.h"
#include "dialogs/ExportDialog.h"
#include "dialogs/savePath.h"
#include "document/Workbench.h"
#include "export/chartFile.h"
#include "export/screenSpec.h"
#include "export/writeSteps.h"
#include "io/files.h"
#include "words/fileWords.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <filesystem>

namespace headlight {

ExportSpec FileActions::onPaper() {
    ExportSpec spec;
    spec.dpi = kPaperDpi;
    return spec;
}

void FileActions::fail(const QString& why) { workbench_.messages().report(failed_ = why); }

void FileActions::done(const QString& what) {
    if (workbench_.state().problem == failed_) workbench_.messages().report({});
    workbench_.messages().tell(what);
}

void FileActions::exportMaps() { exportAs(export_); }

/// Writes a table, or a chart as a picture, which is painted on this thread before it is written.
void FileActions::exportStatistics(const QString& what, const std::string& csv,
                                   const std::optional<ChartContent>& chart) {
    finishInput();
    const QString pictures = tr("PDF picture (*.pdf);;SVG picture (*.svg);;PNG picture (*.png);;");
    QFileDialog dialog(window_, ofPresent(tr("Export statistics as"), false), settings_.exportFolder(),
                       (chart ? pictures : QString()) + tr("Table (*.csv)"));
    const QString name = QString(what).remove(u'“').remove(u'”'); // quotes of a token
    exportBy(dialog, name, [&](const QString& path) -> std::optional<WriteFile> {
        ExportSpec spec = export_;
        const auto format = formatOfFile(path);
        spec.format = format.value_or(spec.format);
        const auto bytes = format ? renderChart(*chart, what, spec) : QByteArray::fromStdString(csv);
        if (bytes)
            return [bytes = *bytes](const std::filesystem::path& to, const Watch& watch) {
                return writeFile(to, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, watch);
            };
        fail(QString::fromStdString(bytes.text()));
        return std::nullopt;
    });
}

void FileActions::exportMap(Stage stage, int head) {
    ExportSpec one = export_;
    one.maps.stages = {stage};
    one.head = infoOf(stage).scope == Scope::Head ? head : -1;
    one.isEachHead = false;
    exportAs(one);
    export_.format = one.format;
    export_.dpi = one.dpi;
    export_.theme = one.theme;
}

void FileActions::exportAs(ExportSpec& spec) {
    finishInput();
    ExportDialog dialog(workbench_, spec, settings_.exportFolder(), window_);
    QStringList names;
    connect(&dialog, &ExportDialog::writing, this, [this, &names](const QString& path) {
        settings_.addWriting(path);
        names << QFileInfo(path).fileName();
    });
    if (dialog.exec() != QDialog::Accepted) return;
    settings_.setExportFolder(dialog.folder());
    done(names.size() > 1 ? tr("Exported %1 pictures: “%2” … “%3”.").arg(names.size()).arg(names.first(), names.last())
                          : tr("Exported “%1”.").arg(names.value(0)));
}

/// Writes pictures into a new folder, so that nothing is overwritten.
void FileActions::exportSteps() {
    finishInput();
    const ViewState& state = workbench_.state();
    const QString in = QFileDialog::getExistingDirectory(window_, ofPresent(tr("Export steps to"), false),
                                                         settings_.exportFolder());
    if (in.isEmpty()) return;
    settings_.setExportFolder(in);
    const QString name = tr("Steps of %1").arg(allowedInFileName(QString(state.title).remove(".headlight")));
    QString folder = name;
    for (int i = 2; QFileInfo::exists(QDir(in).filePath(folder)); ++i) folder = tr("%1 (%2)").arg(name).arg(i);
    const QString path = QDir(in).filePath(folder);
    if (!QDir(in).mkdir(folder)) return fail(tr("The folder “%1” cannot be made.").arg(QDir::toNativeSeparators(path)));
    const auto written = inJob<void>(workbench_.jobs(), tr("Exporting the steps"), Jobs::OnCancel::Wait,
                                     [session = state.session, view = state.view, spec = screenSpec(state),
                                      to = std::filesystem::path(path.toStdU16String())](const Watch& watch) {
                                         return writeSteps(session, view, spec, to, watch);
                                     });
    if (!written) return isCancelled(written.problem()) ? void() : fail(QString::fromStdString(written.text()));
    done(tr("Exported the steps to “%1”.").arg(folder));
}

void FileActions::copyPicture() {
    finishInput();
    const ViewState& state = workbench_.state();
    const auto image = inJob<QImage>(workbench_.jobs(), tr("Drawing the picture"), Jobs::OnCancel::Leave,
                                     [session = state.session, view = state.view, spec = screenSpec(state)](
                                         const Watch& watch) { return renderImage(session, view, spec, watch); });
    if (!image) return isCancelled(image.problem()) ? void() : fail(QString::fromStdString(image.text()));
    QApplication::clipboard()->setImage(*image);
    done(tr("The picture is on the clipboard."));
}

} // namespace headlight
