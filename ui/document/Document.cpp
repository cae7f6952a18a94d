#include "document/Document.h"

#include <QFileInfo>

#include <filesystem>

namespace headlight {

Document::Document(QObject* parent) : QObject(parent) {
    connect(&history_, &History::changed, this, &Document::changed);
}

QString Document::title() const { return name_.isEmpty() ? tr("Untitled") : name_; }

void Document::apply(const QString& label, const Session& session, int gesture) {
    if (session != this->session()) history_.apply(label, session, gesture);
}

void Document::reset(const Session& session, const QString& path, const QString& title) {
    path_ = path;
    name_ = title;
    history_.reset(session);
}

Result<void> Document::save(const QString& path, const View& view, Jobs& jobs) {
    const auto written = inJob<void>(
        jobs, tr("Saving %1").arg(QFileInfo(path).fileName()), Jobs::OnCancel::Wait,
        [to = std::filesystem::path(path.toStdU16String()), file = SessionFile{session(), view}](const Watch& watch) {
            return writeSession(to, file, watch);
        });
    if (!written) return written;
    path_ = path;
    name_ = QFileInfo(path).fileName();
    history_.setClean();
    return {};
}

} // namespace headlight
