#include "document/History.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headlight {

void History::apply(const QString& label, const Session& session, int gesture) {
    forgetUndone();
    if (mayJoin(gesture)) {
        join(label, session);
    } else {
        beforeLast_ = session_;
        add(stepTo(label, session, gesture), session);
    }
    if (gesture == 0) beforeLast_.reset();
    announce();
}

bool History::mayJoin(int gesture) const {
    return gesture > 0 && beforeLast_ && canUndo() && steps_.back().gesture == gesture && !isClean();
}

History::Step History::stepTo(const QString& label, const Session& session, int gesture) const {
    Step step{label, Change::between(session_, session), gesture, 0};
    step.bytes = step.change.bytes() + sizeof(Step) - sizeof(Change) +
                 static_cast<std::size_t>(label.size()) * sizeof(QChar);
    return step;
}

void History::add(Step step, const Session& session) {
    bytes_ += step.bytes;
    steps_.push_back(std::move(step));
    ++index_;
    session_ = session;
}

/// It is called what its last part is: where it led.
void History::join(const QString& label, const Session& session) {
    const int gesture = steps_.back().gesture;
    session_ = *beforeLast_;
    dropLast();
    --index_;
    if (sameValues(session_, session))
        beforeLast_.reset(); // it came to nothing: the last step is another one
    else
        add(stepTo(label, session, gesture), session);
}

void History::put(const QString& label, const Session& session, const QString& title) {
    forgetUndone();
    beforeLast_.reset();
    Step step = stepTo(label, session, 0);
    step.placed = Placed{++lastId_, title};
    add(std::move(step), session);
    announce();
}

bool History::hasRoomFor(const QString& label, const Session& session) const {
    const std::size_t bytes = stepTo(label, session, 0).bytes;
    return bytes <= bound_ && !forgetsWork() && (bytes_ + bytes <= bound_ || !workLeftBehind());
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

/// The one that holds this index: from where something was placed to the last step before something else is.
History::Stretch History::stretchAt(std::size_t index) const {
    Stretch stretch{index, index};
    while (stretch.first > 0 && !steps_[stretch.first - 1].placed) --stretch.first;
    while (stretch.last < steps_.size() && !steps_[stretch.last].placed) ++stretch.last;
    return stretch;
}

const History::Placed& History::placed(int index) const {
    const std::size_t first = stretchAt(static_cast<std::size_t>(index)).first;
    return first == 0 ? first_ : *steps_[first - 1].placed;
}

bool History::has(int id) const {
    return first_.id == id ||
           std::ranges::any_of(steps_, [id](const Step& step) { return step.placed && step.placed->id == id; });
}

bool History::isAsPlaced() const { return index_ == 0 ? editsBefore_ == 0 : steps_[index_ - 1].placed.has_value(); }

std::optional<std::size_t> History::savedIn(const Stretch& stretch) const {
    return clean_ && *clean_ >= stretch.first && *clean_ <= stretch.last ? clean_ : std::nullopt;
}

/// A touch or two while an example is looked at is none.
bool History::holdsWork(const Stretch& stretch) const {
    constexpr std::size_t kLightSteps = 3, kLightBytes = 64 * 1024;
    const auto saved = savedIn(stretch);
    std::size_t bytes = 0, steps = 0;
    for (std::size_t i = saved.value_or(stretch.first); i < stretch.last; ++i, ++steps) bytes += steps_[i].bytes;
    const bool hasLostSteps = stretch.first == 0 && editsBefore_ > 0 && !saved;
    return hasLostSteps || steps > kLightSteps || bytes > kLightBytes;
}

/// In what was put behind the present one, and undone.
std::optional<int> History::laterWork() const {
    for (std::size_t at = stretchAt(index_).last; at < steps_.size(); at = stretchAt(at + 1).last)
        if (const Stretch after = stretchAt(at + 1); holdsWork(after)) return static_cast<int>(after.last);
    return std::nullopt;
}

/// What was undone is forgotten with the next step.
bool History::forgetsWork() const { return holdsWork({index_, stretchAt(index_).last}) || laterWork(); }

std::optional<int> History::workLeftBehind() const {
    for (std::size_t at = stretchAt(index_).first; at > 0; at = stretchAt(at - 1).first)
        if (const Stretch before = stretchAt(at - 1); holdsWork(before)) return static_cast<int>(before.last);
    return laterWork();
}

void History::goTo(int index) {
    while (canUndo() && this->index() > index) undo();
    while (canRedo() && this->index() < index) redo();
}

void History::reset(const Session& session, const QString& title) {
    session_ = session;
    first_ = {++lastId_, title};
    editsBefore_ = 0;
    steps_.clear();
    beforeLast_.reset();
    index_ = 0;
    clean_ = 0;
    bytes_ = 0;
    hasLetGo_ = false;
    letGo_.clear();
    emit changed();
}

void History::setClean() {
    clean_ = index_;
    emit changed();
}

void History::setUnsaved(int edits) {
    clean_.reset();
    editsBefore_ = std::max(edits, 1);
    emit changed();
}

int History::edits() const {
    const Stretch stretch = stretchAt(index_);
    const auto saved = savedIn(stretch);
    const int before = stretch.first == 0 && !saved ? editsBefore_ : 0;
    return before + std::abs(static_cast<int>(index_) - static_cast<int>(saved.value_or(stretch.first)));
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
    const std::optional<Placed>& placed = steps_.front().placed;
    editsBefore_ = placed ? 0 : clean_ == std::size_t(0) ? 1 : editsBefore_ + 1;
    if (placed) first_ = *placed;
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
    for (; bytes_ > bound_ && index_ > 1; dropFirst())
        if (steps_.front().placed) letGo_.push_back(first_.id);
    for (; bytes_ > bound_ && canRedo() && count() > 1; dropLast())
        if (const auto& placed = steps_.back().placed) letGo_.push_back(placed->id);
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
