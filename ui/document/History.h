#pragma once

#include "session/Session.h"
#include "session/StoredSession.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace headlight {

/// A session and the steps that lead to it and on from it, each stored as the session before and after it; they share
/// their blocks. Bounded in bytes, as StoredSession::bytesBeside() counts each session beside the next one; the newest
/// is not counted. When they are more, large matrices of older sessions are stored as rows (StoredSession::pack), then
/// the oldest steps go, but never the last that can be undone, and never the only one.
class History : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMegabyte = std::size_t(1) << 20;
    static constexpr std::size_t kDefaultBound = 256 * kMegabyte;

    explicit History(QObject* parent = nullptr) : QObject(parent) { reset({}); }

    const Session& session() const { return session_; }

    /// A new step; those that were undone are forgotten. Joins the last step if that is of the same gesture (a positive
    /// number) and not the saved one, and gives it its label; if the gesture thereby ends where it began, it never
    /// happened.
    void apply(const QString& label, const Session&, int gesture = 0);
    void undo();
    void redo();

    bool canUndo() const { return index_ > 0; }
    bool canRedo() const { return index_ + 1 < states_.size(); }
    QString undoText() const; ///< of the step that undo() takes back; empty: none
    QString redoText() const;
    int count() const { return static_cast<int>(states_.size()) - 1; }
    int index() const { return static_cast<int>(index_); } ///< so many steps can be undone

    /// A step that puts another session in place of all that is there. From it on the title is that, and as long as
    /// nothing is done to it, there is no work in it.
    void put(const QString& label, const Session&, const QString& title);
    /// That step would let go of no work that was left behind, nor be more than the history can hold.
    bool hasRoomFor(const QString& label, const Session&) const;

    void reset(const Session&, const QString& title = {}); ///< no steps, clean

    /// A segment of history: what was opened or put there, and the steps to it up to the next one.
    struct Segment {
        int id = 0;
        QString title;
    };
    const Segment& segment() const { return segment(index()); } ///< of the present session
    const Segment& segment(int index) const;
    int nextSegment() const { return lastId_; } ///< the id that reset() or put() gives
    bool has(int id) const;                     ///< that segment; else nothing leads there any more
    /// It was removed since reset() to stay within the bound.
    bool isTrimmed(int id) const { return std::ranges::find(trimmed_, id) != trimmed_.end(); }
    Session before() const { return states_[index_ - 1].session.get(); } ///< where undo() goes, if it can
    Session after() const { return states_[index_ + 1].session.get(); }  ///< and redo()
    struct Edit {
        Session before;
        QString label;
    };
    /// The last one of this segment that did more than pin a state, which changes no number.
    std::optional<Edit> lastEdit() const;
    bool isAsPut() const; ///< and no step has been done to it
    /// The last index of the nearest other segment with unsaved work of substance; those before the present one come
    /// first. Null: there is none.
    std::optional<int> unsavedWorkElsewhere() const;
    void goTo(int index); ///< by undoing or redoing

    /// How many steps lie between the present session and what was saved, or else what its segment began with.
    int edits() const;

    /// Clean is the state that was saved. Its step may go with others: then none is clean until the next is saved.
    bool isClean() const { return clean_ == index_; }
    void beginSaving();           ///< the present state, whatever is done until that has ended; no step joins it
    void endSaving(bool isSaved); ///< else clean is what was
    void setUnsaved(int edits);   ///< no state is: so many edits lead to the first, of a time before

    std::size_t bytes() const { return bytes_; } ///< of all steps
    std::size_t bound() const { return bound_; }
    void setBound(std::size_t bytes);               ///< what is too much now goes at once
    static QString boundText(std::size_t bytes);    ///< "256 MB", "1 GB"
    bool hasTrimmed() const { return hasTrimmed_; } ///< since reset(): undo may not reach it any more

signals:
    void changed();     ///< session, steps or clean state
    void beganToTrim(); ///< the first time since reset() that a step went for the bound

private:
    struct State {
        StoredSession session{Session()};
        QString label{};                  ///< of the step to it
        std::optional<Segment> segment{}; ///< that begins here; the first state always has one
        std::size_t bytes = 0;            ///< beside the next state
    };
    struct SegmentRange {
        std::size_t first, last; ///< indexes
    };

    bool mayJoin(int gesture) const;
    void add(State state, const Session&);
    void join(const QString& label, const Session&); ///< to the last step
    std::size_t bytesOf(const StoredSession&, const StoredSession& next, const QString& label) const;
    void count(std::size_t index); ///< the bytes of that state anew
    void goOneStep(std::ptrdiff_t by);
    void forgetUndone();
    void dropFirst();
    void dropLast();
    void pack();
    bool makeRoom();
    void announce(); ///< that the steps are others, after making room for them

    Session session_; ///< the present one, with all its blocks
    std::deque<State> states_;
    int openGesture_ = 0; ///< that the last step may still be joined by; 0: none
    SegmentRange segmentAt(std::size_t index) const;
    std::optional<std::size_t> savedIn(const SegmentRange&) const; ///< the index that was saved
    bool holdsWork(const SegmentRange&) const;
    std::optional<int> laterWork() const;
    bool forgetsWork() const;

    std::size_t index_ = 0;
    int editsBefore_ = 0; ///< that led to the first state from what was saved or put there
    int lastId_ = 0;
    std::vector<int> trimmed_;             ///< the segments that went for the bound, since reset()
    std::optional<std::size_t> clean_ = 0; ///< the index that was saved, if it can be reached
    std::optional<std::size_t> saving_;    ///< likewise, which is being saved
    std::size_t bytes_ = 0, bound_ = kDefaultBound;
    bool hasTrimmed_ = false;
};

} // namespace headlight
