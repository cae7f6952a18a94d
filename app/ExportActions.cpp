#include "ExportActions.h"

#include "Settings.h"
#include "backend/backends.h"
#include "code/codeFile.h"
#include "controls/menuEntries.h"
#include "dialogs/ExportDialog.h"
#include "dialogs/Question.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/exportName.h"
#include "engine/Engine.h"
#include "export/render.h"
#include "focusKeys.h"
#include "io/files.h"
#include "words/fileWords.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace headlight {
namespace {

QString besidePath(const QString& path) {
    return QString::fromStdU16String(besideOf(path.toStdU16String()).u16string());
}

} // namespace

ExportActions::ExportActions(Workbench& workbench, Settings& settings, QWidget* window)
    : QObject(window), workbench_(workbench), settings_(settings), window_(window) {
    export_.dpi = kPaperDpi;
}

void ExportActions::fill(QMenu& menu) {
    addEntry(menu, tr("E&xport maps…"), Qt::CTRL | Qt::Key_E, tr("Write the maps as PNG, SVG or PDF"), this,
             [this] { exportMaps(export_); });
    QAction* steps = addEntry(menu, tr("Export s&teps…"), {},
                              tr("Write a picture for each step of the computation of the selected query"), this,
                              &ExportActions::exportSteps);
    QMenu* numbers = menu.addMenu(tr("Export num&bers"));
    QMenu* code = menu.addMenu(tr("Export co&de"));
    code->setToolTipsVisible(true);
    const auto add = [&](const QString& text, CodeLibrary library, const QString& ending) {
        addEntry(*code, text, {},
                 tr("Python that computes every stage, prints it, and compares it with what is shown here"), this,
                 [this, library, ending] { exportCode(library, ending); });
    };
    add(tr("&NumPy script…"), CodeLibrary::NumPy, QStringLiteral("py"));
    add(tr("N&umPy notebook…"), CodeLibrary::NumPy, QStringLiteral("ipynb"));
    add(tr("&PyTorch script…"), CodeLibrary::PyTorch, QStringLiteral("py"));
    add(tr("P&yTorch notebook…"), CodeLibrary::PyTorch, QStringLiteral("ipynb"));
    addEntry(menu, tr("&Copy picture"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
             tr("Copy a picture of the maps to the clipboard"), this, &ExportActions::copyPicture);
    connect(&menu, &QMenu::aboutToShow, this, [this, steps, numbers, code] {
        const bool hasSteps = workbench_.state().walk().count() > 0; // without tokens there are none
        steps->setEnabled(hasSteps);
        code->setEnabled(hasSteps);
        fillNumbers(*numbers);
    });
}

void ExportActions::fail(const Problem& problem) {
    if (!isCancelled(problem)) workbench_.messages().report(failed_ = QString::fromStdString(problem.text));
}

void ExportActions::done(const QString& what) {
    if (workbench_.state().problem == failed_) workbench_.messages().report({});
    workbench_.messages().tell(what);
}

void ExportActions::exportMap(Stage stage, int head) {
    ExportSpec one = export_;
    one.maps.stages = {stage};
    one.heads = infoOf(stage).scope == Scope::Head ? std::vector{head} : std::vector<int>();
    one.isEachHead = false;
    exportMaps(one);
    export_.format = one.format;
    export_.dpi = one.dpi;
    export_.theme = one.theme;
}

void ExportActions::exportMaps(ExportSpec& spec) {
    finishInput(*window_);
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
void ExportActions::exportSteps() {
    finishInput(*window_);
    const ViewState& state = workbench_.state();
    const QString in = QFileDialog::getExistingDirectory(window_, ofPresent(tr("Export steps to"), false),
                                                         settings_.exportFolder());
    if (in.isEmpty()) return;
    settings_.setExportFolder(in);
    const QString name = tr("Steps of %1").arg(saveName(state));
    QString folder = name;
    for (int i = 2; QFileInfo::exists(QDir(in).filePath(folder)); ++i) folder = tr("%1 (%2)").arg(name).arg(i);
    const QString path = QDir(in).filePath(folder);
    if (!QDir(in).mkdir(folder))
        return fail({tr("The folder “%1” cannot be made.").arg(QDir::toNativeSeparators(path)).toStdString()});
    const auto written = inJob<void>(workbench_.jobs(), tr("Exporting the steps"), Jobs::OnCancel::Wait,
                                     [session = state.session, view = state.view, spec = screenSpec(state),
                                      to = std::filesystem::path(path.toStdU16String())](const Watch& watch) {
                                         return writeSteps(session, view, spec, to, watch);
                                     });
    if (!written) return fail(written.problem());
    done(tr("Exported the steps to “%1”.").arg(folder));
}

void ExportActions::copyPicture() {
    finishInput(*window_);
    const ViewState& state = workbench_.state();
    const auto image = inJob<QImage>(workbench_.jobs(), tr("Drawing the picture"), Jobs::OnCancel::Leave,
                                     [session = state.session, view = state.view, spec = screenSpec(state)](
                                         const Watch& watch) { return renderImage(session, view, spec, watch); });
    if (!image) return fail(image.problem());
    QApplication::clipboard()->setImage(*image);
    done(tr("The picture is on the clipboard."));
}

void ExportActions::exportCode(CodeLibrary library, const QString& ending) {
    finishInput(*window_);
    const Session session = shownState(workbench_.state()).session;
    const bool isBeside = needsBeside(session);
    const QString kind = isBeside ? tr("Python, with its numbers in a file beside it (*.%1)") : tr("Python (*.%1)");
    exportFile(
        ofPresent(tr("Export code as"), true), withState({}), kind.arg(ending),
        [session, library](const std::filesystem::path& to, const Watch& watch) -> Result<void> {
            Engine engine(makeBackend(kDefaultBackend).value()); // the code's bounds are for the CPU's roundings
            const auto traces = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, watch);
            return traces ? writeCode(to, session, *traces, library) : traces.problem();
        },
        isBeside);
}

void ExportActions::exportFile(const QString& title, const QString& what, const QString& kinds, const WriteFile& writer,
                               bool isBeside) {
    if (const QString path = pathFor(title, what, kinds, isBeside); !path.isEmpty()) write(path, writer, isBeside);
}

QString ExportActions::pathFor(const QString& title, const QString& what, const QString& kinds, bool isBeside) {
    QFileDialog dialog(window_, title, settings_.exportFolder(), kinds);
    QStringList endings; // ".npy", of "NumPy array (*.npy)"
    for (const QString& kind : dialog.nameFilters()) endings << kind.section(u'*', -1).chopped(1);
    const QString usual = endings.first().mid(1);
    std::function<QStringList(const QString&)> written;
    if (isBeside) written = [](const QString& path) { return QStringList{path, besidePath(path)}; };
    const QString path = savePath(dialog, exportName(workbench_.state(), what) + u'.' + usual, usual, written);
    if (path.isEmpty() || endings.contains(u'.' + QFileInfo(path).suffix(), Qt::CaseInsensitive)) return path;
    fail({tr("Nothing was exported: the name must end in %1.").arg(endings.join(QLatin1String(", "))).toStdString()});
    return {};
}

void ExportActions::write(const QString& path, const WriteFile& writer, bool isBeside) {
    settings_.addWriting(path);
    const QString name = QFileInfo(path).fileName();
    const auto written = inJob<void>(
        workbench_.jobs(), tr("Exporting %1").arg(name), Jobs::OnCancel::Wait,
        [writer, to = std::filesystem::path(path.toStdU16String())](const Watch& watch) { return writer(to, watch); });
    if (!written) return fail(written.problem());
    settings_.setExportFolder(QFileInfo(path).absolutePath());
    done(isBeside ? tr("Exported “%1”, with its numbers in “%2”.").arg(name, QFileInfo(besidePath(path)).fileName())
                  : tr("Exported “%1”.").arg(name));
}

} // namespace headlight
