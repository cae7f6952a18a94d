#include "backend/host/AllowedKeys.h"

#include "kernels/Bins.h"

#include <algorithm>

namespace headlight {
namespace {

class KeysButFirst final : public CountedCells {
public:
    explicit KeysButFirst(const AllowedKeys& allowed) : allowed_(allowed) {}
    KeysOfRow keysOf(Index row) const override {
        KeysOfRow keys = allowed_.keysOf(row);
        keys.reach.begin = std::min(std::max<Index>(keys.reach.begin, 1), keys.reach.end);
        return keys;
    }

private:
    const AllowedKeys& allowed_;
};

} // namespace

std::shared_ptr<const CountedCells> countedCells(Stage stage, const AllowedKeys& allowed) {
    if (stage == Stage::Rest) return std::make_shared<KeysButFirst>(allowed);
    const bool areAll = !infoOf(stage).isMasked || !allowed.mask().isOn();
    return areAll ? nullptr : unowned(allowed);
}

std::span<const float> CountedCells::of(Index row, const float* values, std::vector<float>& scratch) const {
    const auto [reach, bytes] = keysOf(row);
    if (!bytes) return {values + reach.begin, values + reach.end};
    scratch.clear();
    for (Index key = reach.begin; key < reach.end; ++key)
        if (bytes[key]) scratch.push_back(values[key]);
    return scratch;
}

CellMask maskedIn(const Area& area, const CountedCells& counted) {
    const kernels::Bins bins(area.width, area.cols);
    CellMask masked(area.height, area.width, true);
    bool areAny = false;
    for (Index r = 0; r < area.height; ++r) {
        const Index last = area.row + kernels::binBegin(r + 1, area.height, area.rows);
        Index left = area.width;
        for (Index row = area.row + kernels::binBegin(r, area.height, area.rows); row < last && left > 0; ++row) {
            const auto [reach, bytes] = counted.keysOf(row);
            const Index begin = std::max(reach.begin - area.col, Index{0});
            const Index end = std::min(reach.end - area.col, area.cols);
            if (begin >= end) continue;
            const Index lastBin = kernels::binOf(end - 1, area.width, area.cols);
            for (Index bin = kernels::binOf(begin, area.width, area.cols); bin <= lastBin; ++bin) {
                if (!masked(r, bin)) continue;
                const Index from = std::max(begin, bins.begin(bin)), to = std::min(end, bins.begin(bin + 1));
                const auto isAllowed = [](std::uint8_t byte) { return byte != 0; };
                if (bytes && std::none_of(bytes + area.col + from, bytes + area.col + to, isAllowed)) continue;
                masked.set(r, bin, false);
                --left;
            }
        }
        areAny = areAny || left > 0;
    }
    return areAny ? masked : CellMask();
}

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

CellMask AllowedKeys::maskedIn(Stage stage, const Area& area) {
    constexpr std::size_t kMax = 4; // two regions, a map and its detail, of two stages
    const auto counted = countedCells(stage, *this);
    if (!counted) return {};
    const auto found = std::ranges::find_if(known_, [&](const Known& known) {
        return known.area == area && (known.stage == Stage::Rest) == (stage == Stage::Rest);
    });
    if (found != known_.end()) return found->masked;
    if (known_.size() == kMax) known_.erase(known_.begin());
    return known_.emplace_back(Known{stage, area, headlight::maskedIn(area, *counted)}).masked;
}

} // namespace headlight
