// Opens files of matrices as a new session, or takes them into the current one.
#include "FileActions.h"
#include "Settings.h"
#include "dialogs/ImportDialog.h"
#include "document/Workbench.h"
#include "import/leftOut.h"
#include "io/files.h"
#include "session/edits.h"
#include "words/fileWords.h"

#include <QFileDialog>
#include <QFileInfo>

#include <filesystem>
#include <memory>
#include <utility>

namespace headlight {
namespace {

/// Returns how the session may differ from the model; empty if nothing is known.
QString cautionText(const QString& file, const ArraySet& set, const std::vector<NamedArray>& arrays,
                    const ImportChoices& choices) {
    QStringList sentences;
    for (const std::string& one : cautionsOn(set, arrays, choices)) sentences << QString::fromStdString(one);
    return sentences.isEmpty() ? QString() : FileActions::tr("“%1”: %2").arg(file, sentences.join(QLatin1Char(' ')));
}

} // namespace

std::optional<Session> FileActions::sessionOf(const QString& file, const std::vector<NamedArray>& read,
                                              QString& caution) {
    if (const auto set = arraySet(read); !set) {
        workbench_.report(tr("“%1”: %2").arg(file, QString::fromStdString(set.text())));
        return std::nullopt;
    }
    std::optional<Session> made;
    const auto arrays = std::make_shared<const std::vector<NamedArray>>(read);
    const Session blank = blankSession();
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        auto session = withArrays(blank, 0, set, *arrays, choices);
        if (!session) return QString::fromStdString(session.text());
        made = *std::move(session);
        caution = cautionText(file, set, *arrays, choices);
        return QString();
    };
    if (!window_->isVisible()) window_->show(); // the program was started with that file
    ImportDialog(file, arrays, {blank, 0, true}, take, window_).exec();
    return made;
}

void FileActions::importMatrices() {
    finishInput();
    const QString path = QFileDialog::getOpenFileName(window_, tr("Import matrices"), settings_.lastFolder(),
                                                      tr("Matrices (*.npz *.npy *.safetensors);;All files (*)"));
    if (path.isEmpty()) return;
    const QString file = QFileInfo(path).fileName();
    auto read = inJob<std::vector<NamedArray>>(
        workbench_.jobs(), tr("Reading %1").arg(file), Jobs::OnCancel::Leave,
        [from = std::filesystem::path(path.toStdU16String())](const Watch&) { return readArrays(from); });
    if (!read) return isCancelled(read.problem()) ? void() : workbench_.report(QString::fromStdString(read.text()));
    if (const auto set = arraySet(*read); !set)
        return workbench_.report(tr("“%1”: %2").arg(file, QString::fromStdString(set.text())));
    const auto arrays = std::make_shared<const std::vector<NamedArray>>(*std::move(read));
    const ViewState& state = workbench_.state();
    const int layer = state.view.layer;
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        const auto edit = [=](const Session& now, const Watch&) {
            return withArrays(now, layer, set, *arrays, choices);
        };
        double numbers = 0;
        for (const NamedArray& array : *arrays) numbers += static_cast<double>(array.values.size());
        if (!workbench_.apply(tr("Import %1").arg(file), edit, 0, numbers)) return workbench_.state().problem;
        imported_ = {workbench_.document().history().segment().id,
                     allowedInFileName(QFileInfo(file).completeBaseName())};
        if (const QString caution = cautionText(file, set, *arrays, choices); !caution.isEmpty())
            workbench_.report(caution, MessageKind::Caution);
        return QString();
    };
    ImportDialog(file, arrays, {state.session, layer, false}, take, window_).exec();
}

} // namespace headlight
