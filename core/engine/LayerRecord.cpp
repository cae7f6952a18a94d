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

/// Returns true for what has a number for each key in every row, and is computed when it is read.
bool hasColumns(Op::Kind kind) {
    return kind == Op::Kind::Scale || kind == Op::Kind::Mask || kind == Op::Kind::SoftmaxOfAll;
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
    LayerUpdate update{now.number, now.program,  now.weights, now.rule, now.queries,
                       now.keys,   queriesMoved, keysMoved,   {},       {}};
    Change change{now, changedRule(now)};
    if (keysMoved) change.firstKey = keysMoved->firstMoved();
    if (keysMoved) change.endKey = std::max(keysMoved->before, keysMoved->now());
    matchHeads(change, update.heads);
    move(queriesMoved, keysMoved);

    const bool isMoved = queriesMoved || keysMoved;
    const auto mark = [&](IndexSet& stale, Stamp& stamp, const IndexSet& rows) {
        if (isMoved || !rows.empty()) stamp = ++clock;
        stale.add(rows);
    };
    change.ofHeads.resize(heads_.size());
    bool isShared = isMoved || change.rule || change.haveHeadsChanged || !(now.program == program_);
    // If nothing changed that every head may read, only edited heads are looked at.
    for (const Op& op : now.program) {
        const Stage stage = op.result;
        if (infoOf(stage).scope == Scope::Layer) {
            change.rows[stage] = staleRows(op, kNone, change);
            mark(stale_[stage], stamps_[stage], change.rows[stage]);
            isShared = isShared || !change.rows[stage].empty();
            continue;
        }
        for (std::size_t h = 0; h < heads_.size(); ++h) {
            if (!isShared && !change.isEdited[h]) continue;
            Head& head = heads_[h];
            Stale& stale = change.ofHeads[h];
            stale.rows[stage] = staleRows(op, h, change);
            if (op.kind == Op::Kind::Scores) {
                const Stage keys = op.inputs[1];
                stale.columns = infoOf(keys).scope == Scope::Layer ? change.rows[keys] : stale.rows[keys];
                head.staleColumns.add(stale.columns);
                if (!stale.columns.empty()) head.stamps[stage] = ++clock;
            }
            // A changed key is a column of each row. Of the scores, the column is named instead of all rows.
            if (hasColumns(op.kind) && !stale.columns.empty())
                mark(head.stale[stage], head.stamps[stage], IndexSet::every());
            else
                mark(head.stale[stage], head.stamps[stage], stale.rows[stage]);
        }
    }
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        heads_[h].index = static_cast<int>(h);
        if (change.rule && *change.rule <= RulePart::Normalisation) heads_[h].isRuleNew = true;
    }
    const Stage result = now.program.result();
    resultChange_.rows.add(result == program_.result() ? change.rows[result] : IndexSet::every());
    program_ = now.program;
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
    const bool isMoved = queries.moved || keys.moved;
    if (isMoved && !keepsMask(rule.mask, queries.moved, keys.moved)) return RulePart::Mask;
    if (rule.normalisation != rule_.normalisation || rule.areGiven != rule_.areGiven) return RulePart::Normalisation;
    const bool isDrawnAgain = rule.dropout != rule_.dropout ||
                              (rule.dropout && isMoved); // places are dropped, not tokens
    return isDrawnAgain ? std::optional(RulePart::Dropout) : std::nullopt;
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
    for (std::size_t h = 0; h < n; ++h) updates[h].indexBefore = heads_[h].index;
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

bool LayerRecord::areAllStale(const Op& op, std::size_t h, const Change& change) const {
    const LayerNow& now = change.now;
    const StageInfo& info = infoOf(op.result);
    const bool isOfHead = info.scope == Scope::Head;
    if (isOfHead && heads_[h].index < 0) return true; // a new head
    const Op* before = program_.find(op.result);
    if (!before || !(*before == op)) return true;
    const std::size_t was = isOfHead ? static_cast<std::size_t>(heads_[h].index) : 0;
    const bool isInput = &op < now.program.behindInputs().data(); // the change of its rows is known
    const auto isChanged = [&](Parameter p) { return weights_->of(p, was) != now.weights->of(p, h); };
    if (!isInput && std::ranges::any_of(op.parameters, isChanged)) return true;
    if (isOfHead && change.rule && info.fromScores && *change.rule <= info.dependsOn) return true;
    switch (op.kind) {
    case Op::Kind::Lookup:
    case Op::Kind::Positions: return info.isOnHost && host_[info.stage] != now.host[info.stage];
    case Op::Kind::Given: return !isInput && (now.queriesChange.moved || now.keysChange.moved);
    case Op::Kind::Norm: return weights_->norm != now.weights->norm;
    case Op::Kind::Dropout: // it is drawn for the head's index
    case Op::Kind::Beside: return change.haveHeadsChanged;
    case Op::Kind::WeightedSum: return weights_->heads[was].isOn != now.weights->heads[h].isOn;
    case Op::Kind::Mean: // no backend moves means and rollouts
    case Op::Kind::Rollout:
        return change.haveHeadsChanged ||
               !std::ranges::equal(weights_->heads, now.weights->heads, {}, &HeadWeights::isOn, &HeadWeights::isOn) ||
               now.queriesChange.moved || now.keysChange.moved || below_[info.stage] != now.below[info.stage];
    case Op::Kind::Copy:
    case Op::Kind::Sum:
    case Op::Kind::Affine:
    case Op::Kind::Scores:
    case Op::Kind::Scale:
    case Op::Kind::Mask:
    case Op::Kind::SoftmaxOfAll:
    case Op::Kind::Softmax:
    case Op::Kind::Shares:
    case Op::Kind::Renormalise:
    case Op::Kind::Rest: break; // the rule, parameters and inputs say it
    }
    return false;
}

