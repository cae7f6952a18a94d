#pragma once

#include "base/Result.h"
#include "document/CallQueue.h"
#include "document/Closeables.h"
#include "document/Document.h"
#include "document/Files.h"
#include "document/Jobs.h"
#include "document/Messages.h"
#include "document/Scheduler.h"
#include "document/ViewState.h"
#include "document/lookedAt.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

/// Joins document, engine and panels. Panels change the state by its functions (apply, select, ...) and get it only
/// from Presenter::present(); documentReplaced() says that the presented state is of another document. Presenting never
/// re-enters: a change and its presentation are one call of the queue, and a change that is requested within a call is
/// made after it, in order. So the state does not change under a presenter.
class Workbench : public QObject {
    Q_OBJECT

public:
    /// `fallback` takes over if the backend fails, which is then said in the message bar.
    explicit Workbench(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback = nullptr,
                       QObject* parent = nullptr);

    void add(Presenter& presenter); ///< presents the state to it at once
    void remove(Presenter& presenter);
    void presentAgain(Presenter& presenter); ///< presents the state to this presenter alone, after a change within it
    CallQueue& calls() { return calls_; }    ///< for calls that must not run while something is presented
    const ViewState& state() const { return state_; }
    Document& document() { return document_; }
    Messages& messages() { return messages_; }
    Files& files() { return files_; }
    Closeables& closeables() { return closeables_; }
    Scheduler& scheduler() { return scheduler_; }

    // Functions for panels.

    /// An edit: returns the edited session. It owns all that it uses, see made().
    using Edit = std::function<Result<Session>(const Session&, const Watch&)>;
    /// Runs `edit`, which makes about so many numbers or letters (see made()), as one step of history (see
    /// Document::apply). Returns false after a Problem, which goes to the message bar, and after a refusal or
    /// cancellation; the panels are then shown the state that stays. Within another call it returns true at once, and
    /// the edit is made after that call, from the session that is there then. editToPixelsMs counts from this call on.
    bool apply(const QString& label, const Edit& edit, int gesture = 0, double numbers = 1);
    void undo();
    void redo();
    void goTo(int index); ///< goes to that index of the history, and presents the state there alone

    /// Alters the selection (View&), the options of the maps (MapOptions&) or several choices (Look&), and presents
    /// them once. `alter` owns all that it uses, and may be called twice. The selection is cut to what exists.
    template <class Alter>
    void look(const Alter& alter) {
        alterLook([alter](Look& look) {
            if constexpr (std::is_invocable_v<const Alter&, View&>) {
                look.entry.reset(); // another number is selected
                alter(look.view);
            } else if constexpr (std::is_invocable_v<const Alter&, MapOptions&>) {
                alter(look.maps);
            } else {
                alter(look);
            }
        });
    }
    void select(int head, int query, int key);       ///< the stage stays
    void select(const CellRef& cell);                ///< selects a number of any stage
    void select(const ParameterCell& entry);         ///< sets Look::entry, until another number is selected
    void light(const std::vector<Address>& numbers); ///< sets ViewState::lit; presents the light alone
    /// Sets ViewState::step; null ends the walk. A step of a key selects the key. Comparing with a state ends the walk.
    void goToStep(const std::optional<Step>& step);
    /// Sets a member of the state on which no other depends, such as ViewState::isDragging. A parameter that is set so
    /// is a choice of the walk's step, which ends with the walk.
    template <class Of, class T>
    void set(T Of::*member, const std::type_identity_t<T>& value) {
        change([=, this] { return std::exchange(state_.*member, value) != value; });
    }
    void refuse(Sentence sentence, const QString& why); ///< sets ViewState::refused; empty: the text is accepted
    /// `jobs` runs work that may take long, and must outlive the workbench or be reset; null: work is run at once.
    void setJobs(Jobs* jobs) { jobs_ = jobs; }
    Jobs& jobs() { return jobs_ ? *jobs_ : atOnce_; }
    /// Work on more numbers or letters than this may take more than 0.1 s, so it is a job.
    static constexpr double kMany = 300'000;

    /// Returns the result of `make`, which handles about so many numbers. It is a job from kMany on, but not in a call.
    template <class T>
    Result<T> made(const QString& what, double numbers, std::function<Result<T>(const Watch&)> make) {
        if (numbers <= kMany || calls_.isRunning()) return caught<T>(make, {});
        return inJob<T>(jobs(), what, Jobs::OnCancel::Leave, std::move(make));
    }

    /// Puts another session in the place of the document's, by `put`, and shows it with that view. See Files, which
    /// calls this.
    void replace(const View& view, const std::function<void()>& put);

signals:
    /// An edit removes a sentence whose field holds refused text. A receiver that sets `may` to false prevents it.
    void dropsRefusedText(bool& may);
    void documentReplaced(); ///< another document or another segment of the history is shown

private:
    void takeEdit(const QString& label, const Result<Session>& edited, int gesture, const QElapsedTimer& asked);
    void change(const std::function<bool()>& alter);
    void go(const std::function<void(History&)>& to); ///< goes through the history
    void alterLook(const std::function<void(Look&)>& alter);
    void cut(); ///< cuts the state to what exists
    bool isModified() const { return document_.isModified() || !state_.refused.empty(); }
    void takeBefore();
    void forgetWhatWasSaid();
    void takeBeforeWalkBack();
    void endWalk();
    bool takeDocument(); ///< takes the document into the state; false if it is there already
    void takeSegment();  ///< keeps the view of the segment that is left, and takes that of the present one

    Jobs atOnce_;
    Jobs* jobs_ = nullptr;
    CallQueue calls_;
    Document document_;
    ViewState state_;
    std::shared_ptr<History::Segment> shown_; ///< null: the present segment is to be shown anew
    Messages messages_{state_, [this](const std::function<bool()>& alter) { change(alter); }};
    Scheduler scheduler_;
    Trails trails_;                  ///< the trails of the selected cell
    std::optional<Look> beforeWalk_; ///< what a walk alters is as here after it; it has the choices made meanwhile
    std::vector<Presenter*> presenters_;
    QElapsedTimer sinceAsked_; ///< the time since the present edit was asked for
    Files files_{*this};
    Closeables closeables_{*this};
};

} // namespace headlight
