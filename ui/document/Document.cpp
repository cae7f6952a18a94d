#include "document/Document.h"

#include "document/exportName.h"

#include <QFileInfo>

#include <utility>

namespace headlight {

Document::Document(QObject* parent) : QObject(parent) {
    connect(&history_, &History::changed, this, &Document::changed);
}

QString Document::title() const { return titleAt(history_.index()); }

QString Document::titleAt(int index) const {
    const auto& [id, title] = history_.segment(index);
    if (!path_.isEmpty() && id == segment_) return QFileInfo(path_).fileName();
    if (!title.isEmpty()) return title;
    const std::string sentence = history_.sessionAt(index).text.sentence;
    return sentence.empty() ? tr("Untitled") : nameForFile(sentence);
}

bool Document::canPut(const QString& label, const Session& session) const {
    return path_.isEmpty() && history_.canHold(label, session);
}

bool Document::isBlank() const {
    return path_.isEmpty() && history_.count() == 0 && history_.segment(0).title.isEmpty() &&
           this->session().text.sentence.empty();
}

void Document::apply(const QString& label, const Session& session, int gesture) {
    if (session != this->session()) history_.apply(label, session, gesture);
}

bool Document::hasChangedOnDisk() {
    const std::filesystem::path file(path_.toStdU16String());
    return !path().isEmpty() && seen_ && stampOf(file) && !isStill(file, *seen_);
}

void Document::reset(const Session& session, const QString& path, const QString& title, std::optional<SeenFile> seen) {
    path_ = path;
    seen_ = seen;
    isSaving_ = false;
    segment_ = history_.nextSegment();
    history_.reset(session, title);
}

void Document::restore(const Session& session, const QString& path, const QString& title, std::optional<SeenFile> seen,
                       int edits) {
    reset(session, path, title, seen);
    history_.setUnsaved(edits);
}

void Document::beginSaving() {
    isSaving_ = true;
    savingSegment_ = history_.segment().id;
    history_.beginSaving();
}

void Document::endSaving(const QString& path, const Result<std::optional<SeenFile>>& written) {
    if (!std::exchange(isSaving_, false)) return;
    if (written) {
        path_ = path;
        segment_ = savingSegment_;
        seen_ = *written;
    }
    history_.endSaving(written.ok());
}

} // namespace headlight
