// The exports of numbers: of stages, parameters and statistics, as files of arrays or tables.
#include "ExportActions.h"
#include "Settings.h"
#include "backend/backends.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/exportName.h"
#include "document/lookedAt.h"
#include "document/mapNumbers.h"
#include "engine/Engine.h"
#include "engine/statisticsCsv.h"
#include "export/chartFile.h"
#include "focusKeys.h"
#include "io/files.h"
#include "io/sessionFile.h"
#include "io/stageFile.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QMenu>

namespace headlight {

namespace {

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
