#pragma once

#include "base/Result.h"
#include "document/CallQueue.h"
#include "document/Clock.h"
#include "document/Document.h"
#include "document/EngineRunner.h"
#include "document/Jobs.h"
#include "document/Saver.h"
#include "document/ViewState.h"
#include "document/lookedAt.h"
#include "document/slowAnswer.h"
#include "import/openedFile.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <utility>
#include <vector>

namespace headlight {

class Presenter;

/// Joins document, engine and panels: the one way in (apply, select, ...) and the one way out (Presenter::present;
/// documentReplaced() only says that what was presented is another document).
/// Presenting never re-enters: each change and its presenting is one call, and a change asked for within it waits until
/// it is over, in order. So the state does not change under a presenter.
class Workbench : public QObject {
    Q_OBJECT

public:
    /// `fallback` takes over if the backend fails, which is then said in the message bar.
    explicit Workbench(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback = nullptr,
                       QObject* parent = nullptr);

    void add(Presenter& presenter); ///< presents the state to it at once
    void remove(Presenter& presenter);
    void presentAgain(Presenter& presenter); ///< to it alone: something that it shows changed within itself
    CallQueue& calls() { return calls_; }    ///< for what must not run while something is presented
    const ViewState& state() const { return state_; }
    Document& document() { return document_; }
    std::size_t segments() const { return opened_.size(); } ///< of the history whose first session it keeps (for tests)

    // What panels may ask for.

    /// Owns all that it uses: see made().
    using Verb = std::function<Result<Session>(const Session&, const Watch&)>;
    /// An edit: what `verb` makes of the session, made() of about so many numbers or letters, as one step of history
    /// (see Document::apply). The time to the pixels begins before it. A Problem goes to the message bar; false then,
    /// and the panels are shown the state that stays. False without a problem: it was cancelled. Asked for
    /// within another call it is made when its own comes, of the session that is there then; true until that is known.
    bool apply(const QString& label, const Verb& verb, int gesture = 0, double numbers = 1);
    void undo();
    void redo();
    void goTo(int index);                    ///< of the history
    void setHistoryBound(std::size_t bytes); ///< see History; the first time that it costs steps, a notice says so
    int newGesture() { return document_.newGesture(); }

    void select(int head, int query, int key);       ///< cut to what exists; the stage stays
    void select(const CellRef& cell);                ///< any number
    void select(const ParameterCell& entry);         ///< see ViewState::entry; until any other number is
    void selectLayer(int layer);                     ///< likewise
    void light(const std::vector<Address>& numbers); ///< see ViewState::lit; presents the light alone
    /// See ViewState::step; cut to what exists. Of a key selects it. Shows the present state; comparing ends the walk.
    void goToStep(const std::optional<Step>& step);
    void goSteps(int by);      ///< from where it stands; else to the first step, or backwards to the last
    void setDragging(bool on); ///< a number is being dragged; an edit without a gesture ends that, too
    void setMarked(bool are);  ///< see ViewState::areMarked
    void setMapOptions(const MapOptions&);
    /// The same, but what `alter` changes of those that there are; it owns all that it uses.
    void changeMaps(const std::function<void(MapOptions&)>& alter);
    void showParameter(Parameter, Chosen = Chosen::ByHand);
    void showSplit(bool isSplit); ///< see ViewState::isSplit
    void setTheme(const Theme&);
    /// Computes the next frames; null: the fallback does, or without one the backend that was the first.
    void setBackend(std::unique_ptr<Backend>, const Terms&);
    void askAgain(); ///< for the present frame: it is computed in another way from now on
    void setRefused(Sentence sentence, const QString& why); ///< see ViewState::refused; empty: nothing is
    /// Asks before an edit removes the whole field of refused words; null: it is not asked.
    void askBeforeDropping(std::function<bool()> mayDrop) { mayDropRefused_ = std::move(mayDrop); }
    /// Whether words that were refused go where that session takes the place of this one, or another segment of history
    /// comes into sight: to be asked before it is done.
    bool dropsRefused(const Session& next, bool isOtherSegment = false) const;
    /// Whether the sentence itself goes with them: then apply() asks.
    bool losesRefused(const Session& next) const;
    /// What the asker wants computed from now on, until it is removed; state().responseTo(asker) will be that. Equal
    /// maps of several askers are computed once. To want nothing costs nothing: it is left out of what is asked next.
    void ask(const Presenter& asker, const Request& request);
    /// To the message bar; empty clears it.
    void report(const QString& problem, MessageKind kind = MessageKind::Failure);
    void tell(const QString& notice); ///< good news, or what to look at: shown for as long as it takes to read
    void cancelComputing();           ///< what takes long; what is there stays
    void painted();                   ///< the maps of the present frame are on the screen: ends editToPixelsMs

