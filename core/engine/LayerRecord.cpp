#include "engine/LayerRecord.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr auto kNone = static_cast<std::size_t>(-1);

/// Returns true if the cells that stay are masked as they were. This is so for a causal mask if queries and keys move
/// alike: of two tokens, the earlier one stays the earlier one.
bool keepsMask(const Mask& mask, const Frozen<RowMap>& queries, const Frozen<RowMap>& keys) {
    const bool isOnlyCausal = mask.causal && !mask.window && mask.hidden.empty() && !mask.given;
    return !mask.isOn() || (isOnlyCausal && queries && keys && *queries == *keys);
}

/// Returns the rows that may attend to a key in [first, end), perhaps some more.
IndexSet rowsThatReach(const Mask& mask, Index queries, Index first, Index end) {
    if (first >= end) return {};
    if (!mask.isOn()) return IndexSet::every();
    IndexSet rows;
    for (Index row = 0; row < queries; ++row) {
        const Mask::Reach reach = mask.reach(row, end);
        if (reach.begin < end && reach.end > first) rows.items.push_back(row);
    }
    return rows;
}

std::optional<Norm> normBefore(const LayerWeights& weights) {
    return weights.hasNorm(Norm::Place::Before) ? weights.norm : std::nullopt;
}

} // namespace

LayerRecord::Head::Head() {
    for (const StageInfo& info : stages()) stale[info.stage] = IndexSet::every();
}

void LayerRecord::Head::dropScores() {
    staleColumns = IndexSet::every();
    for (const StageInfo& info : stages())
        if (info.scope == Scope::Head && info.isMap()) stale[info.stage] = IndexSet::every();
}

LayerRecord::LayerRecord() {
    for (const StageInfo& info : stages()) stale_[info.stage] = IndexSet::every();
}

LayerUpdate LayerRecord::follow(const LayerNow& now, Stamp& clock) {
    const Frozen<RowMap>&queriesMoved = now.queriesChange.moved, &keysMoved = now.keysChange.moved;
    LayerUpdate update{now.number, now.weights, now.rule, now.queries, now.keys, queriesMoved, keysMoved, {}, {}};
    const bool hasKeys = !(now.keys == now.queries);
    Change change{now, changedRule(now)};
    change.haveInputsChanged = hasKeys != hasKeys_ || normBefore(*weights_) != normBefore(*now.weights);
    if (keysMoved) change.firstKey = keysMoved->firstMoved();
    if (keysMoved) change.endKey = std::max(keysMoved->before, keysMoved->now());
    hasKeys_ = hasKeys;
    matchHeads(change, update.heads);
    move(queriesMoved, keysMoved);

    const bool isMoved = queriesMoved || keysMoved;
    const auto mark = [&](IndexSet& stale, Stamp& stamp, IndexSet rows) {
        if (isMoved || !rows.empty()) stamp = ++clock;
        stale.add(rows);
        return rows;
    };
    change.ofHeads.resize(heads_.size());
    bool isShared = isMoved || change.rule || change.haveInputsChanged ||
                    change.haveHeadsChanged; // the change concerns all heads
    for (const StageInfo& info : stages()) {
        const Stage stage = info.stage;
        if (info.scope == Scope::Layer) {
            change.rows[stage] = mark(stale_[stage], stamps_[stage], changedRows(info, kNone, change));
            isShared = isShared || !change.rows[stage].empty();
        }
        for (std::size_t h = 0; info.scope == Scope::Head && h < heads_.size(); ++h) {
            if (!isShared && !change.isEdited[h]) continue;
            Head& head = heads_[h];
            const IndexSet& keys = change.ofHeads[h][Stage::K];
            change.ofHeads[h][stage] = mark(head.stale[stage], head.stamps[stage], changedRows(info, h, change));
            if (stage == Stage::Scores && !keys.empty()) {
                head.staleColumns.add(keys);
                head.stamps[stage] = ++clock;
            }
        }
    }
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        heads_[h].place = static_cast<int>(h);
        if (change.rule && *change.rule <= RulePart::Normalisation) heads_[h].isRuleNew = true;
    }
    const Stage result = resultStage(*now.weights);
    resultChange_.rows.add(result == resultStage(*weights_) ? change.rows[result] : IndexSet::every());
    weights_ = now.weights;
    rule_ = now.rule;
    host_ = now.host;
    below_ = now.below;
    return update;
}

