#include "engine/ConsistencyCheck.h"

#include "session/consistency.h"

#include <utility>

namespace headlight {
namespace {

/// Things of one kind, written over those of last time: an edit of a number finds them all the same and moves nothing.
template <class T>
class Notes {
public:
    explicit Notes(std::vector<T>& items) : items_(items), next_(items.data()), end_(items.data() + items.size()) {}
    void add(const T& item) {
        if (next_ != end_ && *next_ == item)
            ++next_;
        else
            goOnWith(item);
    }
    bool areAsBefore() const { return isSame_ && next_ == end_; }
    ~Notes() { items_.resize(static_cast<std::size_t>(next_ - items_.data())); }

private:
    void goOnWith(const T& item) {
        isSame_ = false;
        items_.resize(static_cast<std::size_t>(next_ - items_.data()));
        items_.push_back(item);
        next_ = end_ = items_.data() + items_.size();
    }

    std::vector<T>& items_;
    const T *next_, *end_; ///< of those of last time
    bool isSame_ = true;
};

} // namespace

ConsistencyCheck::Off ConsistencyCheck::offOf(const Layer& layer) {
    Off off{layer.offGiven, layer.offWindow, layer.offDropout, layer.offNorm, layer.otherMasks, {}};
    for (std::size_t i = 0; i < kWholes.size(); ++i) off.wholes[i] = layer.*kWholes[i].slot;
    return off;
}

bool ConsistencyCheck::looksAsBefore(const Session& session) {
    Notes vocabularies(seen_.vocabularies);
    Notes tokens(seen_.tokens);
    Notes options(seen_.options);
    Notes norms(seen_.norms);
    Notes offs(seen_.offs);
    Notes positions(seen_.positions);
    positions.add(session.positions ? static_cast<int>(session.positions->kind) : -1);
    Notes sizes(seen_.sizes);
    const auto look = [&](const Text& text) {
        vocabularies.add(text.vocabulary);
        tokens.add(text.tokens);
        sizes.add({text.embeddings.rows(), text.embeddings.cols()});
    };
    look(session.text);
    if (session.source) look(*session.source);
    if (session.offSource) look(*session.offSource);
    positions.add(session.source ? 1 : session.offSource ? 2 : 0);
    for (const Layer& layer : session.layers) {
        options.add(layer.options);
        norms.add(layer.norm);
        offs.add(offOf(layer));
        sizes.add({static_cast<Index>(layer.heads.size()), layer.residual});
    }
    const auto measure = [&](const ParameterRef&, const FrozenMatrix& matrix) {
        sizes.add(matrix ? std::pair(matrix->rows(), matrix->cols()) : std::pair<Index, Index>(-1, -1));
    };
    forEachParameter(session, measure);
    for (const Layer& layer : session.layers) forEachOff(layer, 0, measure);
    return vocabularies.areAsBefore() && tokens.areAsBefore() && options.areAsBefore() && norms.areAsBefore() &&
           offs.areAsBefore() && positions.areAsBefore() && sizes.areAsBefore();
}

std::optional<std::string> ConsistencyCheck::operator()(const Session& session) {
    const bool passed = std::exchange(hasPassed_, false); // what throws has not passed
    std::optional<std::string> complaint;
    if (!looksAsBefore(session) || !passed) {
        ++looks_;
        complaint = firstInconsistency(session);
    }
    hasPassed_ = !complaint;
    return complaint;
}

} // namespace headlight
