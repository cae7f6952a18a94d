#include "matrixImport.h"

#include "FileActions.h"
#include "check/report.h"
#include "dialogs/ImportDialog.h"
#include "dialogs/Question.h"
#include "document/Workbench.h"
#include "document/exportName.h"
#include "import/fileMask.h"
#include "import/givenArrays.h"
#include "import/leftOut.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "panels/pipeline/givenMask.h"
#include "session/edits.h"

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

double numbersTaken(const ArraySet& set, const std::vector<NamedArray>& arrays, const ImportChoices& choices) {
    double numbers = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (isUsed(i, set, choices))
            numbers += std::accumulate(arrays[i].shape.begin(), arrays[i].shape.end(), 1.0, std::multiplies<>());
    return numbers;
}

QString about(const QString& file, const std::string& text) {
    return FileActions::tr("“%1”: %2").arg(file, QString::fromStdString(text));
}

/// Reports it if the file's arrays cannot be used. Matrices can be: the dialog lets the user say what they are.
bool hasSet(const QString& file, const FileArrays& arrays, Workbench& workbench) {
    if (std::ranges::any_of(arrays.listed,
                            [](const NamedArray& one) { return one.shape.size() > 1 && one.whyNot.empty(); }))
        return true;
    const auto set = arraySet(arrays.listed, {arrays.config});
    if (!set) workbench.messages().report(about(file, set.text()));
    return bool(set);
}

/// Returns the list of arrays, which keeps the file.
ImportDialog::Arrays listIn(const std::shared_ptr<const FileArrays>& file) { return {file, &file->listed}; }

/// Asks whether the first side of given stages is layers or a batch.
bool chooseOfBatch(const QString& file, OpenedFile& opened, Workbench& workbench, QWidget& window) {
    const auto count = static_cast<int>(opened.file.session.layers.size());
    const Choice answer = ask({FileActions::tr("Are these %1 layers, or a batch of %1?").arg(count),
                               FileActions::tr("“%1” does not say what its first side is. Of a batch, the first is "
                                               "opened; save another one alone to open it.")
                                   .arg(file),
                               FileActions::tr("&Layers"), FileActions::tr("&Batch: the first"), true},
                              &window);
    if (answer != Choice::Other) return answer != Choice::Cancelled;
    auto taken = inJob<OpenedFile>(workbench.jobs(), FileActions::tr("Reading %1").arg(file), Jobs::OnCancel::Leave,
                                   [opened](const Watch&) mutable -> Result<OpenedFile> {
                                       const auto made = takeItemOfBatch(opened, 0);
                                       return made ? Result<OpenedFile>(std::move(opened)) : made.problem();
                                   });
    if (!taken) {
        if (!isCancelled(taken.problem())) workbench.messages().report(about(file, taken.text()));
        return false;
    }
    opened = *std::move(taken);
    return true;
}

/// Asks how a session is to be made of arrays.
bool makeOfArrays(const QString& file, OpenedFile& opened, Workbench& workbench, QWidget& window) {
    if (!hasSet(file, opened.arrays, workbench)) return false;
    bool isMade = false;
    const auto arrays = std::make_shared<const FileArrays>(opened.arrays);
    const Session blank = blankSession();
    const auto take = [&](const ArraySet& set, const ImportChoices& choices) {
        auto session = workbench.made<Session>(FileActions::tr("Reading %1").arg(file),
                                               numbersTaken(set, arrays->listed, choices), [=](const Watch&) {
                                                   auto now = withArrays(blank, 0, set, *arrays, choices);
                                                   return now ? withOwnStages(*now, *arrays) : std::move(now);
                                               });
        if (!session) return QString::fromStdString(session.text());
        opened.file = {*std::move(session), View{}, cautionFor(set, arrays->listed, choices)};
        isMade = true;
        return QString();
    };
    if (!window.isVisible()) window.show(); // the program was started with that file
    ImportDialog(file, listIn(arrays), {blank, 0, true, arrays->config}, take, &window).exec();
    return isMade;
}

} // namespace

bool completed(const QString& file, OpenedFile& opened, Workbench& workbench, QWidget& window) {
    if (opened.mayBeBatch) return chooseOfBatch(file, opened, workbench, window);
    return opened.arrays.listed.empty() || makeOfArrays(file, opened, workbench, window);
}

bool takeMask(const QString& path, Workbench& workbench) {
    const ViewState& state = workbench.state();
    const int layer = state.view.layer;
    const Sizes sizes = sizesOf(state.session, layer);
    if (sizes.tokens == 0 || !QFileInfo(path).isFile()) return false;
    const QString file = QFileInfo(path).fileName();
    const auto mask = inJob<std::optional<FileMask>>(
        workbench.jobs(), FileActions::tr("Opening %1").arg(file), Jobs::OnCancel::Leave,
        [from = std::filesystem::path(path.toStdU16String()), sizes](const Watch&) {
            return maskInFile(from, sizes.tokens, sizes.keyTokens);
        });
    if (!mask && isCancelled(mask.problem())) return true;
    if (!mask) workbench.messages().report(about(file, mask.text()));
    if (!mask || !*mask) return !mask;
    if (layerAt(state.session, layer).allHeads.front()[Parameter::GivenWeights]) {
        workbench.messages().report(
            FileActions::tr("The weights of the layer are given, so that no mask changes them."));
        return true;
    }
    const auto edit = [layer, cells = (*mask)->cells](const Session& now, const Watch&) {
        return withMask(now, layer, cells);
    };
    if (workbench.apply(FileActions::tr("Mask of %1").arg(file), edit))
        workbench.messages().tell(FileActions::tr("“%1” is the custom mask of the layer: %2")
                                      .arg(file, QString::fromStdString((*mask)->said)));
    return true;
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
        if (const std::string caution = textOf(cautionFor(set, arrays->listed, choices), true); !caution.empty())
            workbench.messages().report(about(file, caution), MessageKind::Caution);
        if (choices.words == ImportChoices::Words::OfFile) tellOfGivenX(file, workbench);
        return QString();
    };
    ImportDialog(file, listIn(arrays), {state.session, layer, false, arrays->config}, take, &window).exec();
    return imported;
}

void tellOfGivenX(const QString& file, Workbench& workbench) {
    if (layerAt(workbench.state().session, 0)[Parameter::GivenX]) workbench.messages().tell(about(file, kGivenX));
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
    std::vector<std::string> lines;
    if (first) {
        lines = linesOf(*first);
    } else {
        for (const StageReport& stage : report->stages) // how they agree, such as without a scale
            lines.push_back(linesOf(stage).front() + '.');
        lines.push_back(linesOf(*report).back());
    }
    QString text;
    for (const std::string& line : lines) text += QString::fromStdString(line) + ' ';
    text = text.simplified(); // not the name of the file, too
    const QString said = about(info.fileName(), text.toStdString());
    if (first) return said;
    const QString told = workbench.state().notice; // by Files::open()
    workbench.messages().tell(told.isEmpty() ? said : told + ' ' + text);
    return {};
}

} // namespace headlight
