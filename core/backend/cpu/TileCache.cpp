#include "backend/cpu/TileCache.h"

#include "backend/cpu/scoreViews.h"

#include <algorithm>

namespace headlight {
namespace {

/// Returns true if one score changes all of its row.
bool isOfRows(const ScoreTable& table, Stage stage) {
    return infoOf(stage).dependsOn >= (table.rule().masksAfter ? RulePart::Mask : RulePart::Normalisation);
}

/// Returns the pooling that a tile is kept for: two of them give the same tile of weights, see WeightBins.
Pooling keptPooling(const ScoreTable& table, const TileRead& read) {
    return WeightBins::canMake(table, read.stage, read.area, read.pooling) ? Pooling::Maximum : read.pooling;
}

} // namespace

TileCache::Kept& TileCache::kept(const ScoreTable& table, const TileRead& read, Pooling pooling,
                                 ScoreTable::Change& change) {
    // A map that was not brought up to date after the previous change cannot be after this one.
    std::erase_if(kept_, [&](const Kept& k) { return k.generation + 1 < table.generation(); });
    const auto ofStage = [&](const Kept& k) { return k.stage == read.stage; };
    const auto found = std::ranges::find_if(
        kept_, [&](const Kept& k) { return ofStage(k) && k.area == read.area && k.pooling == pooling; });
    if (found == kept_.end()) {
        if (std::ranges::count_if(kept_, ofStage) >= kMaxPerStage) kept_.erase(std::ranges::find_if(kept_, ofStage));
        kept_.push_back({read.stage, read.area, pooling, 0, {}, std::make_shared<WeightBins>()});
        change = {IndexSet::every(), IndexSet::every(), true, true};
    } else {
        change = found->generation == table.generation() ? ScoreTable::Change{{}, {}, false, false}
                                                         : table.lastChange();
        if (change.moved) change.rows = change.cols = IndexSet::every();
        std::rotate(found, std::next(found), kept_.end()); // kept_ is in the order of last use
    }
    kept_.back().generation = table.generation();
    return kept_.back();
}

std::size_t TileCache::bytes() const {
    std::size_t bytes = 0;
    for (const Kept& k : kept_) bytes += static_cast<std::size_t>(k.values.size()) * sizeof(float) + k.bins->bytes();
    return bytes;
}

void TileCache::make(const ScoreTable& table, std::span<const TileRead> reads, ScoreSinks& sinks) {
    sinks.tiles.clear();
    std::vector<TileRead> toKeep;
    std::vector<std::pair<Matrix*, const Matrix*>> copies; // of tiles that two maps show
    ScoreTable::Change change;
    for (std::size_t i = 0; i < reads.size(); ++i) {
        TileRead read = reads[i];
        const auto& [stage, area, pooling, to, bins] = read;
        const auto first = std::ranges::find_if(reads.first(i), [&](const TileRead& other) {
            return other.stage == read.stage && other.area == read.area &&
                   keptPooling(table, other) == keptPooling(table, read);
        });
        if (first != reads.begin() + static_cast<std::ptrdiff_t>(i)) {
            copies.emplace_back(to, first->to);
            continue;
        }
        if (!table.isStreamed() && WeightBins::canMake(table, stage, area, pooling)) {
            read.bins = kept(table, read, keptPooling(table, read), change).bins;
            read.bins->follow(table, area, change);
        } else if (!isOfRows(table, stage) && !area.exact()) {
            Matrix& values = kept(table, read, pooling, change).values;
            const bool isRuleNew = change.rule && infoOf(stage).dependsOn > RulePart::None;
            if (to->size() > 0) {
                values = *to;
                continue;
            }
            if (!isRuleNew && !change.rows.all && !change.cols.all) {
                poolChanged(viewOf(table, stage), area, pooling, change.rows, change.cols, values);
                *to = Matrix(values); // a copy of its memory, faster than an assignment
                continue;
            }
            toKeep.push_back(read);
        }
        if (to->size() == 0) sinks.tiles.push_back(read);
    }
    sinks.make(table);
    for (const TileRead& read : toKeep) kept(table, read, read.pooling, change).values = *read.to;
    for (const auto& [to, from] : copies) *to = *from;
}

} // namespace headlight