IndexSet LayerRecord::rowsThatRead(const IndexSet& keys, const Change& change) const {
    if (keys.all) return keys;
    Index first = change.firstKey, end = change.endKey;
    if (!keys.empty()) {
        first = first < end ? std::min(first, keys.items.front()) : keys.items.front();
        end = std::max(end, keys.items.back() + 1);
    }
    return rowsThatReach(change.now.rule.mask, change.now.queryCount, first, end);
}

IndexSet LayerRecord::staleRows(const Op& op, std::size_t h, const Change& change) const {
    if (areAllStale(op, h, change)) return IndexSet::every();
    const bool isOfHead = infoOf(op.result).scope == Scope::Head;
    if (infoOf(op.result).isOnHost) return {};
    if (&op < change.now.program.behindInputs().data())
        return infoOf(op.result).rows == Side::Tokens ? change.now.queriesChange.rows : change.now.keysChange.rows;
    IndexSet rows;
    const auto rowsOf = [&](Stage input) -> const IndexSet& {
        return infoOf(input).scope == Scope::Layer ? change.rows[input] : change.ofHeads[h].rows[input];
    };
    const auto add = [&](Stage input) {
        if (isOfHead || infoOf(input).scope == Scope::Layer) return rows.add(rowsOf(input));
        for (const Stale& head : change.ofHeads) rows.add(head.rows[input]);
    };
    switch (op.kind) {
    case Op::Kind::Lookup: // the rows of inputs are known, see above
    case Op::Kind::Given:
    case Op::Kind::Positions: break;
    case Op::Kind::Copy:
    case Op::Kind::Sum:
    case Op::Kind::Affine:
    case Op::Kind::Norm:
    case Op::Kind::Dropout:
    case Op::Kind::Rest:
    case Op::Kind::Beside:
    case Op::Kind::Mean:
    case Op::Kind::Rollout:
        for (const Stage input : op.inputs) add(input);
        break;
    case Op::Kind::Scores: // the rows of the keys are its columns
    case Op::Kind::Scale:
    case Op::Kind::Mask:
    case Op::Kind::SoftmaxOfAll: add(op.inputs[0]); break;
    case Op::Kind::Softmax: // one changed score changes the weights of its row
    case Op::Kind::Shares:
    case Op::Kind::Renormalise:
        add(op.inputs[0]);
        rows.add(rowsThatRead(change.ofHeads[h].columns, change));
        break;
    case Op::Kind::WeightedSum:
        add(op.inputs[0]);
        rows.add(rowsThatRead(rowsOf(op.inputs[1]), change));
        break;
    }
    return rows;
}

void LayerRecord::want(const LayerPlan& plan, LayerUpdate& update) {
    for (const StageInfo& info : stages())
        if (info.scope == Scope::Layer && plan.ofLayer[info.stage]) update.rows[info.stage] = stale_[info.stage];
    const Stage scores = program_.scored().result;
    const Op* const context = program_.findFirst(Op::Kind::WeightedSum);
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        Head& head = heads_[h];
        HeadUpdate& todo = update.heads[h];
        const LayerPlan::Head& wanted = plan.heads[h];
        for (const StageInfo& info : stages())
            if (wanted.stages[info.stage]) todo.rows[info.stage].add(head.stale[info.stage]);
        if (context && !wanted.stages[context->result])
            todo.rows[context->result] = head.stale[context->result] & wanted.contextRows;
        todo.isRuleNew = head.isRuleNew;
        if (wanted.stages[scores]) {
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
