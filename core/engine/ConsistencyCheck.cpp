#include "engine/ConsistencyCheck.h"

#include "session/consistency.h"

#include <utility>

namespace headlight {
namespace {

/// Things of one kind, written over those of last time: an edit of a number finds them all the same and moves nothing.
template <class T>
class Notes {
public:
    explicit Notes(std::vector<T>& items) : items_(items) {}
    void add(const T& item) {
        if (count_ < items_.size() && items_[count_] == item) {
            ++count_;
            return;
        }
        isSame_ = false;
        items_.resize(count_);
        items_.push_back(item);
        ++count_;
    }
    bool areAsBefore() const { return isSame_ && count_ == items_.size(); }
    ~Notes() { items_.resize(count_); }

private:
    std::vector<T>& items_;
    std::size_t count_ = 0;
    bool isSame_ = true;
};

} // namespace

bool ConsistencyCheck::looksAsBefore(const Session& session) {
    Notes vocabularies(seen_.vocabularies);
    Notes tokens(seen_.tokens);
    Notes options(seen_.options);
    Notes sizes(seen_.sizes);
    const auto look = [&](const Text& text) {
        vocabularies.add(text.vocabulary);
        tokens.add(text.tokens);
        sizes.add(text.embeddings.rows());
        sizes.add(text.embeddings.cols());
    };
    look(session.text);
    if (session.source) look(*session.source);
    for (const Layer& layer : session.layers) {
        options.add(layer.options);
        sizes.add(static_cast<Index>(layer.heads.size()));
        sizes.add(layer.residual);
    }
    forEachParameter(session, [&](const ParameterRef&, const FrozenMatrix& matrix) {
        sizes.add(matrix ? matrix->rows() : -1);
        sizes.add(matrix ? matrix->cols() : -1);
    });
    return vocabularies.areAsBefore() && tokens.areAsBefore() && options.areAsBefore() && sizes.areAsBefore();
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
