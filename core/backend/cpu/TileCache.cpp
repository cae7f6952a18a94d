#include "backend/cpu/TileCache.h"

#include <algorithm>

namespace headlight {

TileCache::Kept& TileCache::kept(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling,
                                 ScoreTable::Change& change) {
    // Whatever was not brought up to date at the last change cannot be by this one.
    std::erase_if(kept_, [&](const Kept& k) { return k.generation + 1 < table.generation(); });
    auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) {
        return k.stage == stage && k.area == area && k.pooling == pooling;
    });
    if (found == kept_.end()) {
        makeRoom(stage);
        kept_.push_back({stage, area, pooling, 0, {}, {}});
        change = {IndexSet::every(), IndexSet::every(), true, true};
    } else {
        change = found->generation == table.generation() ? ScoreTable::Change{{}, {}, false, false}
                                                         : table.lastChange();
        if (change.moved) change.rows = change.cols = IndexSet::every();
        std::rotate(found, std::next(found), kept_.end()); // the one asked for last stands last
    }
    kept_.back().generation = table.generation();
    return kept_.back();
}

void TileCache::makeRoom(Stage stage) {
    const auto ofStage = [&](const Kept& k) { return k.stage == stage; };
    if (std::count_if(kept_.begin(), kept_.end(), ofStage) >= kMaxPerStage)
        kept_.erase(std::find_if(kept_.begin(), kept_.end(), ofStage));
}

std::size_t TileCache::bytes() const {
    std::size_t bytes = 0;
    for (const Kept& k : kept_) bytes += static_cast<std::size_t>(k.values.size()) * sizeof(float) + k.weights.bytes();
    return bytes;
}

Matrix TileCache::tile(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    ScoreTable::Change change;
    if (stage == Stage::Weights && !area.exact() && pooling != Pooling::Mean &&
        table.rule().normalisation == Normalisation::Softmax) { // none is negative: the largest is the largest by size
        if (table.isStreamed()) return WeightBins::passingTile(table, area);
        WeightBins& weights = kept(table, stage, area, Pooling::Maximum, change).weights;
        return weights.tile(table, area, change);
    }
    const bool isOfRows = infoOf(stage).dependsOn >=
                          (table.rule().masksAfter ? RulePart::Mask : RulePart::Normalisation);
    if (isOfRows || area.exact()) { // one score changes all of its row
        Matrix fresh;
        poolAll(viewOf(table, stage), area, pooling, fresh);
        return fresh;
    }
    Kept& kept = this->kept(table, stage, area, pooling, change);
    if (change.rule && stage != Stage::Scores) change.rows = IndexSet::every();
    poolChanged(viewOf(table, stage), area, pooling, change.rows, change.cols, kept.values);
    return kept.values;
}

} // namespace headlight
