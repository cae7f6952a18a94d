#include "document/Document.h"

#include "session/Change.h"

#include <QFileInfo>
#include <QUndoCommand>

#include <filesystem>

namespace headlight {

/// The one kind of history.
class ReplaceSession : public QUndoCommand {
public:
    ReplaceSession(Document& document, const QString& label, const Session& after, int gesture)
        : QUndoCommand(label),
          document_(document),
          change_(Change::between(document.session_, after)),
          gesture_(gesture) {}

    int id() const override { return gesture_ > 0 ? gesture_ : -1; }
    void undo() override { document_.show(change_.backward(document_.session_)); }
    void redo() override { document_.show(change_.forward(document_.session_)); }

    bool mergeWith(const QUndoCommand* next) override { // `next` is done already
        const Session after = document_.session_;
        const Session before = change_.backward(static_cast<const ReplaceSession*>(next)->change_.backward(after));
        change_ = Change::between(before, after);
        if (sameValues(before, after)) { // a gesture that ends where it began never happened
            setObsolete(true);
            document_.show(before);
        }
        return true;
    }

private:
    Document& document_;
    Change change_;
    int gesture_;
};

Document::Document(QObject* parent) : QObject(parent) {
    // Saving, and undoing back to what was saved, change the modified mark.
    connect(&undo_, &QUndoStack::cleanChanged, this, &Document::changed);
}

Document::~Document() { undo_.disconnect(this); } // a stack that is cleared says so once more

QString Document::title() const { return name_.isEmpty() ? tr("Untitled") : name_; }

void Document::apply(const QString& label, const Session& session, int gesture) {
    if (session == session_) return;
    undo_.push(new ReplaceSession(*this, label, session, gesture));
}

void Document::reset(const Session& session, const QString& path, const QString& title) {
    session_ = session;
    path_ = path;
    name_ = title;
    undo_.clear();
    emit changed();
}

Result<void> Document::save(const QString& path, const View& view) {
    const auto written = writeSession(std::filesystem::path(path.toStdU16String()), {session_, view});
    if (!written) return written;
    path_ = path;
    name_ = QFileInfo(path).fileName();
    undo_.setClean();
    emit changed();
    return {};
}

void Document::show(const Session& session) {
    session_ = session;
    emit changed();
}

} // namespace headlight
