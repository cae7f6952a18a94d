#include "document/Segments.h"

#include "document/lookedAt.h"

#include <algorithm>

namespace headlight {

void Segments::forgetGone() {
    const auto isGone = [&](const auto& one) { return !history_.has(one.first); };
    std::erase_if(opened_, isGone);
    std::erase_if(left_, isGone);
    std::erase_if(cautions_, isGone);
}

Caution Segments::caution() const {
    const auto found = cautions_.find(history_.segment().id);
    return found == cautions_.end() ? Caution() : found->second;
}

QString Caution::textFor(const Text& now) const {
    const bool isRandom = std::ranges::any_of(now.tokens->ids, [&](Index id) { // new words are drawn, too
        return id >= drawn.rows() || (drawn.cols() == now.embeddings.cols() && drawn.row(id) == now.embeddings.row(id));
    });
    if (randomX.isEmpty() || !isRandom) return text;
    return text.isEmpty() ? randomX : randomX + QLatin1Char(' ') + text;
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
