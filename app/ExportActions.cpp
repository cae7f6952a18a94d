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
#include "document/lookedAt.h"
#include "document/mapNumbers.h"
#include "engine/Engine.h"
#include "engine/statisticsCsv.h"
#include "export/chartFile.h"
#include "export/render.h"
#include "focusKeys.h"
#include "io/files.h"
#include "io/sessionFile.h"
#include "io/stageFile.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace headlight {
namespace {

QString besidePath(const QString& path) {
    return QString::fromStdU16String(besideOf(path.toStdU16String()).u16string());
}

QString kindsOf(bool isOne) {
    return isOne ? ExportActions::tr(
                       "NumPy array (*.npy);;Table (*.csv);;NumPy archive (*.npz);;safetensors (*.safetensors)")
                 : ExportActions::tr("NumPy archive (*.npz);;safetensors (*.safetensors)");
}

/// Returns a name with its layer and head, if there are several: "weights layer 2 head 1".
QString nameOfOne(const QString& name, const Session& session, int layer, int head) {
    const bool isOneLayer = session.layers.size() < 2;
    return name + (isOneLayer ? QString() : ExportActions::tr(" layer %1").arg(layer + 1)) +
           (head < 0 ? QString() : ExportActions::tr(" head %1").arg(head + 1));
}

Result<std::shared_ptr<Engine>> engineOf(const std::string& backend) {
    auto made = makeBackend(backend);
    if (!made) return made.problem();
    return std::make_shared<Engine>(*std::move(made));
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
        [session, library](const std::filesystem::path& to, const Watch& watch) {
            return writeCode(to, session, library, watch);
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

/// Fills the menu with the numbers of the shown layer, and with those of all layers.
void ExportActions::fillNumbers(QMenu& menu) {
    menu.clear();
    qDeleteAll(menu.findChildren<QMenu*>(Qt::FindDirectChildrenOnly)); // clear() does not delete submenus
    const ViewState state = shownState(workbench_.state());
    menu.setEnabled(state.walk().count() > 0); // without tokens there are no steps
    if (!menu.isEnabled()) return;
    const int layer = state.view.layer;
    for (const StageInfo& info : stages())
        if (hasStage(info.stage, state.session, layer))
            menu.addAction(tr("%1…").arg(titleOf(info.stage)), this,
                           [this, stage = info.stage] { exportStage(stage); });
    menu.addAction(tr("&All stages…"), this, [this] { exportStage({}); });
    menu.addSeparator();
    QMenu& tables = *menu.addMenu(tr("&Parameters"));
    for (const ParameterInfo& info : parameters())
        if (const ParameterRef ref{info.parameter, layer, 0}; valueOf(state.session, ref))
            tables.addAction(tr("%1…").arg(symbolText(info.parameter)), this, [this, ref] { exportParameter(ref); });
    tables.addAction(tr("&All parameters…"), this, [this] { exportParameter({}); });
    menu.addAction(tr("&Statistics of the weights…"), this, &ExportActions::exportAllStatistics);
}

void ExportActions::exportStage(std::optional<Stage> stage) {
    finishInput(*window_);
    const View there = viewIn(workbench_.state().maps.compared, workbench_.state());
    const bool areDifferences = workbench_.state().maps.compared == Compared::Difference;
    const ViewState state = shownState(workbench_.state());
    const bool isOfHead = stage && state.maps.isEnlarged && infoOf(*stage).scope == Scope::Head;
    if (stage && (there.layer < 0 || (isOfHead && there.head < 0)))
        return workbench_.messages().tell(
            tr("“%1” has no such map. Show the maps of the present state.").arg(nameOf(state.maps.counterpart)));
    const StageChoice choice{stage, state.view.layer, isOfHead ? state.view.head : -1};
    const QString of = stage ? nameOfOne(QLatin1String(infoOf(*stage).id), state.session, choice.layer, choice.head)
                             : QString(),
                  what = areDifferences ? (of + tr(" difference")).trimmed() : of;
    const std::optional<Session> before = areDifferences ? state.other : std::nullopt;
    exportFile(areDifferences ? tr("Export differences as") : ofPresent(tr("Export numbers as"), true), withState(what),
               kindsOf(stage.has_value()),
               [file = fileOf(state), choice, before, backend = state.backendId](const std::filesystem::path& to,
                                                                                 const Watch& watch) -> Result<void> {
                   if (before) {
                       const auto differences = openDifferences(file.session, *before, backend);
                       if (!differences) return differences.problem();
                       return writeStageFile(to, file.session, **differences, choice, {}, watch);
                   }
                   const auto engine = engineOf(backend);
                   if (!engine) return engine.problem();
                   const int last = static_cast<int>(file.session.layers.size()) - 1;
                   const Watch computing = partOf(watch, 0, 0.5);
                   const auto traces = (*engine)->openTraces(file.session, 0, last, computing, choice.stage);
                   if (!traces) return traces.problem();
                   return writeStageFile(to, file.session, **traces, choice, sessionText(file), partOf(watch, 0.5, 1));
               });
}

/// Exports a parameter of all heads, or of the enlarged head.
void ExportActions::exportParameter(std::optional<ParameterRef> which) {
    finishInput(*window_);
    const ViewState state = shownState(workbench_.state());
    const int head = which && belongsToHead(which->parameter) && state.maps.isEnlarged ? state.view.head : kAllHeads;
    if (which && belongsToHead(which->parameter)) which->head = head;
    const QString what = which ? nameOfOne(symbolText(which->parameter), state.session, which->layer, head)
                               : tr("parameters");
    exportFile(ofPresent(tr("Export numbers as"), true), withState(what), kindsOf(which.has_value()),
               [file = fileOf(state), which](const std::filesystem::path& to, const Watch& watch) {
                   // A session that no file can contain is not written; the file has the parameters alone then.
                   const auto text = which ? std::string() : textToSave(to, file, watch);
                   if (!shouldContinue(watch, 1)) return Result<void>(stopped());
                   return writeParameterFile(to, file.session, which, text ? *text : std::string());
               });
}

void ExportActions::exportAllStatistics() {
    finishInput(*window_);
    const ViewState state = shownState(workbench_.state());
    exportFile(ofPresent(tr("Export numbers as"), true), withState(tr("statistics")), tr("Table (*.csv)"),
               [session = state.session, backend = state.backendId](const std::filesystem::path& to,
                                                                    const Watch& watch) -> Result<void> {
                   const auto engine = engineOf(backend);
                   if (!engine) return engine.problem();
                   const auto csv = statisticsCsv(**engine, session, watch);
                   return csv ? writeFile(to, *csv, watch) : csv.problem();
               });
}

QString ExportActions::ofPresent(const QString& title, bool isCounterpartWritten) const {
    const MapOptions& maps = workbench_.state().maps;
    if (maps.compared == Compared::Now || (isCounterpartWritten && maps.compared == Compared::Other)) return title;
    return maps.compared == Compared::Difference
               ? tr("%1 (the present session, not the difference)").arg(title)
               : tr("%1 (the present session, not “%2”)").arg(title, nameOf(maps.counterpart));
}

QString ExportActions::withState(const QString& what) const {
    const MapOptions& maps = workbench_.state().maps;
    return maps.compared == Compared::Other ? (what + u' ' + nameOf(maps.counterpart)).trimmed() : what;
}

/// Writes a table, or a chart as a picture, which is painted on this thread before it is written.
void ExportActions::exportStatistics(const QString& what, const std::string& csv,
                                     const std::optional<ChartContent>& chart) {
    finishInput(*window_);
    const QString pictures = tr("PDF picture (*.pdf);;SVG picture (*.svg);;PNG picture (*.png);;");
    const QString name = QString(what).remove(u'“').remove(u'”'); // quotes of a token
    const QString path = pathFor(ofPresent(tr("Export statistics as"), false), name,
                                 (chart ? pictures : QString()) + tr("Table (*.csv)"));
    if (path.isEmpty()) return;
    ExportSpec spec = export_;
    const auto format = formatOfFile(path);
    spec.format = format.value_or(spec.format);
    const auto bytes = format ? renderChart(*chart, what, spec) : QByteArray::fromStdString(csv);
    if (!bytes) return fail(bytes.problem());
    write(path, [bytes = *bytes](const std::filesystem::path& to, const Watch& watch) {
        return writeFile(to, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, watch);
    });
}

} // namespace headlight