std::optional<RulePart> LayerRecord::changedRule(const LayerNow& now) const {
    const ScoreRule& rule = now.rule;
    if (rule.factor != rule_.factor) return RulePart::Factor;
    if (rule.mask != rule_.mask || rule.masksAfter != rule_.masksAfter) return RulePart::Mask;
    const RowChange &queries = now.queriesChange, &keys = now.keysChange;
    if ((queries.moved || keys.moved) && !keepsMask(rule.mask, queries.moved, keys.moved)) return RulePart::Mask;
    if (rule.normalisation != rule_.normalisation) return RulePart::Normalisation;
    return rule.dropout == rule_.dropout ? std::nullopt : std::optional(RulePart::Dropout);
}

void LayerRecord::matchHeads(Change& change, std::vector<HeadUpdate>& updates) {
    const auto &heads = change.now.weights->heads, &before = weights_->heads;
    const std::size_t n = heads.size();
    std::vector<std::size_t> from(n, kNone); // the former head that becomes this one
    std::vector<bool> isTaken(heads_.size());
    const auto take = [&](std::size_t h, std::size_t old) {
        from[h] = old;
        isTaken[old] = true;
        change.isEdited[h] = !(before[old] == heads[h]);
    };
    change.isEdited.assign(n, true);
    // First heads that are where they were; then heads that moved because another one came or went; then edited ones.
    for (std::size_t h = 0; h < std::min(n, heads_.size()); ++h)
        if (before[h] == heads[h]) take(h, h);
    for (std::size_t h = 0; h < n; ++h)
        for (std::size_t old = 0; old < heads_.size() && from[h] == kNone; ++old)
            if (!isTaken[old] && before[old] == heads[h]) take(h, old);
    for (std::size_t h = 0; h < std::min(n, heads_.size()); ++h)
        if (from[h] == kNone && !isTaken[h]) take(h, h);

    change.haveHeadsChanged = n != heads_.size();
    for (std::size_t h = 0; h < n; ++h) change.haveHeadsChanged = change.haveHeadsChanged || from[h] != h;
    if (change.haveHeadsChanged) {
        std::vector<Head> old = std::exchange(heads_, std::vector<Head>(n));
        for (std::size_t h = 0; h < n; ++h)
            if (from[h] != kNone) heads_[h] = std::move(old[from[h]]);
    }
    updates.resize(n);
    for (std::size_t h = 0; h < n; ++h) updates[h].was = heads_[h].place;
}

void LayerRecord::move(const Frozen<RowMap>& queries, const Frozen<RowMap>& keys) {
    const auto moveRows = [&](const StageInfo& info, IndexSet& rows) {
        const Frozen<RowMap>& moved = info.rows == Side::Tokens ? queries : keys;
        if (moved) rows = moved->mapped(rows);
    };
    for (const StageInfo& info : stages()) {
        moveRows(info, stale_[info.stage]);
        for (Head& head : heads_) moveRows(info, head.stale[info.stage]);
    }
    for (Head& head : heads_)
        if (keys) head.staleColumns = keys->mapped(head.staleColumns);
    if (!queries) return;
    if (resultChange_.moved || resultChange_.rows.all) // perhaps the layer above was not told of a move
        resultChange_ = {{}, IndexSet::every()};
    else
        resultChange_ = {queries, queries->mapped(resultChange_.rows)};
}

