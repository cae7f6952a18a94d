#include "backend/cpu/TileCache.h"

#include "backend/cpu/StreamedTiles.h"

#include <algorithm>

namespace headlight {

TileCache::Kept& TileCache::kept(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling,
                                 ScoreTable::Change& change) {
    // A map that was not brought up to date after the previous change cannot be after this one.
    std::erase_if(kept_, [&](const Kept& k) { return k.generation + 1 < table.generation(); });
    auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) { return k.isOf(stage, area, pooling); });
    if (found == kept_.end()) {
        keepWithinLimit(stage);
        kept_.push_back({stage, area, pooling, 0, {}, {}});
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

void TileCache::keepWithinLimit(Stage stage) {
    const auto ofStage = [&](const Kept& k) { return k.stage == stage; };
    if (std::count_if(kept_.begin(), kept_.end(), ofStage) >= kMaxPerStage)
        kept_.erase(std::find_if(kept_.begin(), kept_.end(), ofStage));
}

std::size_t TileCache::bytes() const {
    std::size_t bytes = 0;
    for (const Kept& k : kept_) bytes += static_cast<std::size_t>(k.values.size()) * sizeof(float) + k.weights.bytes();
    return bytes;
}

/// Returns true if one score changes all of its row.
bool TileCache::isOfRows(const ScoreTable& table, Stage stage) {
    return infoOf(stage).dependsOn >= (table.rule().masksAfter ? RulePart::Mask : RulePart::Normalisation);
}

bool TileCache::isQuick(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) const {
    const ScoreTable::Change& last = table.lastChange();
    const bool isFew = !last.moved && !last.rows.all && !last.cols.all &&
                       (infoOf(stage).dependsOn == RulePart::None || !last.rule);
    return std::ranges::any_of(kept_, [&](const Kept& k) {
        return k.isOf(stage, area, pooling) &&
               (k.generation == table.generation() || (isFew && k.generation + 1 == table.generation()));
    });
}

void TileCache::keep(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling, const Matrix& values) {
    ScoreTable::Change change;
    if (!isOfRows(table, stage) && !area.exact()) kept(table, stage, area, pooling, change).values = values;
}

Matrix TileCache::tile(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    ScoreTable::Change change;
    if (table.isStreamed() && !isQuick(table, stage, area, pooling)) {
        Matrix made;
        StreamedTiles({{stage, area, pooling, &made}}).make(table);
        keep(table, stage, area, pooling, made);
        return made;
    }
    if (WeightBins::canMake(table, stage, area, pooling)) {
        WeightBins& weights = kept(table, stage, area, Pooling::Maximum, change).weights;
        return weights.tile(table, area, change);
    }
    if (isOfRows(table, stage) || area.exact()) {
        Matrix fresh;
        poolAll(viewOf(table, stage), area, pooling, fresh);
        return fresh;
    }
    Kept& kept = this->kept(table, stage, area, pooling, change);
    if (change.rule && infoOf(stage).dependsOn > RulePart::None) change.rows = IndexSet::every();
    poolChanged(viewOf(table, stage), area, pooling, change.rows, change.cols, kept.values);
    return kept.values;
}

} // namespace headlight
