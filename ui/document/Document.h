#pragma once

#include "document/History.h"
#include "io/SeenFile.h"
#include "session/Session.h"

#include <QCoreApplication>
#include <QString>

#include <filesystem>
#include <functional>
#include <string_view>

namespace headlight {

/// A session with its history and its file. Knows no widget and no engine.
class Document {
    Q_DECLARE_TR_FUNCTIONS(Document)

public:
    const Session& session() const { return history_.session(); }
    /// Empty if it was never saved, or if undo has led back to what was open before this file.
    QString path() const { return history_.segment().id == segment_ ? path_ : QString(); }
    QString title() const;            ///< the file's name, the example's name, the first words, or "Untitled"
    QString titleAt(int index) const; ///< the title at that index of the history
    /// True if something was done that no file holds. An example without a file is not modified until it is edited.
    bool isModified() const { return path().isEmpty() ? !history_.isAsPut() : !history_.isClean(); }
    History& history() { return history_; }

    /// Makes one step of history, named `label` ("Edit W_q[3, 1] of head 2"), or none if nothing changes. Steps of one
    /// gesture (a number from newGesture(); 0: none) become one step, or none if they end where they began.
    void apply(const QString& label, const Session& session, int gesture = 0);
    int newGesture() { return ++lastGesture_; }

    /// True if another session (an example, a new one) can take the place of this one as a step of history: this one
    /// has no file, and the history can hold what brings it back.
    bool canPut(const QString& label, const Session& session) const;
    void put(const QString& label, const Session& session, const QString& title) {
        history_.put(label, session, title);
    }
    bool isBlank() const; ///< true if it is new, and nothing was done to it

    /// Begins a document with an empty history. `path` may be empty (an example, a new session). `seen`: the file as it
    /// was read. `edits`: it holds work of so many edits which no file has, so it is modified from the beginning.
    void reset(const Session&, const QString& path, const QString& title, std::optional<SeenFile> seen = {},
               int edits = 0);
    const std::optional<SeenFile>& seen() const { return seen_; } ///< the file, as it was read or written last

    /// True if another program has changed the file since it was read or written here. A file that is gone does not
    /// count, nor one that was written again with the same content.
    bool hasChangedOnDisk();

    /// Called on the thread that saves, before `text` replaces the file. `make` returns such a function when a save
    /// begins.
    using Saving = std::function<void(const std::filesystem::path&, std::string_view text)>;
    void setBeforeSaving(std::function<Saving()> make) { beforeSaving_ = std::move(make); }
    const std::function<Saving()>& beforeSaving() const { return beforeSaving_; }

    /// Saver calls these while it writes the present state, which may be edited meanwhile. After endSaving() the
    /// document is saved up to that state; after a Problem it is as it was. If another document is opened meanwhile,
    /// endSaving() does nothing.
    void beginSaving();
    void endSaving(const QString& path, const Result<std::optional<SeenFile>>& written);
    bool isSaving() const { return savingSegment_.has_value(); } ///< true while this program changes the file

private:
    QString path_;
    int segment_ = 0;                  ///< the file's segment of the history
    std::optional<int> savingSegment_; ///< the one being saved
    std::optional<SeenFile> seen_;
    std::function<Saving()> beforeSaving_;
    History history_;
    int lastGesture_ = 0;
};

} // namespace headlight
