// Exports the session as Python.
#include "FileActions.h"
#include "Settings.h"
#include "backend/backends.h"
#include "code/codeFile.h"
#include "dialogs/savePath.h"
#include "document/Workbench.h"
#include "document/exportName.h"
#include "document/lookedAt.h"
#include "engine/Engine.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <filesystem>

namespace headlight {

void FileActions::addCodeExports(QMenu& menu) {
    menu.setToolTipsVisible(true);
    const auto add = [&](const QString& text, CodeLibrary library, const QString& ending) {
        QAction* action = menu.addAction(text, this, [this, library, ending] { exportCode(library, ending); });
        action->setToolTip(tr("Python that computes every stage, prints it, and compares it with what is shown here"));
    };
    add(tr("&NumPy script…"), CodeLibrary::NumPy, QStringLiteral("py"));
    add(tr("N&umPy notebook…"), CodeLibrary::NumPy, QStringLiteral("ipynb"));
    add(tr("&PyTorch script…"), CodeLibrary::PyTorch, QStringLiteral("py"));
    add(tr("P&yTorch notebook…"), CodeLibrary::PyTorch, QStringLiteral("ipynb"));
}

void FileActions::exportCode(CodeLibrary library, const QString& ending) {
    finishInput();
    QFileDialog dialog(window_, ofPresent(tr("Export code as"), true), settings_.exportFolder(),
                       tr("Python (*.%1)").arg(ending));
    const Session session = shownState(workbench_.state()).session;
    const auto written = [&session](const QString& path) {
        const QString beside = QString::fromStdU16String(besideOf(path.toStdU16String()).u16string());
        return needsBeside(session) ? QStringList{path, beside} : QStringList{path};
    };
    const QString name = exportName(workbench_.state(), withState({})) + u'.' + ending;
    const QString path = savePath(dialog, name, ending, written);
    if (path.isEmpty()) return;
    settings_.addWriting(path);
    const auto isBeside = inJob<bool>(
        workbench_.jobs(), tr("Exporting…"), Jobs::OnCancel::Wait,
        [session, library, to = std::filesystem::path(path.toStdU16String())](const Watch& watch) -> Result<bool> {
            Engine engine(makeBackend(kDefaultBackend).value()); // the code's bounds are for the CPU's roundings
            const auto traces = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, watch);
            if (!traces) return traces.problem();
            return writeCode(to, session, *traces, library);
        });
    if (!isBeside) return isCancelled(isBeside.problem()) ? void() : fail(QString::fromStdString(isBeside.text()));
    settings_.setExportFolder(QFileInfo(path).absolutePath());
    const QString exported = QFileInfo(path).fileName();
    done(*isBeside ? tr("Exported “%1”, with its numbers in “%2”.")
                         .arg(exported, QString::fromStdString(besideOf(exported.toStdString()).string()))
                   : tr("Exported “%1”.").arg(exported));
}

} // namespace headlight