IndexSet LayerRecord::changedRows(const StageInfo& info, std::size_t h, const Change& change) const {
    const LayerNow& now = change.now;
    const bool isOfHead = info.scope == Scope::Head;
    if (isOfHead && heads_[h].place < 0) return IndexSet::every(); // a new head
    const auto differ = [&](const auto& before, const auto& after) {
        return std::ranges::any_of(info.parameters, [&](Parameter p) { return before[p] != after[p]; });
    };
    bool areAll = isOfHead ? differ(weights_->heads[static_cast<std::size_t>(heads_[h].place)], now.weights->heads[h])
                           : differ(*weights_, *now.weights);
    if (info.isOnHost) areAll = host_[info.stage] != now.host[info.stage];
    if (isOfHead && info.fromScores) {
        areAll = areAll || (change.rule && *change.rule <= info.dependsOn);
        // Dropout is drawn for the head's index.
        const bool isDropped = rule_.dropout && info.dependsOn >= RulePart::Dropout;
        areAll = areAll || (isDropped && change.haveHeadsChanged);
    }
    if (info.stage == Stage::X || info.stage == Stage::XKv) areAll = areAll || change.haveInputsChanged;
    if (info.stage == Stage::Concat || info.isRollout) areAll = areAll || change.haveHeadsChanged;
    if (info.stage == Stage::Result)
        areAll = areAll || weights_->norm != now.weights->norm || weights_->residual != now.weights->residual;
    if (info.isRollout) // no backend moves rollouts
        areAll = areAll || now.queriesChange.moved || now.keysChange.moved ||
                 below_[info.stage] != now.below[info.stage];
    if (areAll) return IndexSet::every();

    IndexSet rows;
    if (info.stage == Stage::X) rows = now.queriesChange.rows;
    if (info.stage == Stage::XKv) rows = now.keysChange.rows;
    for (const Source& source : info.sources) rows.add(changedBy(source, info, h, change));
    return rows;
}

IndexSet LayerRecord::changedBy(const Source& source, const StageInfo& info, std::size_t h,
                                const Change& change) const {
    const bool isOfHead = info.scope == Scope::Head;
    const Stage stage = isOfHead ? inputOf(source.stage, *change.now.weights, hasKeys_) : source.stage;
    IndexSet rows;
    if (infoOf(stage).scope == Scope::Layer)
        rows = change.rows[stage];
    else if (isOfHead)
        rows = change.ofHeads[h][stage];
    else
        for (const auto& head : change.ofHeads) rows.add(head[stage]);
    if (source.along == Source::Along::Rows) return rows;
    if (info.stage == Stage::Scores) return {}; // its columns are named instead
    if (source.along == Source::Along::Columns) return rows.empty() ? rows : IndexSet::every();
    if (rows.all) return rows;
    Index first = change.firstKey, end = change.endKey;
    if (!rows.empty()) {
        first = first < end ? std::min(first, rows.items.front()) : rows.items.front();
        end = std::max(end, rows.items.back() + 1);
    }
    return rowsThatReach(change.now.rule.mask, change.now.queryCount, first, end);
}

void LayerRecord::want(const LayerPlan& plan, LayerUpdate& update) {
    for (const StageInfo& info : stages())
        if (info.scope == Scope::Layer && plan.ofLayer.has(info.stage)) update.rows[info.stage] = stale_[info.stage];
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        Head& head = heads_[h];
        HeadUpdate& todo = update.heads[h];
        const LayerPlan::Head& wanted = plan.heads[h];
        for (const StageInfo& info : stages())
            if (wanted.stages.has(info.stage)) todo.rows[info.stage].add(head.stale[info.stage]);
        if (!wanted.stages.has(Stage::Context))
            todo.rows[Stage::Context] = head.stale[Stage::Context] & wanted.contextRows;
        todo.isRuleNew = head.isRuleNew;
        if (wanted.stages.has(Stage::Scores)) {
            todo.columns = head.staleColumns;
            head.hasScores = true;
        } else if (head.hasScores) {
            todo.dropsScores = true;
            head.dropScores();
        }
    }
}

void LayerRecord::settle(const LayerUpdate& update) {
    for (const StageInfo& info : stages()) {
        if (info.scope == Scope::Layer) stale_[info.stage].remove(update.rows[info.stage]);
        for (std::size_t h = 0; info.scope == Scope::Head && h < heads_.size(); ++h)
            heads_[h].stale[info.stage].remove(update.heads[h].rows[info.stage]);
    }
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        if (update.heads[h].dropsScores) heads_[h].hasScores = false;
        heads_[h].staleColumns.remove(update.heads[h].columns);
        if (heads_[h].hasScores) heads_[h].isRuleNew = false;
    }
}

Stamp LayerRecord::stamp(Stage stage, int head) const {
    return infoOf(stage).scope == Scope::Head ? heads_[static_cast<std::size_t>(head)].stamps[stage] : stamps_[stage];
}

} // namespace headlight