    /// Runs what may take long; null: it is run at once. Must outlive the workbench, or be taken away again (null).
    void setJobs(Jobs* jobs) { jobs_ = jobs; }
    Jobs& jobs() { return jobs_ ? *jobs_ : atOnce_; }
    /// More than this many numbers or letters may take longer than a person wants to wait: a tenth of a second.
    static constexpr double kMany = 300'000;

    /// While edits follow each other, what may come later waits no longer than so many milliseconds.
    static constexpr std::int64_t kMaxWaitMs = 100, kMaxWaits = 8; ///< and times of what waits: it takes an eighth
    void setClock(Clock clock) { clock_ = std::move(clock); }
    std::int64_t now() const { return clock_(); }
    /// The result of `make`, which handles about so many numbers. Many numbers are a job, except within a call.
    template <class T>
    Result<T> made(const QString& what, double numbers, std::function<Result<T>(const Watch&)> make) {
        if (numbers <= kMany || calls_.isRunning()) return caught<T>(make, {});
        return inJob<T>(jobs(), what, Jobs::OnCancel::Leave, std::move(make));
    }

    // Files: on a Problem the open document stays as it was. Jobs, so the Problem may be cancelled().
    void newDocument();
    /// A file of any kind (import/openedFile.h). Of arrays `make` makes a session, or nothing: it was cancelled. What
    /// is no session file becomes a document without a file.
    using FromArrays = std::function<std::optional<Session>(const std::vector<NamedArray>&)>;
    Result<void> open(const QString& path, const FromArrays& make = {});
    /// What was edited before the program came to its end: modified, and of that file, or of none (Document::restore).
    struct Restored {
        SessionFile file;
        Session opened; ///< what those edits began with
        QString path, title;
        std::optional<SeenFile> seen;
        int edits = 0;
    };
    void restore(const Restored&);
    /// Whether a person agrees that the open document is closed.
    using Consent = std::function<bool()>;
    // What takes the place of the present session as a step of history, if that is no file and not blank; else as a
    // file does, and only then `mayClose` is asked.
    void startAnew(const Consent& mayClose = {});
    Result<void> openExample(const QString& resource, const QString& title, const Consent& mayClose = {});
    /// After what is still being saved: begins to save the present session. False: it has ended already, and not well.
    bool beginSaving(const QString& path, const Saver::Then& then = {});
    Result<void> save(const QString& path); ///< and waits for its end
    Saver& saver() { return saver_; }

signals:
    void documentReplaced(); ///< by another one, or by another segment of its history

private:
    void takeEdit(const QString& label, const Result<Session>& edited, int gesture, const QElapsedTimer& asked);
    void change(const std::function<bool()>& alter);
    void look(const std::function<void(View&)>& alter);
    void request();
    void cut(); ///< to what exists
    bool isModified() const;
    void takeBeforeWalkBack();
    void endWalk();
    bool takeDocument(); ///< into the state; false if it is there already
    void takeProgress(std::optional<int> percent);
    void takeFrame(const std::shared_ptr<const Frame>& frame, const MergedRequest& asked);
    // In workbenchFiles.cpp, as the files above:
    static SessionFile blankFile();
    void forgetWhatWasSaid();
    void lookAtSegment();
    void rememberOpened();
    void takeBefore();
    void forgetSegments();
    /// `reset` puts it into the document. `opened`: what it is compared with.
    void replace(const SessionFile& file, const std::function<void()>& reset,
                 const std::optional<Session>& opened = {});
    void place(const QString& label, const SessionFile& file, const QString& title, const Consent& mayClose);

    Jobs atOnce_;
    Jobs* jobs_ = nullptr;
    CallQueue calls_;
    Document document_;
    Saver saver_{document_};
    EngineRunner runner_;
    ViewState state_;
    Trails trails_; ///< of the selected cell
    struct BeforeWalk {
        int key;
        std::optional<ParameterCell> entry;
        Parameter parameter;
        bool overview;
        Compared compared;
    };
    std::optional<BeforeWalk> beforeWalk_; ///< what comes back after it, or was chosen by hand since
    int segment_ = 0;                      ///< 0: none yet; the segment of history (History::Segment) that is looked at
    /// How the others were looked at, and the entry that was selected.
    std::map<int, std::pair<View, std::optional<ParameterCell>>> views_;
    std::map<int, Session> opened_; ///< what stood at the beginning of each segment
    std::vector<Presenter*> presenters_;
    RequestBoard requests_;
    std::function<bool()> mayDropRefused_;
    Clock clock_ = steadyClock;
    std::optional<std::int64_t> waitingSince_;    ///< when something was put off that has had no answer since
    std::int64_t allAskedAt_ = 0, allTookMs_ = 0; ///< of the last request in which nothing was put off
    AnswerPart part_;                             ///< that is computed
    QElapsedTimer sinceEdit_, sinceAsked_;        ///< the last edit; the one that is being made
    QTimer noticeEnds_;
    bool timing_ = false;
    bool isCancelled_ = false; ///< what was asked for last
};

} // namespace headlight
