#include "document/Document.h"

#include "io/files.h"

#include <QFileInfo>
#include <QScopedValueRollback>

#include <filesystem>

namespace headlight {
namespace {

Problem changedMeanwhile(const std::filesystem::path& path) {
    return {"Could not save " + quotedPath(path) +
            ": another program has changed it in the meantime. Save again to choose which version to keep."};
}

} // namespace

Document::Document(QObject* parent) : QObject(parent) {
    connect(&history_, &History::changed, this, &Document::changed);
}

QString Document::title() const { return path_.isEmpty() ? titleAt(history_.index()) : QFileInfo(path_).fileName(); }

QString Document::titleAt(int index) const {
    const QString& title = history_.segment(index).title;
    return title.isEmpty() ? tr("Untitled") : title;
}

bool Document::canPut(const QString& label, const Session& session) const {
    return path_.isEmpty() && history_.hasRoomFor(label, session);
}

bool Document::isBlank() const {
    return path_.isEmpty() && history_.count() == 0 && history_.segment(0).title.isEmpty() &&
           this->session().text.sentence.empty();
}

void Document::apply(const QString& label, const Session& session, int gesture) {
    if (session != this->session()) history_.apply(label, session, gesture);
}

bool Document::hasChangedOnDisk() {
    const std::filesystem::path path(path_.toStdU16String());
    return !path_.isEmpty() && seen_ && stampOf(path) && !isStill(path, *seen_);
}

void Document::reset(const Session& session, const QString& path, const QString& title, std::optional<SeenFile> seen) {
    path_ = path;
    seen_ = seen;
    history_.reset(session, title);
}

void Document::restore(const Session& session, const QString& path, const QString& title, std::optional<SeenFile> seen,
                       int edits) {
    reset(session, path, title, seen);
    history_.setUnsaved(edits);
}

Result<void> Document::save(const QString& path, const View& view, Jobs& jobs) {
    const QScopedValueRollback<bool> saving(isSaving_, true);
    using Seen = std::optional<SeenFile>;
    const std::filesystem::path to(path.toStdU16String());
    const auto written = inJob<Seen>(
        jobs, tr("Saving %1").arg(QFileInfo(path).fileName()), Jobs::OnCancel::Wait,
        [to, before = stampOf(to), file = SessionFile{session(), view},
         saving = beforeSaving_ ? beforeSaving_() : Saving()](const Watch& watch) -> Result<Seen> {
            const auto text = textToSave(to, file, partOf(watch, 0, 0.5));
            if (!text) return text.problem();
            if (saving) saving(to, *text);
            bool isTheirs = false;
            const auto unlessChanged = [&](double done) { // 1: before the renaming
                isTheirs = done >= 1 && stampOf(to) != before;
                return !isTheirs && shouldContinue(watch, 0.5 + done / 2);
            };
            const auto wrote = writeFile(to, *text, unlessChanged);
            if (isTheirs) return changedMeanwhile(to);
            if (!wrote) return wrote.problem();
            const auto stamp = stampOf(to);
            return stamp ? Seen(SeenFile{*stamp, checksum(*text)}) : std::nullopt;
        });
    if (!written) return written.problem();
    path_ = path;
    seen_ = *written;
    history_.setClean();
    return {};
}

} // namespace headlight
