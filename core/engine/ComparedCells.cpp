#include "engine/ComparedCells.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headlight {
namespace {

RowMap mapOf(const Frozen<RowMap>& moved, Index count) {
    if (moved) return *moved;
    RowMap same{std::vector<Index>(static_cast<std::size_t>(count)), count};
    std::iota(same.from.begin(), same.from.end(), Index{0});
    return same;
}

/// Sets `counts` [keys] to 1 for the keys that are allowed (null: all), to 0 for the rest.
void layOut(const CountedCells* allowed, Index query, Index keys, std::uint8_t* counts) {
    const auto [reach, bytes] = allowed ? allowed->keysOf(query) : KeysOfRow{{0, keys}};
    std::fill_n(counts, keys, std::uint8_t{0});
    if (bytes)
        std::copy(bytes + reach.begin, bytes + reach.end, counts + reach.begin);
    else
        std::fill(counts + reach.begin, counts + reach.end, std::uint8_t{1});
}

} // namespace

ComparedCells::ComparedCells(const StageInfo& info, LayerState& now, LayerState& before, const Frozen<RowMap>& rows,
                             const Frozen<RowMap>& cols)
    : rows_(mapOf(rows, lengthOf(info.rows, now.sizes()))), cols_(mapOf(cols, lengthOf(info.cols, now.sizes()))) {
    cols_.forEachRun([this](Index from, Index to, Index count) { runs_.push_back({from, to, count}); });
    areAsBefore_ = !rows && !cols && (!info.isMasked || now.rule().mask == before.rule().mask);
    now_ = countedCells(info.stage, now.allowed());
    before_ = countedCells(info.stage, before.allowed());
    areAll_ = areAsBefore_ && !now_;
    if (!info.isMasked) return;
    const auto isZero = [&](const LayerState& layer) { return maskedValue(info.stage, layer.rule().masksAfter) == 0; };
    isOneEnough_ = isZero(now) && isZero(before);
}

KeysOfRow ComparedCells::keysOf(Index row) const {
    if (areAll_) return {{0, cols()}};
    counts_.assign(static_cast<std::size_t>(cols()), 0);
    const KeysOfRow keys{{0, cols()}, counts_.data()};
    const Index was = rowBefore(row);
    if (was < 0) return keys;
    scratch_.resize(static_cast<std::size_t>(cols() + colsBefore()));
    std::uint8_t *now = scratch_.data(), *before = now + cols();
    layOut(now_.get(), row, cols(), now);
    layOut(before_.get(), was, colsBefore(), before);
    for (const auto& [from, to, count] : runs_) {
        const std::uint8_t* const isAllowed = now + to;
        if (isOneEnough_)
            std::transform(isAllowed, isAllowed + count, before + from, counts_.data() + to, std::bit_or<>());
        else
            std::transform(isAllowed, isAllowed + count, before + from, counts_.data() + to, std::bit_and<>());
    }
    return keys;
}

} // namespace headlight
