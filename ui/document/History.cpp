#include "document/History.h"

#include <utility>

namespace headlight {

void History::apply(const QString& label, const Session& session, int gesture) {
    forgetUndone();
    if (mayJoin(gesture)) {
        join(session);
    } else {
        beforeLast_ = session_;
        add(label, session, gesture);
    }
    if (gesture == 0) beforeLast_.reset();
    announce();
}

bool History::mayJoin(int gesture) const {
    return gesture > 0 && beforeLast_ && canUndo() && steps_.back().gesture == gesture && !isClean();
}

void History::add(const QString& label, const Session& session, int gesture) {
    Step step{label, Change::between(session_, session), gesture, 0};
    step.bytes = step.change.bytes() + sizeof(Step) - sizeof(Change) +
                 static_cast<std::size_t>(label.size()) * sizeof(QChar);
    bytes_ += step.bytes;
    steps_.push_back(std::move(step));
    ++index_;
    session_ = session;
}

void History::join(const Session& session) {
    const QString label = steps_.back().label;
    const int gesture = steps_.back().gesture;
    session_ = *beforeLast_;
    dropLast();
    --index_;
    if (!sameValues(session_, session)) add(label, session, gesture);
}

void History::undo() {
    if (!canUndo()) return;
    beforeLast_.reset();
    session_ = steps_[--index_].change.backward(session_);
    emit changed();
}

void History::redo() {
    if (!canRedo()) return;
    beforeLast_.reset();
    session_ = steps_[index_++].change.forward(session_);
    emit changed();
}

QString History::undoText() const { return canUndo() ? steps_[index_ - 1].label : QString(); }
QString History::redoText() const { return canRedo() ? steps_[index_].label : QString(); }

void History::reset(const Session& session) {
    session_ = session;
    clear();
}

void History::clear() {
    steps_.clear();
    beforeLast_.reset();
    index_ = 0;
    clean_ = 0;
    bytes_ = 0;
    hasLetGo_ = false;
    emit changed();
}

void History::setClean() {
    clean_ = index_;
    emit changed();
}

void History::setBound(std::size_t bytes) {
    bound_ = bytes;
    announce();
}

QString History::boundText(std::size_t bytes) {
    constexpr std::size_t kGigabyte = 1024 * kMegabyte;
    if (bytes > 0 && bytes % kGigabyte == 0) return tr("%1 GB").arg(bytes / kGigabyte);
    return tr("%1 MB").arg(bytes / kMegabyte);
}

void History::forgetUndone() {
    while (canRedo()) dropLast();
}

void History::dropFirst() {
    bytes_ -= steps_.front().bytes;
    steps_.pop_front();
    --index_;
    if (clean_ == std::size_t(0))
        clean_.reset();
    else if (clean_)
        --*clean_;
}

void History::dropLast() {
    if (clean_ == steps_.size()) clean_.reset();
    bytes_ -= steps_.back().bytes;
    steps_.pop_back();
}

/// The oldest first, then the farthest of what was undone; true if any went.
bool History::makeRoom() {
    const int before = count();
    while (bytes_ > bound_ && index_ > 1) dropFirst();
    while (bytes_ > bound_ && canRedo() && count() > 1) dropLast();
    return count() < before;
}

void History::announce() {
    const bool goes = makeRoom();
    const bool isNews = goes && !hasLetGo_;
    hasLetGo_ = hasLetGo_ || goes;
    emit changed();
    if (isNews) emit beganToLetGo();
}

} // namespace headlight
