// The documents of the workbench: opened, saved, replaced by another one, and returned to.
#include "base/memory.h"
#include "document/Workbench.h"
#include "io/files.h"
#include "session/edits.h"

#include <QFile>
#include <QFileInfo>

#include <filesystem>

namespace headlight {

SessionFile Workbench::blankFile() { return {blankSession(), View{}}; }

/// Remembers the first session of a segment of history, which is the present one when the segment is new.
void Workbench::rememberOpened() {
    state_.opened = opened_.try_emplace(document_.history().segment().id, document_.session()).first->second;
}

/// Forgets the segments that undo and redo can no longer reach.
void Workbench::forgetSegments() {
    const auto isGone = [&](const auto& one) { return !document_.history().has(one.first); };
    std::erase_if(opened_, isGone);
    std::erase_if(views_, isGone);
}

/// A session that was put in the place of another one has no edit yet, and so no state before.
void Workbench::takeBefore() {
    const auto edit = document_.history().lastEdit();
    state_.before = edit ? std::optional(edit->before) : std::nullopt;
    state_.stepFromBefore = edit ? edit->label : QString();
}

/// Clears the messages, the light, the step and the refused text of the document that was here.
void Workbench::forgetWhatWasSaid() {
    trails_ = {};
    state_.lit.clear();
    state_.step.reset();
    messages_.clear();
    state_.refused.clear();
}

/// Keeps the view of the segment that is left, and shows the next one as it was when it was left.
void Workbench::lookAtSegment() {
    if (document_.history().has(segment_)) views_[segment_] = {viewOf(state_), state_.entry};
    segment_ = document_.history().segment().id;
    if (const auto left = views_.find(segment_); left != views_.end()) {
        takeView(state_, left->second.first);
        state_.entry = left->second.second;
    }
    forgetWhatWasSaid();
    calls_.run([this] { emit documentReplaced(); });
}

void Workbench::replace(const SessionFile& file, const std::function<void()>& reset,
                        const std::optional<Session>& opened) {
    change([=, this] {
        state_.session = {}; // so that no token is followed into the next session
        takeView(state_, file.view);
        forgetWhatWasSaid();
        reset();
        segment_ = document_.history().segment().id;
        views_.clear();
        opened_ = {{segment_, opened.value_or(file.session)}};
        takeDocument();
        timing_ = false; // opening is no edit
        state_.editToPixelsMs = -1;
        return true;
    });
    calls_.run([this] { emit documentReplaced(); });
}

void Workbench::place(const QString& label, const SessionFile& file, const QString& title, const Consent& mayClose) {
    if (!document_.isBlank() && document_.canPut(label, file.session)) {
        const QString left = state_.modified ? state_.title : QString();
        change([=, this] {
            state_.refused.clear();
            // If it is there already and unmodified, only the view of the file is taken.
            const bool isThere = !document_.isModified() && document_.history().segment().title == title &&
                                 sameValues(document_.session(), file.session);
            if (!isThere) document_.put(label, file.session, title);
            views_[document_.history().segment().id] = {file.view, {}};
            if (isThere) segment_ = 0; // the segment is shown again
            takeDocument();
            if (isThere) request();
            timing_ = false; // opening is no edit
            state_.editToPixelsMs = -1;
            return true;
        });
        if (!left.isEmpty()) messages_.tell(tr("Undo can return to “%1”, with its edits.").arg(left));
    } else if (!mayClose || mayClose()) {
        replace(file, [=, this] { document_.reset(file.session, {}, title); });
    }
}

void Workbench::newDocument() {
    const SessionFile blank = blankFile();
    replace(blank, [=, this] { document_.reset(blank.session, {}, {}); });
}

void Workbench::startAnew(const Consent& mayClose) { place(tr("New session"), blankFile(), {}, mayClose); }

Result<void> Workbench::open(const QString& path, const FromArrays& make) {
    struct Opened {
        OpenedFile file;
        std::optional<SeenFile> seen; ///< of a session file
    };
    constexpr double kRead = 0.9; // the part of the work before the sum
    auto opened = inJob<Opened>(
        jobs(), tr("Opening %1").arg(QFileInfo(path).fileName()), Jobs::OnCancel::Leave,
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
    if (!read.arrays.listed.empty()) {
        const auto session = make ? make(read.arrays) : std::nullopt;
        if (!session) return Problem{}; // cancelled
        read.file = {*session, View{}};
    }
    const bool isKept = read.isSessionFile; // Save writes to it
    replace(read.file, [=, this, session = read.file.session, seen = opened->seen] {
        document_.reset(session, isKept ? path : QString(), QFileInfo(path).fileName(), seen);
    });
    if (!read.edited.empty())
        messages_.tell(tr("“%1”: %2").arg(QFileInfo(path).fileName(), QString::fromStdString(read.edited)));
    opened = Problem{};
    returnFreedMemory();
    return {};
}

void Workbench::restore(const Restored& work) {
    const auto reset = [=, this] {
        document_.restore(work.file.session, work.path, work.title, work.seen, work.edits);
    };
    replace(work.file, reset, work.opened);
}

Result<void> Workbench::openExample(const QString& resource, const QString& title, const Consent& mayClose) {
    QFile file(resource);
    if (!file.open(QIODevice::ReadOnly)) return Problem{"The example \"" + title.toStdString() + "\" is missing."};
    const auto example = parseSession(file.readAll().toStdString());
    if (!example) return example.problem();
    place(tr("Example: %1").arg(title), *example, title, mayClose);
    return {};
}

bool Workbench::beginSaving(const QString& path, const Saver::Then& then) {
    if (!saver_.wait(jobs()) && saver_.isRunning()) return false;
    messages_.report({});
    const QString refused = state_.refused.empty() ? QString() : state_.refused.begin()->second;
    saver_.begin(path, viewOf(state_), [=, this](const Result<void>& saved) {
        if (saved && !refused.isEmpty())
            messages_.report(tr("Saved, but without the text in the sentence field: %1").arg(refused),
                             MessageKind::Caution);
        if (then) then(saved);
    });
    return saver_.isRunning() || saver_.wait(jobs()).ok();
}

Result<void> Workbench::save(const QString& path) {
    beginSaving(path);
    return saver_.wait(jobs());
}

} // namespace headlight
