#include "document/Scheduler.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

bool looksAt(const Demand& demand, int state) {
    bool does = false;
    forEachKind([&](auto, auto demanded, auto) {
        does = does || std::ranges::any_of(demand.*demanded, [=](const auto& one) { return one.state == state; });
    });
    return does;
}

} // namespace

Scheduler::Scheduler(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, ViewState& state,
                     Messages& messages, Messages::Change change)
    : state_(state), messages_(messages), change_(std::move(change)), runner_(std::move(backend), std::move(fallback)) {
    state_.backend = runner_.backendText();
    connect(&runner_, &EngineRunner::answered, this, &Scheduler::takeFrame);
    connect(&runner_, &EngineRunner::progressed, this, [this](std::optional<int> percent) {
        change_([this, percent] { return std::exchange(state_.computing, percent) != percent; });
    });
    connect(&runner_, &EngineRunner::unanswered, this, [this] {
        messages_.report(
            tr("There is not enough memory to compute the maps. Close other programs, and change something "
               "to try again."));
    });
}

void Scheduler::ask(const Presenter& asker, const Request& request) {
    change_([this, &asker, request] {
        if (requests_.set(asker, request) && request != Request{}) this->request();
        return false;
    });
}

void Scheduler::remove(const Presenter& asker) {
    requests_.remove(asker);
    state_.responses.erase(&asker);
}

void Scheduler::askAgain() {
    change_([this] {
        request();
        return false;
    });
}

void Scheduler::cancel() {
    change_([this] {
        isCancelled_ = true;
        runner_.cancel();
        messages_.tell(tr("Cancelled. The next change, or a click on a cell, computes what is missing."));
        return false;
    });
}

void Scheduler::setBackend(std::unique_ptr<Backend> backend, const Terms& terms) {
    runner_.setBackend(std::move(backend), terms);
    askAgain();
}

/// Requests of priority Later are sent when a frame of the session is there, so that an edit shows its maps first. If
/// frames take long, they wait for the answers to the present requests for First.
void Scheduler::request(bool isFirstAnswered) {
    const bool isSlow = state_.frame && state_.frame->isStreamed;
    const bool isFirstThere = state_.frame && state_.frame->session == state_.session && (isFirstAnswered || !isSlow);
    const auto ask = [this](Priority upTo) {
        MergedRequest asked = requests_.asked(upTo);
        if (state_.other && looksAt(asked.demand, kOther)) asked.demand.others = {*state_.other};
        return asked;
    };
    isCancelled_ = false;
    const bool isOverdue = waitingSince_ && clock_() - *waitingSince_ >= std::max(kMaxWaitMs, kMaxWaits * allTookMs_);
    MergedRequest asked = ask(isFirstThere || (isOverdue && !isSlow) ? Priority::Later : Priority::First);
    asked.mayBeReplaced = isFirstThere && waitingSince_ && !isOverdue;
    if (!asked.isAll && !waitingSince_) waitingSince_ = clock_();
    if (asked.isAll) allAskedAt_ = clock_();
    runner_.request(state_.session, asked);
}

void Scheduler::takeFrame(const std::shared_ptr<const Frame>& frame, const MergedRequest& asked) {
    change_([this, frame, asked] {
        state_.frame = frame;
        requests_.handBack(asked, frame, state_.responses);
        if (asked.isAll && !frame->isPart) {
            state_.computing.reset();
            waitingSince_.reset();
            allTookMs_ = clock_() - allAskedAt_;
        }
        if (!asked.isAll && !frame->isPart && frame->session == state_.session && !isCancelled_) request(true);
        state_.backend = QString::fromStdString(frame->backend);
        state_.backendId = frame->backendId;
        state_.backendRemarks.clear();
        for (const std::string& remark : frame->remarks) state_.backendRemarks << QString::fromStdString(remark);
        if (!frame->notice.empty()) {
            state_.problem = QString::fromStdString(frame->notice);
            state_.problemKind = MessageKind::Caution; // another backend goes on
        }
        return true;
    });
}

void Scheduler::measureFrom(const QElapsedTimer& asked) {
    sinceEdit_ = asked;
    if (!asked.isValid()) state_.editToPixelsMs = -1;
}

void Scheduler::painted() {
    change_([this] {
        if (!sinceEdit_.isValid() || !state_.frame || state_.frame->session != state_.session) return false;
        state_.editToPixelsMs = static_cast<double>(std::exchange(sinceEdit_, {}).nsecsElapsed()) * 1e-6;
        return false;
    });
}

} // namespace headlight
