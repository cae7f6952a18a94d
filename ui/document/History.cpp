#include "document/History.h"

#include <cstdlib>
#include <utility>

namespace headlight {

void History::apply(const QString& label, const Session& session, int gesture) {
    forgetUndone();
    if (mayJoin(gesture)) {
        join(label, session);
    } else {
        add({session, label}, session);
        openGesture_ = gesture;
    }
    announce();
}

bool History::mayJoin(int gesture) const { return gesture > 0 && gesture == openGesture_ && !isClean(); }

void History::add(State state, const Session& session) {
    states_.push_back(std::move(state));
    count(index_++);
    session_ = session;
}

/// Gives the joined step the label of its last part.
void History::join(const QString& label, const Session& session) {
    session_ = before();
    dropLast();
    --index_;
    if (sameValues(session_, session))
        openGesture_ = 0; // the gesture ends where it began: the last step is an earlier one
    else
        add({session, label}, session);
}

void History::put(const QString& label, const Session& session, const QString& title) {
    forgetUndone();
    openGesture_ = 0;
    add({session, label, std::make_shared<Segment>(Segment{lastId_++, title, session})}, session);
    announce();
}

std::size_t History::bytesOf(const StoredSession& session, const StoredSession& next, const QString& label) const {
    return sizeof(State) - sizeof(StoredSession) + session.bytesBeside(next) +
           static_cast<std::size_t>(label.size()) * sizeof(QChar);
}

void History::count(std::size_t index) {
    State& state = states_[index];
    const State* next = index + 1 < states_.size() ? &states_[index + 1] : nullptr;
    bytes_ -= state.bytes;
    state.bytes = next ? bytesOf(state.session, next->session, next->label) : 0;
    bytes_ += state.bytes;
}

bool History::canHold(const QString& label, const Session& session) const {
    const std::size_t bytes = bytesOf(session_, session, label);
    return bytes <= bound_ && !forgetsWork() && (bytes_ + bytes <= bound_ || !unsavedWorkElsewhere());
}

void History::goTo(int index) {
    const auto to = static_cast<std::size_t>(std::clamp(index, 0, count()));
    if (std::exchange(index_, to) == to) return;
    openGesture_ = 0;
    session_ = states_[to].session.get();
    emit changed();
}

QString History::undoText() const { return canUndo() ? states_[index_].label : QString(); }
QString History::redoText() const { return canRedo() ? states_[index_ + 1].label : QString(); }

/// Returns the segment that holds this index: from the state that was put there to the last one before the next put().
History::SegmentRange History::segmentAt(std::size_t index) const {
    SegmentRange range{index, index};
    while (!states_[range.first].segment) --range.first;
    while (range.last + 1 < states_.size() && !states_[range.last + 1].segment) ++range.last;
    return range;
}

const std::shared_ptr<History::Segment>& History::sharedSegment(int index) const {
    return states_[segmentAt(static_cast<std::size_t>(index)).first].segment;
}

bool History::has(int id) const {
    return std::ranges::any_of(states_, [id](const State& state) { return state.segment && state.segment->id == id; });
}

std::optional<History::Edit> History::lastEdit() const {
    Session now = session_;
    for (std::size_t at = index_; at > 0 && !states_[at].segment; --at) {
        Session before = states_[at - 1].session.get();
        now.pins = before.pins;
        if (now != before) return Edit{std::move(before), states_[at].label};
    }
    return std::nullopt;
}

bool History::isAsPut() const { return states_[index_].segment && (index_ > 0 || editsBefore_ == 0); }

std::optional<std::size_t> History::savedIn(const SegmentRange& range) const {
    return clean_ && *clean_ >= range.first && *clean_ <= range.last ? clean_ : std::nullopt;
}

std::size_t History::numbersChangedIn(const SegmentRange& range) const {
    std::size_t numbers = 0;
    for (std::size_t i = range.first; i < range.last; ++i)
        numbers += numbersChanged(states_[i].session.get(), states_[i + 1].session.get());
    return numbers;
}

/// True if the segment holds unsaved work: in a new session any edit, in an example a sentence, or more than three
/// numbers or steps.
bool History::holdsWork(const SegmentRange& range) const {
    constexpr std::size_t kMaxTouch = 3;
    const auto saved = savedIn(range);
    const std::size_t from = saved.value_or(range.first);
    if (range.last - from > kMaxTouch || (range.first == 0 && editsBefore_ > 0 && !saved)) return true;
    const auto& segment = states_[range.first].segment;
    if (segment && segment->title.isEmpty() && states_[from].session.get() != states_[range.last].session.get())
        return true;
    const auto sentences = [](const Session& s) {
        return std::pair(s.text.sentence, s.source ? s.source->sentence : std::string());
    };
    for (std::size_t i = from; i < range.last; ++i)
        if (sentences(states_[i].session.get()) != sentences(states_[i + 1].session.get())) return true;
    return numbersChangedIn({from, range.last}) > kMaxTouch;
}

/// Returns the last index of the nearest later segment, whose put() was undone, that holds work.
std::optional<int> History::laterWork() const {
    for (std::size_t at = segmentAt(index_).last; at + 1 < states_.size(); at = segmentAt(at + 1).last)
        if (const SegmentRange after = segmentAt(at + 1); holdsWork(after)) return static_cast<int>(after.last);
    return std::nullopt;
}

/// True if the next step forgets more than a few small steps that were undone, whether they change a sentence or not.
bool History::forgetsWork() const {
    constexpr std::size_t kMaxSteps = 3, kMaxNumbers = 4096;
    const SegmentRange undone{index_, segmentAt(index_).last};
    const auto& segment = states_[index_].segment;
    const bool isNew = segment && segment->title.isEmpty() && undone.last > undone.first;
    const bool isTrimmed = index_ == 0 && editsBefore_ > 0 && !savedIn(undone);
    if (isNew || isTrimmed || undone.last - undone.first > kMaxSteps) return true;
    return numbersChangedIn(undone) > kMaxNumbers || laterWork();
}

std::optional<int> History::unsavedWorkElsewhere() const {
    for (std::size_t at = segmentAt(index_).first; at > 0; at = segmentAt(at - 1).first)
        if (const SegmentRange before = segmentAt(at - 1); holdsWork(before)) return static_cast<int>(before.last);
    return laterWork();
}

void History::reset(const Session& session, const QString& title) {
    session_ = session;
    states_.clear();
    states_.push_back({session, {}, std::make_shared<Segment>(Segment{lastId_++, title, session})});
    editsBefore_ = 0;
    openGesture_ = 0;
    index_ = 0;
    clean_ = 0;
    saving_.reset();
    bytes_ = 0;
    hasTrimmed_ = false;
    trimmed_.clear();
    emit changed();
}

void History::beginSaving() {
    saving_ = index_;
    openGesture_ = 0;
}

void History::endSaving(bool isSaved) {
    const auto saved = std::exchange(saving_, std::nullopt);
    if (isSaved) clean_ = saved;
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
    bytes_ -= states_.front().bytes;
    std::shared_ptr<Segment>& segment = states_[1].segment;
    editsBefore_ = segment ? 0 : clean_ == std::size_t(0) ? 1 : editsBefore_ + 1;
    if (!segment) segment = states_.front().segment;
    states_.pop_front();
    --index_;
    for (auto* mark : {&clean_, &saving_})
        if (*mark) *mark = **mark > 0 ? std::optional(**mark - 1) : std::nullopt;
}

void History::dropLast() {
    for (auto* mark : {&clean_, &saving_})
        if (*mark == states_.size() - 1) mark->reset();
    states_.pop_back();
    count(states_.size() - 1);
}

/// Packs states from the oldest on until they fit. Leaves the first, on whose blocks the others are based, and the
/// present one and its neighbours, which are shown next.
void History::pack() {
    for (std::size_t i = 1; i < states_.size() && bytes_ > bound_; ++i) {
        if (states_[i].session.isPacked() || (i + 1 >= index_ && i <= index_ + 1)) continue;
        states_[i].session.pack(states_[i - 1].session);
        count(i - 1);
        count(i);
    }
}

/// Removes the oldest steps first, then the farthest of those that were undone; true if any was removed.
bool History::trim() {
    if (bytes_ > bound_) pack();
    const int before = count();
    for (; bytes_ > bound_ && index_ > 1; dropFirst())
        if (states_[1].segment) trimmed_.push_back(states_[0].segment->id);
    for (; bytes_ > bound_ && canRedo() && count() > 1; dropLast())
        if (const auto& segment = states_.back().segment) trimmed_.push_back(segment->id);
    return count() < before;
}

void History::announce() {
    const bool goes = trim();
    const bool isNews = goes && !hasTrimmed_;
    hasTrimmed_ = hasTrimmed_ || goes;
    emit changed();
    if (isNews) emit beganToTrim();
}

} // namespace headlight
