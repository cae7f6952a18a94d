// The numbers of the stages, as files of arrays or tables.
#include "FileActions.h"
#include "Settings.h"
#include "backend/backends.h"
#include "dialogs/savePath.h"
#include "document/Workbench.h"
#include "document/lookedAt.h"
#include "engine/Engine.h"
#include "io/sessionFile.h"
#include "io/stageFile.h"
#include "words/fileWords.h"
#include "words/wording.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <filesystem>

namespace headlight {

/// Of the stages that the maps show, and of all.
void FileActions::fillNumberExports(QMenu& menu) {
    menu.clear();
    const ViewState& state = workbench_.state();
    menu.setEnabled(state.walk().count() > 0); // else there are no tokens
    for (const Stage stage : state.shownStages())
        menu.addAction(tr("%1…").arg(titleOf(stage, state.view.layer)), this, [this, stage] { exportNumbers(stage); });
    menu.addSeparator();
    menu.addAction(tr("&All stages…"), this, [this] { exportNumbers({}); });
}

void FileActions::exportNumbers(std::optional<Stage> stage) {
    finishInput();
    const ViewState& state = workbench_.state();
    const QString kinds =
        stage ? tr("NumPy array (*.npy);;Table (*.csv);;NumPy archive (*.npz);;safetensors (*.safetensors)")
              : tr("NumPy archive (*.npz);;safetensors (*.safetensors)");
    QFileDialog dialog(window_, tr("Export numbers as"), settings_.exportFolder(), kinds);
    const QString ending = stage ? QStringLiteral("npy") : QStringLiteral("npz");
    const QString path = savePath(dialog, nameForFile(state.session.text.sentence) + u'.' + ending, ending);
    if (path.isEmpty()) return;
    const std::filesystem::path to = path.toStdU16String();
    if (!isStageFile(to))
        return workbench_.report(tr("Nothing was exported: the name must end in .npz, .npy, .csv or .safetensors."));
    settings_.addWriting(path);
    const bool isOfHead = stage && state.maps.isEnlarged && infoOf(*stage).scope == Scope::Head;
    const StageChoice choice{stage, state.view.layer, isOfHead ? state.view.head : -1};
    const auto written = inJob<void>(
        workbench_.jobs(), tr("Exporting %1").arg(QFileInfo(path).fileName()), Jobs::OnCancel::Wait,
        [file = SessionFile{state.session, viewOf(state)}, to, choice,
         backend = state.backendId](const Watch& watch) -> Result<void> {
            auto made = makeBackend(backend);
            if (!made) return made.problem();
            Engine engine(*std::move(made));
            const int last = static_cast<int>(file.session.layers.size()) - 1;
            const auto traces = engine.openTraces(file.session, 0, last, partOf(watch, 0, 0.5));
            if (!traces) return traces.problem();
            return writeStageFile(to, file.session, **traces, choice, sessionText(file), partOf(watch, 0.5, 1));
        });
    if (!written)
        return isCancelled(written.problem()) ? void() : workbench_.report(QString::fromStdString(written.text()));
    settings_.setExportFolder(QFileInfo(path).absolutePath());
    workbench_.tell(tr("Exported “%1”.").arg(QFileInfo(path).fileName()));
}

} // namespace headlight
