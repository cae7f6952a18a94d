#pragma once

#include "document/History.h"
#include "io/SeenFile.h"
#include "io/sessionFile.h"
#include "session/Session.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <string_view>

namespace headlight {

/// A session with its history and its file. Knows no widget and no engine.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);

    const Session& session() const { return history_.session(); }
    /// Empty: never saved. Undo may lead to what was open before this file was; that has none.
    QString path() const { return history_.segment().id == segment_ ? path_ : QString(); }
    QString title() const;            ///< file name, example's name or "Untitled"
    QString titleAt(int index) const; ///< likewise, of that state of the history
    /// Something was done that no file holds. Without a file an example is as it should be until it is edited.
    bool isModified() const { return path().isEmpty() ? !history_.isAsPut() : !history_.isClean(); }
    History& history() { return history_; }

    /// One step of history, named `label` ("Edit W_q[3, 1] of head 2"). Steps of one gesture (a number from
    /// newGesture(); 0: none) become one, and none at all if they end where they began. No change, no step.
    void apply(const QString& label, const Session& session, int gesture = 0);
    int newGesture() { return ++lastGesture_; }

    /// Another session (an example, a new one) can take the place of this one as a step of history: nothing of a
    /// person's own is closed by it, and the history has room to bring this one back.
    bool canPut(const QString& label, const Session& session) const;
    void put(const QString& label, const Session& session, const QString& title) {
        history_.put(label, session, title);
    }
    bool isBlank() const; ///< new, and nothing was done to it

    /// A fresh document: history empty, not modified. `path` may be empty (an example, a new session).
    /// `seen`: that file when it was read.
    void reset(const Session&, const QString& path, const QString& title, std::optional<SeenFile> seen = {});

    /// A fresh document that holds work which no file has, of so many edits: modified from the beginning.
    void restore(const Session&, const QString& path, const QString& title, std::optional<SeenFile> seen, int edits);
    const std::optional<SeenFile>& seen() const { return seen_; } ///< the file, as it was read or written last

    /// Somebody else has changed the file since it was read or written here. That it is gone does not count, nor that
    /// it was written anew as it was.
    bool hasChangedOnDisk();

    /// Called on the thread that saves, before the file is replaced by that text. `make` is asked for it when a save
    /// begins.
    using Saving = std::function<void(const std::filesystem::path&, std::string_view text)>;
    void setBeforeSaving(std::function<Saving()> make) { beforeSaving_ = std::move(make); }
    const std::function<Saving()>& beforeSaving() const { return beforeSaving_; }

    /// The present state is being written (by Saver), whatever is done to the document until that has ended: as that
    /// file, or not at all. It is then saved up to that state. Another document that is opened meanwhile has nothing to
    /// do with it.
    void beginSaving();
    void endSaving(const QString& path, const std::optional<SeenFile>& written);
    void giveUpSaving();
    bool isSaving() const { return isSaving_; } ///< the file changes by its own hand

signals:
    void changed();

private:
    QString path_;
    int segment_ = 0, savingSegment_ = 0; ///< of the history: the file's, and that which is being saved
    std::optional<SeenFile> seen_;
    bool isSaving_ = false;
    std::function<Saving()> beforeSaving_;
    History history_;
    int lastGesture_ = 0;
};

} // namespace headlight
