#include "document/Segments.h"

#include "document/lookedAt.h"

namespace headlight {

void Segments::forgetGone() {
    const auto isGone = [&](const auto& one) { return !history_.has(one.first); };
    std::erase_if(opened_, isGone);
    std::erase_if(left_, isGone);
    std::erase_if(cautions_, isGone);
}

FileCaution Segments::caution() const {
    const auto found = cautions_.find(history_.segment().id);
    return found == cautions_.end() ? FileCaution() : found->second;
}

void Segments::show(ViewState& state) {
    if (shown_ && history_.has(*shown_)) left_[*shown_] = {viewOf(state), state.entry};
    shown_ = history_.segment().id;
    const auto left = left_.find(*shown_);
    if (left == left_.end()) return;
    takeView(state, left->second.first);
    state.entry = left->second.second;
}

void Segments::begin(const View& view, const std::optional<Session>& opened) {
    const int id = history_.segment().id;
    if (shown_ == id) shown_.reset(); // it is shown again, with another view
    left_[id] = {view, {}};
    if (opened) opened_.insert_or_assign(id, *opened);
}

} // namespace headlight
