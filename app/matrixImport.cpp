#include "matrixImport.h"

#include "FileActions.h"
#include "check/report.h"
#include "dialogs/ImportDialog.h"
#include "document/Workbench.h"
#include "import/leftOut.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "session/edits.h"
#include "words/fileWords.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

/// Returns how the session differs from the model; empty if nothing is known.
QString cautionText(const ArraySet& set, const std::vector<NamedArray>& arrays, const ImportChoices& choices,
                    bool hasNames = true) {
    QStringList sentences;
    for (const std::string& one : cautionsOn(set, arrays, choices, hasNames)) sentences << QString::fromStdString(one);
    return sentences.join(QLatin1Char(' '));
}

double numbersTaken(const ArraySet& set, const std::vector<NamedArray>& arrays, const ImportChoices& choices) {
    double numbers = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (isUsed(i, set, choices))
            numbers += std::accumulate(arrays[i].shape.begin(), arrays[i].shape.end(), 1.0, std::multiplies<>());
    return numbers;
}

/// Reports it if the file's arrays cannot be used. Matrices can be: the dialog lets the user say what they are.
bool hasSet(const QString& file, const FileArrays& arrays, Workbench& workbench) {
    if (std::ranges::any_of(arrays.listed,
                            [](const NamedArray& one) { return one.shape.size() > 1 && one.whyNot.empty(); }))
        return true;
    const auto set = arraySet(arrays.listed, {arrays.config});
    if (!set) workbench.messages().report(FileActions::tr("“%1”: %2").arg(file, QString::fromStdString(set.text())));
    return bool(set);
}

/// Returns the list of arrays, which keeps the file.
ImportDialog::Arrays listIn(const std::shared_ptr<const FileArrays>& file) { return {file, &file->listed}; }

} // namespace

std::optional<Session> sessionOf(const QString& file, const FileArrays& read, Workbench& workbench, QWidget& window,
                                 Caution& caution) {
    if (!hasSet(file, read, workbench)) return std::nullopt;
    std::optional<Session> made;
    const auto arrays = std::make_shared<const FileArrays>(read);
    const Session blank = blankSession();
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        auto session = workbench.made<Session>(
            FileActions::tr("Reading %1").arg(file), numbersTaken(set, arrays->listed, choices),
            [=](const Watch&) { return withArrays(blank, 0, set, *arrays, choices); });
        if (!session) return QString::fromStdString(session.text());
        made = *std::move(session);
        ImportChoices rest = choices; // what does not end when X is edited
        if (choices.words == ImportChoices::Words::Typed) {
            rest.words = ImportChoices::Words::Kept;
            caution.randomX = QString::fromLatin1(kRandomX);
            caution.drawn = made->text.embeddings;
        }
        caution.text = cautionText(set, arrays->listed, rest, false);
        caution.details = cautionText(set, arrays->listed, rest);
        return QString();
    };
    if (!window.isVisible()) window.show(); // the program was started with that file
    ImportDialog(file, listIn(arrays), {blank, 0, true, arrays->config}, take, &window).exec();
    return made;
}

QString importMatrices(const QString& folder, Workbench& workbench, QWidget& window) {
    QString imported;
    const QString path = QFileDialog::getOpenFileName(
        &window, FileActions::tr("Import matrices"), folder,
        FileActions::tr("Matrices (*.npz *.npy *.safetensors);;All files (*)"));
    if (path.isEmpty()) return imported;
    const QString file = QFileInfo(path).fileName();
    auto read = inJob<FileArrays>(
        workbench.jobs(), FileActions::tr("Reading %1").arg(file), Jobs::OnCancel::Leave,
        [from = std::filesystem::path(path.toStdU16String())](const Watch&) { return listedArrays(from); });
    if (!read && !isCancelled(read.problem())) workbench.messages().report(QString::fromStdString(read.text()));
    if (!read || !hasSet(file, *read, workbench)) return imported;
    const auto arrays = std::make_shared<const FileArrays>(*std::move(read));
    const ViewState& state = workbench.state();
    const int layer = state.view.layer;
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        const auto edit = [=](const Session& now, const Watch&) {
            return withArrays(now, layer, set, *arrays, choices);
        };
        if (!workbench.apply(FileActions::tr("Import %1").arg(file), edit, 0,
                             numbersTaken(set, arrays->listed, choices)))
            return workbench.state().problem;
        imported = allowedInFileName(QFileInfo(file).completeBaseName());
        if (const QString caution = cautionText(set, arrays->listed, choices); !caution.isEmpty())
            workbench.messages().report(FileActions::tr("“%1”: %2").arg(file, caution), MessageKind::Caution);
        if (choices.words == ImportChoices::Words::OfFile) tellOfGivenX(file, workbench);
        return QString();
    };
    ImportDialog(file, listIn(arrays), {state.session, layer, false, arrays->config}, take, &window).exec();
    return imported;
}

void tellOfGivenX(const QString& file, Workbench& workbench) {
    if (layerAt(workbench.state().session, 0)[Parameter::GivenX])
        workbench.messages().tell(FileActions::tr("“%1”: %2").arg(file, QLatin1String(kGivenX)));
}

QString differenceIn(const QString& path, Workbench& workbench) {
    constexpr qint64 kMaxBytes = 4'000'000; // two seconds
    const QFileInfo info(path);
    if (!info.isFile() || info.size() > kMaxBytes) return {};
    const auto report = workbench.made<CheckReport>(
        FileActions::tr("Checking %1").arg(info.fileName()), static_cast<double>(info.size()),
        [file = std::filesystem::path(path.toStdU16String())](const Watch&) { return check(file); });
    if (!report) return {}; // it has no stages beside what they follow from
    const StageReport* first = report->firstDiffering();
    QStringList lines;
    for (const std::string& line : first ? linesOf(*first) : linesOf(*report)) lines << QString::fromStdString(line);
    const QString text = FileActions::tr("“%1”: %2").arg(info.fileName());
    const QString told = workbench.state().notice; // by Files::open()
    if (!first) workbench.messages().tell(told.isEmpty() ? text.arg(lines.last()) : told + ' ' + lines.last());
    return first ? text.arg(lines.join(QLatin1Char(' ')).simplified()) : QString();
}

} // namespace headlight
