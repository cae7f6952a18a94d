// Opens files of matrices as a new session, or takes them into the current one.
#include "FileActions.h"
#include "Settings.h"
#include "dialogs/ImportDialog.h"
#include "document/Workbench.h"
#include "import/leftOut.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "session/edits.h"
#include "words/fileWords.h"

#include <QFileDialog>
#include <QFileInfo>

#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
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

double numbersTaken(const ArraySet& set, const std::vector<NamedArray>& arrays, const ImportChoices& choices) {
    double numbers = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (isUsed(i, set, choices))
            numbers += std::accumulate(arrays[i].shape.begin(), arrays[i].shape.end(), 1.0, std::multiplies<>());
    return numbers;
}

/// Returns the list of arrays, which keeps the file.
ImportDialog::Arrays listIn(const std::shared_ptr<const FileArrays>& file) { return {file, &file->listed}; }

} // namespace

std::optional<Session> FileActions::sessionOf(const QString& file, const FileArrays& read, QString& caution) {
    if (const auto set = arraySet(read.listed); !set) {
        workbench_.messages().report(tr("“%1”: %2").arg(file, QString::fromStdString(set.text())));
        return std::nullopt;
    }
    std::optional<Session> made;
    const auto arrays = std::make_shared<const FileArrays>(read);
    const Session blank = blankSession();
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        auto session = workbench_.made<Session>(
            tr("Reading %1").arg(file), numbersTaken(set, arrays->listed, choices),
            [=](const Watch&) { return withArrays(blank, 0, set, *arrays, choices); });
        if (!session) return QString::fromStdString(session.text());
        made = *std::move(session);
        caution = cautionText(file, set, arrays->listed, choices);
        return QString();
    };
    if (!window_->isVisible()) window_->show(); // the program was started with that file
    ImportDialog(file, listIn(arrays), {blank, 0, true}, take, window_).exec();
    return made;
}

void FileActions::importMatrices() {
    finishInput();
    const QString path = QFileDialog::getOpenFileName(window_, tr("Import matrices"), settings_.lastFolder(),
                                                      tr("Matrices (*.npz *.npy *.safetensors);;All files (*)"));
    if (path.isEmpty()) return;
    const QString file = QFileInfo(path).fileName();
    auto read = inJob<FileArrays>(
        workbench_.jobs(), tr("Reading %1").arg(file), Jobs::OnCancel::Leave,
        [from = std::filesystem::path(path.toStdU16String())](const Watch&) { return listedArrays(from); });
    if (!read)
        return isCancelled(read.problem()) ? void() : workbench_.messages().report(QString::fromStdString(read.text()));
    if (const auto set = arraySet(read->listed); !set)
        return workbench_.messages().report(tr("“%1”: %2").arg(file, QString::fromStdString(set.text())));
    const auto arrays = std::make_shared<const FileArrays>(*std::move(read));
    const ViewState& state = workbench_.state();
    const int layer = state.view.layer;
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        const auto edit = [=](const Session& now, const Watch&) {
            return withArrays(now, layer, set, *arrays, choices);
        };
        if (!workbench_.apply(tr("Import %1").arg(file), edit, 0, numbersTaken(set, arrays->listed, choices)))
            return workbench_.state().problem;
        imported_ = {workbench_.document().history().segment().id,
                     allowedInFileName(QFileInfo(file).completeBaseName())};
        if (const QString caution = cautionText(file, set, arrays->listed, choices); !caution.isEmpty())
            workbench_.messages().report(caution, MessageKind::Caution);
        return QString();
    };
    ImportDialog(file, listIn(arrays), {state.session, layer, false}, take, window_).exec();
}

} // namespace headlight
