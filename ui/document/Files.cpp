#include "document/Files.h"

#include "base/memory.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/exportName.h"
#include "document/lookedAt.h"
#include "io/files.h"
#include "session/edits.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace headlight {
namespace {

SessionFile blankFile() { return {blankSession(), View{}}; }

/// Makes the session of a file of arrays that may be taken in several ways; false: it was cancelled.
bool isComplete(OpenedFile& read, const Files::FromArrays& make) {
    return make ? make(read) : read.arrays.listed.empty();
}

/// Returns "“a.npz”: Computed, and not taken from the file: weights."; empty if there is no remark.
QString remarkOn(const QString& path, const QString& remark) {
    return remark.isEmpty() ? QString() : Files::tr("“%1”: %2").arg(QFileInfo(path).fileName(), remark);
}

/// Takes the state of a file that starts with its own scores or weights, not with Q and K that they follow from, and
/// returns the remark on it.
QString takeOwnStages(OpenedFile& file) {
    QString remark = QString::fromStdString(file.edited);
    if (!file.isOfArrays || !file.file.session.pins) return remark;
    Session own = file.file.session.pins->back().session;
    const bool areWeights = layerAt(own, 0).allHeads.front()[Parameter::GivenWeights].isOn;
    file.file.session = std::move(own);
    remark.remove(QString::fromStdString(file.computed)); // they are taken now
    const QString compared = areWeights ? Files::tr("Compared from its own weights on, not before them.")
                                        : Files::tr("Compared from its own scores on, not before them.");
    return QStringLiteral("%1 %2").arg(compared, remark.trimmed()).trimmed();
}

} // namespace

Files::Files(Workbench& bench) : bench_(bench), document_(bench.document()), saver_(document_) {
    QObject::connect(&saver_, &Saver::progressed, &bench_,
                     [this](std::optional<int> percent) { bench_.set(&ViewState::saving, percent); });
}

void Files::place(const QString& label, const SessionFile& file, const QString& title, const Consent& mayClose) {
    const bool canPut = !document_.isBlank() && document_.canPut(label, file.session);
    if (!canPut && mayClose && !mayClose()) return;
    const QString left = canPut && bench_.state().modified ? shownTitle(bench_.state()) : QString();
    bench_.replace(file.view, [=, this] {
        // If it is there already and unmodified, only the view of the file is taken.
        const bool isThere = !document_.isModified() && document_.history().segment().title == title &&
                             sameValues(document_.session(), file.session);
        if (!canPut)
            document_.reset(file.session, {}, title);
        else if (!isThere)
            document_.put(label, file.session, title);
    });
    if (!left.isEmpty()) bench_.messages().tell(tr("Undo can return to “%1”, with its edits.").arg(left));
}

void Files::newDocument() {
    bench_.replace({}, [this] { document_.reset(blankSession(), {}, {}); });
}

void Files::startAnew(const Consent& mayClose) { place(tr("New session"), blankFile(), {}, mayClose); }

Result<void> Files::compareWith(const QString& path, const FromArrays& make) {
    const QString name = QFileInfo(path).fileName();
    auto opened = inJob<OpenedFile>(
        bench_.jobs(), tr("Opening %1").arg(name), Jobs::OnCancel::Leave,
        [from = std::filesystem::path(path.toStdU16String())](const Watch& watch) { return readOpened(from, watch); });
    if (!opened) return opened.problem();
    if (!isComplete(*opened, make)) return Problem{}; // cancelled
    const QString remark = takeOwnStages(*opened);
    Session& other = opened->file.session;
    shareEqual(other, bench_.state().session); // what is equal has not changed
    if (const QString why = whyNotCompared(bench_.state().session, other); !why.isEmpty())
        return Problem{tr("“%1” cannot be compared: %2.").arg(name, why).toStdString()};
    bench_.look([file = OtherFile{name, std::make_shared<const Session>(other)}](MapOptions& maps) {
        maps.counterpart = file;
        if (maps.compared == Compared::Now) maps.compared = Compared::Other;
    });
    bench_.messages().tell(remarkOn(path, remark));
    return {};
}

Result<bool> Files::open(const QString& path, const FromArrays& make) {
    struct Opened {
        OpenedFile file;
        std::optional<SeenFile> seen; ///< of a session file
    };
    constexpr double kRead = 0.9; // the part of the work before the sum
    auto opened = inJob<Opened>(
        bench_.jobs(), tr("Opening %1").arg(QFileInfo(path).fileName()), Jobs::OnCancel::Leave,
        [from = std::filesystem::path(path.toStdU16String())](const Watch& watch) -> Result<Opened> {
            clearLitter(from);
            const auto before = stampOf(from);
            auto file = readOpened(from, partOf(watch, 0, kRead));
            if (!file) return file.problem();
            if (!file->isSessionFile) return Opened{std::move(*file), {}}; // it may be large, and is not saved to
            auto seen = seenFile(from, partOf(watch, kRead, 1));
            if (!shouldContinue(watch, 1)) return stopped();
            // The sum of bytes that came after those that were read would hide that change.
            if (stampOf(from) != before) seen = before ? std::optional(SeenFile{*before, {}}) : std::nullopt;
            return Opened{std::move(*file), seen};
        });
    if (!opened) return opened.problem();
    OpenedFile& read = opened->file;
    if (!isComplete(read, make)) return Problem{}; // cancelled
    const bool isKept = read.isSessionFile;        // Save writes to it
    bench_.replace(read.file.view, [=, this, file = read.file, seen = opened->seen] {
        document_.reset(file.session, isKept ? path : QString(), QFileInfo(path).fileName(), seen);
        document_.history().segment().caution = file.caution;
    });
    bench_.messages().tell(remarkOn(path, QString::fromStdString(read.edited)));
    const bool isOfArrays = read.isOfArrays;
    opened = Problem{};
    returnFreedMemory();
    return isOfArrays;
}

void Files::restore(const RestoredWork& work, const JournalNote& note) {
    bench_.replace(work.file.view, [=, this] {
        const int edits = std::max(1, static_cast<int>(note.edits));
        document_.reset(work.file.session, QString::fromStdString(note.file), QString::fromStdString(note.title),
                        note.seen, edits);
        History::Segment& segment = document_.history().segment();
        segment.caution = work.file.caution;
        segment.opened = work.opened;
    });
}

Result<void> Files::openExample(const QString& resource, const QString& title, const Consent& mayClose) {
    QFile file(resource);
    if (!file.open(QIODevice::ReadOnly)) return Problem{"The example \"" + title.toStdString() + "\" is missing."};
    const auto example = parseSession(file.readAll().toStdString());
    if (!example) return example.problem();
    place(tr("Example: %1").arg(title), *example, title, mayClose);
    return {};
}

bool Files::beginSaving(const QString& path, const Saver::Then& then) {
    if (!saver_.wait(bench_.jobs()) && saver_.isRunning()) return false;
    bench_.messages().report({});
    const QString refused = bench_.state().refused.empty() ? QString() : bench_.state().refused.begin()->second;
    const SessionFile contents{document_.session(), viewOf(bench_.state()), cautionOf(bench_.state())};
    saver_.begin(path, contents, [=, this](const Result<void>& saved) {
        if (saved && !refused.isEmpty())
            bench_.messages().report(tr("Saved, but without the text in the sentence field: %1").arg(refused),
                                     MessageKind::Caution);
        if (then) then(saved);
    });
    return saver_.isRunning() || saver_.wait(bench_.jobs()).ok();
}

Result<void> Files::save(const QString& path) {
    beginSaving(path);
    return saver_.wait(bench_.jobs());
}

} // namespace headlight
