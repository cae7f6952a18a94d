#pragma once

#include "engine/Explanation.h"
#include "io/sessionFile.h"
#include "session/Session.h"
#include "session/StoredSession.h"
#include "session/View.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// A session with its undo and redo steps. Each state is stored as a session, which shares blocks with its neighbours.
/// All states but the newest are bounded in bytes (StoredSession::bytesBeside() counts each beside the next). Beyond
/// the bound, large matrices of older states are stored as the rows that differ (StoredSession::pack), then the oldest
/// steps are removed, but never the last step that can be undone, nor the only one.
class History : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMegabyte = std::size_t(1) << 20;
    static constexpr std::size_t kDefaultBound = 256 * kMegabyte;

    explicit History(QObject* parent = nullptr) : QObject(parent) { reset({}); }

    const Session& session() const { return session_; }

    /// Adds a step, and forgets the steps that were undone. If the last step is of the same gesture (a positive number)
    /// and not the saved one, the new step joins it and gives it its label; a gesture that ends where it began leaves
    /// no step.
    void apply(const QString& label, const Session&, int gesture = 0);
    void undo() { goTo(index() - 1); }
    void redo() { goTo(index() + 1); }
    void goTo(int index); ///< undoes or redoes until that index, or the last one in its direction

    bool canUndo() const { return index_ > 0; }
    bool canRedo() const { return index_ + 1 < states_.size(); }
    QString undoText() const; ///< the label of the step that undo() takes back; empty: none
    QString redoText() const;
    int count() const { return static_cast<int>(states_.size()) - 1; }
    int index() const { return static_cast<int>(index_); } ///< the number of steps that can be undone

    /// Adds a step that puts another session in the place of the present one, with a title of its own. It holds no work
    /// until it is edited.
    void put(const QString& label, const Session&, const QString& title);
    /// True if put() would lose no unsaved work and stay within the bound.
    bool canHold(const QString& label, const Session&) const;

    void reset(const Session&, const QString& title = {}); ///< removes all steps; the session is clean

    /// A segment of history: a session that was opened or put there, and its steps until another one is put.
    struct Segment {
        int id = 0;
        QString title;
        Session opened;                       ///< its first session, or the one that restored edits began with
        FileCaution caution{};                ///< how its numbers may differ from those of a model
        std::optional<View> view{};           ///< the view in which it was left; null: it has not been shown
        std::optional<ParameterCell> entry{}; ///< the entry that was selected then
    };
    Segment& segment() { return *sharedSegment(index()); } ///< the one of the present session
    const Segment& segment() const { return *sharedSegment(index()); }
    const Segment& segment(int index) const { return *sharedSegment(index); }
    const std::shared_ptr<Segment>& sharedSegment(int index) const;
    int nextSegment() const { return lastId_; } ///< the id that the next reset() or put() gives
    bool has(int id) const;                     ///< true if undo or redo can lead to that segment
    /// True if that segment was removed since reset() to stay within the bound.
    bool isTrimmed(int id) const { return std::ranges::find(trimmed_, id) != trimmed_.end(); }
    Session sessionAt(int at) const { return at == index() ? session_ : states_[std::size_t(at)].session.get(); }
    Session before() const { return states_[index_ - 1].session.get(); } ///< where undo() leads; only if canUndo()
    Session after() const { return states_[index_ + 1].session.get(); }  ///< where redo() leads; only if canRedo()
    struct Edit {
        Session before;
        QString label;
    };
    /// Returns the last edit of this segment that changed more than pins, which change no number. Null: there is none.
    std::optional<Edit> lastEdit() const;
    bool isAsPut() const; ///< true if no step has been done since put() or reset()
    /// Returns the last index of the nearest segment, other than the present one, with unsaved work of substance;
    /// earlier segments come first. Null: there is none.
    std::optional<int> unsavedWorkElsewhere() const;

    /// Returns the number of steps between the present session and the saved one, or else the beginning of its segment.
    int edits() const;

    /// True if the present state is the saved one. If the saved state was removed, none is clean until the next save.
    bool isClean() const { return clean_ == index_; }
    void beginSaving();           ///< the present state is being saved; no step joins it
    void endSaving(bool isSaved); ///< false: the clean state is the same as before
    void setUnsaved(int edits);   ///< no state is clean; so many edits were made before the first state

    std::size_t bytes() const { return bytes_; } ///< the bytes of all states but the newest
    std::size_t bound() const { return bound_; }
    void setBound(std::size_t bytes);               ///< removes at once the steps that exceed it
    static QString boundText(std::size_t bytes);    ///< "256 MB", "1 GB"
    bool hasTrimmed() const { return hasTrimmed_; } ///< steps were removed since reset()

signals:
    void changed();     ///< the session, the steps or the clean state changed
    void beganToTrim(); ///< a step was removed for the bound, the first time since reset()

private:
    struct State {
        StoredSession session{Session()};
        QString label{};                    ///< the label of the step to this state
        std::shared_ptr<Segment> segment{}; ///< the segment that begins here; the first state always has one
        std::size_t bytes = 0;              ///< the bytes that it takes beside the next state
    };
    struct SegmentRange {
        std::size_t first, last; ///< indices of states
    };

    bool mayJoin(int gesture) const;
    void add(State state, const Session&);
    void join(const QString& label, const Session&); ///< replaces the last step by one step of both
    std::size_t bytesOf(const StoredSession&, const StoredSession& next, const QString& label) const;
    void count(std::size_t index); ///< counts the bytes of that state again
    void forgetUndone();
    void dropFirst();
    void dropLast();
    void pack();
    bool trim();
    void announce(); ///< calls trim(), then emits the signals

    Session session_; ///< the present one, with all its blocks
    std::deque<State> states_;
    int openGesture_ = 0; ///< the gesture whose steps may still join the last step; 0: none
    SegmentRange segmentAt(std::size_t index) const;
    std::optional<std::size_t> savedIn(const SegmentRange&) const; ///< the saved index, if it is there
    bool holdsWork(const SegmentRange&) const;
    std::size_t numbersChangedIn(const SegmentRange&) const; ///< by all of its steps
    std::optional<int> laterWork() const;
    bool forgetsWork() const;

    std::size_t index_ = 0;
    int editsBefore_ = 0; ///< the edits before the first state since it was saved or put
    int lastId_ = 0;
    std::vector<int> trimmed_;             ///< the segments that were removed for the bound since reset()
    std::optional<std::size_t> clean_ = 0; ///< the index that was saved, if it can be reached
    std::optional<std::size_t> saving_;    ///< the index that is being saved, if it can be reached
    std::size_t bytes_ = 0, bound_ = kDefaultBound;
    bool hasTrimmed_ = false;
};

} // namespace headlight
