#include "document/Document.h"

#include "document/exportName.h"

#include <QFileInfo>

#include <utility>

namespace headlight {

QString Document::title() const { return titleAt(history_.index()); }

QString Document::titleAt(int index) const {
    const History::Segment& segment = history_.segment(index);
    if (!path_.isEmpty() && segment.id == segment_) return QFileInfo(path_).fileName();
    if (!segment.title.isEmpty()) return segment.title;
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

void Document::reset(const Session& session, const QString& path, const QString& title, std::optional<SeenFile> seen,
                     int edits) {
    path_ = path;
    seen_ = seen;
    savingSegment_.reset();
    segment_ = history_.nextSegment();
    history_.reset(session, title);
    if (edits > 0) history_.setUnsaved(edits);
}

void Document::beginSaving() {
    savingSegment_ = history_.segment().id;
    history_.beginSaving();
}

void Document::endSaving(const QString& path, const Result<std::optional<SeenFile>>& written) {
    const auto saved = std::exchange(savingSegment_, std::nullopt);
    if (!saved) return;
    if (written) {
        path_ = path;
        segment_ = *saved;
        seen_ = *written;
    }
    history_.endSaving(written.ok());
}

} // namespace headlight
