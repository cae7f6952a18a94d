#include "document/Document.h"

#include <QFileInfo>
#include <QScopedValueRollback>

#include <filesystem>

namespace headlight {

Document::Document(QObject* parent) : QObject(parent) {
    connect(&history_, &History::changed, this, &Document::changed);
}

QString Document::title() const { return path_.isEmpty() ? titleAt(history_.index()) : QFileInfo(path_).fileName(); }

QString Document::titleAt(int index) const {
    const QString& title = history_.placed(index).title;
    return title.isEmpty() ? tr("Untitled") : title;
}

bool Document::canPut(const QString& label, const Session& session) const {
    return path_.isEmpty() && history_.hasRoomFor(label, session);
}

bool Document::isBlank() const {
    return path_.isEmpty() && history_.count() == 0 && history_.placed(0).title.isEmpty() &&
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
    const auto written = inJob<Seen>(jobs, tr("Saving %1").arg(QFileInfo(path).fileName()), Jobs::OnCancel::Wait,
                                     [to = std::filesystem::path(path.toStdU16String()),
                                      file = SessionFile{session(), view}](const Watch& watch) -> Result<Seen> {
                                         if (const auto wrote = writeSession(to, file, watch); !wrote)
                                             return wrote.problem();
                                         return seenFile(to);
                                     });
    if (!written) return written.problem();
    path_ = path;
    seen_ = *written;
    history_.setClean();
    return {};
}

} // namespace headlight
