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
    step.segment = Segment{++lastId_, title};
    add(std::move(step), session);
    announce();
}

bool History::hasRoomFor(const QString& label, const Session& session) const {
    const std::size_t bytes = stepTo(label, session, 0).bytes;
    return bytes <= bound_ && !forgetsWork() && (bytes_ + bytes <= bound_ || !unsavedWorkElsewhere());
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

/// The one that holds this index: from where something was put to the last step before something else is.
History::SegmentRange History::segmentAt(std::size_t index) const {
    SegmentRange range{index, index};
    while (range.first > 0 && !steps_[range.first - 1].segment) --range.first;
    while (range.last < steps_.size() && !steps_[range.last].segment) ++range.last;
    return range;
}

const History::Segment& History::segment(int index) const {
    const std::size_t first = segmentAt(static_cast<std::size_t>(index)).first;
    return first == 0 ? first_ : *steps_[first - 1].segment;
}

bool History::has(int id) const {
    return first_.id == id ||
           std::ranges::any_of(steps_, [id](const Step& step) { return step.segment && step.segment->id == id; });
}

bool History::isAsPut() const { return index_ == 0 ? editsBefore_ == 0 : steps_[index_ - 1].segment.has_value(); }

std::optional<std::size_t> History::savedIn(const SegmentRange& range) const {
    return clean_ && *clean_ >= range.first && *clean_ <= range.last ? clean_ : std::nullopt;
}

/// A touch or two while an example is looked at is none.
bool History::holdsWork(const SegmentRange& range) const {
    constexpr std::size_t kLightSteps = 3, kLightBytes = 64 * 1024;
    const auto saved = savedIn(range);
    std::size_t bytes = 0, steps = 0;
    for (std::size_t i = saved.value_or(range.first); i < range.last; ++i, ++steps) bytes += steps_[i].bytes;
    const bool hasLostSteps = range.first == 0 && editsBefore_ > 0 && !saved;
    return hasLostSteps || steps > kLightSteps || bytes > kLightBytes;
}

/// In what was put behind the present one, and undone.
std::optional<int> History::laterWork() const {
    for (std::size_t at = segmentAt(index_).last; at < steps_.size(); at = segmentAt(at + 1).last)
        if (const SegmentRange after = segmentAt(at + 1); holdsWork(after)) return static_cast<int>(after.last);
    return std::nullopt;
}

/// What was undone is forgotten with the next step.
bool History::forgetsWork() const { return holdsWork({index_, segmentAt(index_).last}) || laterWork(); }

std::optional<int> History::unsavedWorkElsewhere() const {
    for (std::size_t at = segmentAt(index_).first; at > 0; at = segmentAt(at - 1).first)
        if (const SegmentRange before = segmentAt(at - 1); holdsWork(before)) return static_cast<int>(before.last);
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
    hasTrimmed_ = false;
    trimmed_.clear();
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
    const SegmentRange range = segmentAt(index_);
    const auto saved = savedIn(range);
    const int before = range.first == 0 && !saved ? editsBefore_ : 0;
    return before + std::abs(static_cast<int>(index_) - static_cast<int>(saved.value_or(range.first)));
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
    const std::optional<Segment>& segment = steps_.front().segment;
    editsBefore_ = segment ? 0 : clean_ == std::size_t(0) ? 1 : editsBefore_ + 1;
    if (segment) first_ = *segment;
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
        if (steps_.front().segment) trimmed_.push_back(first_.id);
    for (; bytes_ > bound_ && canRedo() && count() > 1; dropLast())
        if (const auto& segment = steps_.back().segment) trimmed_.push_back(segment->id);
    return count() < before;
}

void History::announce() {
    const bool goes = makeRoom();
    const bool isNews = goes && !hasTrimmed_;
    hasTrimmed_ = hasTrimmed_ || goes;
    emit changed();
    if (isNews) emit beganToTrim();
}

} // namespace headlight
