#include "backend/host/AllowedKeys.h"

#include "kernels/kernels.h"

#include <algorithm>

namespace headlight {

void AllowedKeys::take(const Mask& mask, Index queries, Index keys) {
    if (queries == queries_ && keys == keys_ && mask == mask_) return;
    mask_ = mask;
    isOn_ = mask.isOn();
    queries_ = queries;
    keys_ = keys;
    known_.clear();
    bytes_ = {}; // unlike clear(), this gives the memory back
    stride_ = 0;
    if (mask.given) {
        stride_ = keys;
        const float* given = mask.given->data();
        bytes_.resize(static_cast<std::size_t>(queries * keys));
        std::transform(given, given + queries * keys, bytes_.begin(), [](float x) { return x != 0.0F; });
    } else if (!mask.hidden.empty()) {
        bytes_.assign(static_cast<std::size_t>(keys), 1);
    }
    for (std::size_t row = 0; row < bytes_.size(); row += static_cast<std::size_t>(keys))
        for (const int key : mask.hidden) bytes_[row + static_cast<std::size_t>(key)] = 0;
}

std::span<const float> AllowedKeys::of(Index row, const float* values, std::vector<float>& scratch) const {
    const Mask::Reach reach = this->reach(row);
    const std::uint8_t* bytes = this->bytes(row);
    if (!bytes) return {values + reach.begin, values + reach.end};
    scratch.clear();
    for (Index key = reach.begin; key < reach.end; ++key)
        if (bytes[key]) scratch.push_back(values[key]);
    return scratch;
}

const CellMask& AllowedKeys::maskedIn(const Area& area) {
    constexpr std::size_t kMax = 4; // a map, its detail, and those of another stage
    const auto found = std::ranges::find(known_, area, &Known::area);
    if (found != known_.end()) return found->masked;
    if (known_.size() == kMax) known_.erase(known_.begin());
    return known_.emplace_back(Known{area, computed(area)}).masked;
}

CellMask AllowedKeys::computed(const Area& area) const {
    if (!isOn_) return {};
    CellMask masked(area.height, area.width, true);
    Index left = area.height * area.width;
    const auto allow = [&](Index r, Index bin) {
        left -= masked(r, bin);
        masked.set(r, bin, false);
    };
    for (Index r = 0; r < area.height; ++r) {
        const Index last = area.row + kernels::binBegin(r + 1, area.height, area.rows);
        for (Index row = area.row + kernels::binBegin(r, area.height, area.rows); row < last; ++row) {
            const Mask::Reach reach = this->reach(row);
            const Index begin = std::max(reach.begin, area.col), end = std::min(reach.end, area.col + area.cols);
            const auto binOf = [&](Index key) { return kernels::binOf(key - area.col, area.width, area.cols); };
            if (const std::uint8_t* bytes = this->bytes(row)) {
                for (Index key = begin; key < end; ++key)
                    if (bytes[key]) allow(r, binOf(key));
            } else if (begin < end) {
                for (Index bin = binOf(begin); bin <= binOf(end - 1); ++bin) allow(r, bin);
            }
        }
    }
    return left > 0 ? masked : CellMask();
}

} // namespace headlight
