#include "document/Workbench.h"

#include "base/memory.h"
#include "document/ViewState.h"
#include "document/compared.h"
#include "document/selection.h"
#include "io/fileSize.h"
#include "session/edits.h"

#include <algorithm>

namespace headlight {

namespace {

/// Returns what was made, or a Problem if it could not be saved.
Result<Session> savable(Result<Session> made, const Session& before) {
    if (!made) return made;
    if (const auto fits = fitsIntoFile(*made, before); !fits) return fits.problem();
    return made;
}

} // namespace

Workbench::Workbench(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent)
    : QObject(parent),
      scheduler_(std::move(backend), std::move(fallback), state_, messages_,
                 [this](const std::function<bool()>& alter) { change(alter); }) {
    connect(&document_.history(), &History::changed, this, [this] { change([this] { return takeDocument(); }); });
    connect(&document_.history(), &History::beganToTrim, this, [this] {
        messages_.tell(tr("The oldest undo steps were removed to stay within %1.")
                           .arg(History::boundText(document_.history().bound())));
    });
    document_.reset(blankSession(), {}, {});
}

void Workbench::add(Presenter& presenter) {
    presenters_.push_back(&presenter);
    presentAgain(presenter);
}

void Workbench::remove(Presenter& presenter) {
    std::erase(presenters_, &presenter);
    scheduler_.remove(presenter);
}

void Workbench::presentAgain(Presenter& presenter) {
    calls_.run([this, &presenter] {
        if (std::ranges::find(presenters_, &presenter) != presenters_.end()) presenter.present(state_);
    });
}

/// Makes one call of the queue, which alters the state and presents it if `alter` says that something changed.
void Workbench::change(const std::function<bool()>& alter) {
    calls_.run([this, alter] {
        if (!alter()) return;
        state_.modified = isModified();
        for (std::size_t i = 0; i < presenters_.size(); ++i)
            presenters_[i]->present(state_); // it may remove presenters
        closeables_.follow();
    });
}

/// Sends the requests again if the other state has changed, since the panels that show it do not ask again.
void Workbench::cut() {
    const std::optional<Session> other = state_.other;
    cutToWhatExists(state_);
    takeOther(state_);
    if (other && state_.other && *other != *state_.other && state_.maps.compared != Compared::Now) scheduler_.request();
}

/// A session that was put in the place of another one has no edit yet, and so no state before.
void Workbench::takeBefore() {
    const auto edit = document_.history().lastEdit();
    state_.before = edit ? std::optional(edit->before) : std::nullopt;
    state_.stepFromBefore = edit ? edit->label : QString();
}

/// Clears the messages, the light, the step and the refused text of the document that was here.
void Workbench::forgetWhatWasSaid() {
    trails_ = {};
    state_.lit.clear();
    state_.step.reset();
    messages_.clear();
    state_.refused.clear();
}

bool Workbench::takeDocument() {
    const bool isElsewhere = shown_ != document_.history().sharedSegment(document_.history().index());
    const bool edited = isElsewhere || state_.session != document_.session();
    if (!edited && state_.filePath == document_.path() && state_.title == document_.title() &&
        state_.modified == isModified())
        return false;
    if (isElsewhere) {
        takeSegment();
        forgetWhatWasSaid();
        calls_.run([this] { emit documentReplaced(); });
    } else {
        follow(state_, trails_, state_.session, document_.session());
    }
    state_.session = document_.session();
    takeBefore();
    state_.opened = shown_->opened;
    state_.caution = shown_->caution;
    state_.filePath = document_.path();
    state_.title = document_.title();
    cutToWhatExists(state_);
    takeOther(state_);
    if (edited) {
        if (!sinceAsked_.isValid()) sinceAsked_.start();
        scheduler_.measureFrom(std::exchange(sinceAsked_, {}));
        scheduler_.request();
    }
    return true;
}

void Workbench::takeSegment() {
    if (shown_) {
        shown_->view = viewOf(state_);
        shown_->entry = state_.entry;
    }
    const History& history = document_.history();
    shown_ = history.sharedSegment(history.index());
    if (!shown_->view) return;
    takeView(state_, *shown_->view);
    state_.entry = shown_->entry;
}

void Workbench::replace(const View& view, const std::function<void()>& put) {
    change([=, this] {
        put();
        History::Segment& segment = document_.history().segment();
        segment.view = view;
        segment.entry.reset();
        if (shown_.get() == &segment) shown_.reset(); // it is shown again, with another view
        takeDocument();
        scheduler_.measureFrom({}); // opening is no edit
        return true;
    });
}

bool Workbench::apply(const QString& label, const Edit& edit, int gesture, double numbers) {
    QElapsedTimer asked;
    asked.start();
    const auto make = [=, this]() -> Result<Session> {
        if (const auto fits = numbersFit(numbers, state_.session); !fits) return fits.problem();
        // The numbers are in the session, the step, the Engine and the text of unsaved work.
        constexpr double kBytes = 5 * sizeof(float);
        if (const auto has = memoryFor(kBytes * numbers, "This takes",
                                       "Choose smaller sizes, or close other programs.");
            !has)
            return has.problem();
        return made<Session>(label, numbers, [edit, now = state_.session](const Watch& watch) {
            return savable(edit(now, watch), now);
        });
    };
    const bool isWithinTurn = calls_.isRunning();
    const Result<Session> edited = isWithinTurn ? Result<Session>(Session()) : make();
    bool mayDrop = true;
    if (!isWithinTurn && edited && state_.losesRefused(*edited)) emit dropsRefusedText(mayDrop);
    if (!mayDrop) {
        change([] { return true; }); // the panel that asked for it shows the old value again
        return false;
    }
    change([=, this] {
        takeEdit(label, isWithinTurn ? make() : edited, gesture, asked);
        return true; // if nothing changed, the panel may have to show the old value again
    });
    return edited.ok();
}

void Workbench::takeEdit(const QString& label, const Result<Session>& edited, int gesture, const QElapsedTimer& asked) {
    sinceAsked_ = asked;
    messages_.takeEdit(edited, gesture > 0);
    state_.isDragging = state_.isDragging && gesture > 0;
    if (edited) document_.apply(label, *edited, gesture);
    takeDocument();
    sinceAsked_ = {}; // also if nothing has changed
}

void Workbench::go(const std::function<void(History&)>& to) {
    calls_.run([this, to] {
        sinceAsked_.start();
        to(document_.history());
    });
}

void Workbench::undo() { go(&History::undo); }
void Workbench::redo() { go(&History::redo); }
void Workbench::goTo(int index) {
    go([index](History& history) { history.goTo(index); });
}

void Workbench::alterLook(const std::function<void(Look&)>& alter) {
    change([=, this] {
        const Look before = state_;
        // If the layer has none of the chosen stages, a change goes on from those that are shown in their place.
        const std::vector<Stage>& chosen = before.maps.stages;
        const std::vector<Stage> shown = state_.session.layers.empty() ? chosen : state_.shownStages();
        const bool areOthers = std::ranges::none_of(shown, [&](Stage stage) { return before.maps.shows(stage); });
        if (areOthers) state_.maps.stages = shown;
        alter(state_);
        if (areOthers && state_.maps.stages == shown) state_.maps.stages = chosen;
        const bool wantsOthers = chosen != state_.maps.stages || before.maps.isEnlarged != state_.maps.isEnlarged;
        if (before.maps.overview && wantsOthers) state_.maps.overview = false; // shows the maps that were asked for
        if (state_.maps.compared != Compared::Now) endWalk();
        cut();
        const View &was = before.view, &is = state_.view;
        if (is.query != was.query) trails_.query = {};
        if (is.key != was.key) trails_.key = {};
        if (is.layer != was.layer || is.head != was.head) trails_.head = {};
        if (beforeWalk_) {
            const bool isElsewhere = is.query != was.query || is.key != was.key;
            if (isElsewhere) beforeWalk_->view.key = is.key;
            if (isElsewhere || state_.entry != before.entry) beforeWalk_->entry = state_.entry;
            Look kept = *beforeWalk_; // a parameter that is chosen counts even if the step shows it, too
            cutToWhatExists(kept.view, state_.session); // its layer may have been removed since
            alter(kept);
            beforeWalk_->parameter = kept.parameter;
        }
        return state_ != before; // the panels that show the selection request what they need
    });
}

void Workbench::select(int head, int query, int key) {
    look([=](View& view) {
        view.head = head;
        view.query = query;
        view.key = key;
    });
}

void Workbench::select(const CellRef& cell) {
    look([cell](View& view) { view = selecting(cell, view); });
}

void Workbench::select(const ParameterCell& entry) {
    look([entry](Look& look) { look.entry = entry; });
}

void Workbench::light(const std::vector<Address>& numbers) {
    calls_.run([this, numbers] {
        const auto before = std::exchange(state_.lit, numbers);
        cutToWhatExists(state_);
        if (state_.lit == before) return;
        for (std::size_t i = 0; i < presenters_.size(); ++i)
            presenters_[i]->presentLight(state_); // it may remove presenters
    });
}

void Workbench::goToStep(const std::optional<Step>& step) {
    change([this, step] {
        const Look was = state_;
        const auto before = std::exchange(state_.step, step);
        if (step && !before) beforeWalk_ = was;
        if (step && !before) state_.maps.overview = false; // a walk is followed in the maps
        if (step) state_.maps.compared = Compared::Now;
        if (step) state_.entry.reset(); // the inspector explains the step instead
        if (!step && before) takeBeforeWalkBack();
        cut();
        if (state_.step && state_.step->part == Step::Part::Key) state_.view.key = state_.step->key;
        if (state_.view.key != was.view.key) trails_.key = {};
        if (state_.step) state_.maps.reveal(Side::Tokens, state_.view.query);
        if (state_.step) state_.maps.reveal(Side::KeyTokens, state_.view.key);
        return state_.step != before || state_.maps != was.maps;
    });
}

/// Ends the walk, whose numbers are those of the present state only, since states are compared.
void Workbench::endWalk() {
    if (!std::exchange(state_.step, {})) return;
    if (beforeWalk_) beforeWalk_->maps.overview = false; // maps were asked for
    takeBeforeWalkBack();
}

void Workbench::takeBeforeWalkBack() {
    const auto from = std::exchange(beforeWalk_, {});
    if (!from) return;
    state_.view.key = from->view.key;
    state_.entry = from->entry;
    state_.parameter = from->parameter;
    state_.maps.overview = state_.maps.overview || from->maps.overview;
    if (state_.maps.compared == Compared::Now) state_.maps.compared = from->maps.compared;
}

void Workbench::refuse(Sentence sentence, const QString& why) {
    change([=, this] {
        const auto before = state_.refused;
        state_.refused[sentence] = why;
        std::erase_if(state_.refused, [](const auto& one) { return one.second.isEmpty(); });
        return state_.refused != before;
    });
}

} // namespace headlight
