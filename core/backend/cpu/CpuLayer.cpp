#include "backend/cpu/CpuLayer.h"

#include "backend/rowChanges.h"

#include <algorithm>
#include <utility>

namespace headlight {

Result<IndexSet> CpuLayer::run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) {
    const auto rowsOf = [](const LayerInput& source) {
        return source.below ? static_cast<const CpuLayer*>(source.below)->result_ : source.rows;
    };
    x_ = rowsOf(update.queries);
    xKv_ = rowsOf(update.keys);
    takeHeads(update.heads);
    computeHeads(update);
    const IndexSet changed = update.join ? join(*update.layer, *update.join) : IndexSet{};
    for (std::size_t i = 0; i < reads.size(); ++i) answers[i] = answer(reads[i]);
    return changed;
}

void CpuLayer::takeHeads(const std::vector<HeadUpdate>& updates) {
    std::vector<std::unique_ptr<CpuHead>> before = std::exchange(heads_, {});
    isReordered_ = isReordered_ || before.size() != updates.size();
    for (std::size_t h = 0; h < updates.size(); ++h) {
        const int was = updates[h].was;
        isReordered_ = isReordered_ || was != static_cast<int>(h);
        heads_.push_back(was < 0 ? std::make_unique<CpuHead>() : std::move(before[static_cast<std::size_t>(was)]));
    }
}

void CpuLayer::computeHeads(const LayerUpdate& update) {
    allowed_.take(update.rule.mask, x_->rows(), xKv_->rows());
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        const HeadUpdate& todo = update.heads[h];
        if (todo.forget) heads_[h]->forgetScores();
        for (const Projection& p : kProjections)
            if (const auto& changed = todo.project[p.stage])
                heads_[h]->project(p, p.input == Stage::X ? x_ : xKv_, update.layer->heads[h], *changed);
        if (todo.attend) heads_[h]->attend(*todo.attend, update.rule, allowed_, scratch_);
    }
}

IndexSet CpuLayer::join(const Layer& layer, Stage upTo) {
    joinContexts();
    const bool hasOutput = static_cast<bool>(layer[Parameter::Wo]);
    if (upTo == Stage::Concat) return hasOutput || layer.residual ? IndexSet{} : takeResult(joined_[Stage::Concat]);
    const FrozenMatrix& made = hasOutput ? output(layer) : joined_[Stage::Concat];
    if (upTo == Stage::Output) return layer.residual ? IndexSet{} : takeResult(made);
    joined_[Stage::Result] = layer.residual ? FrozenMatrix(Matrix(*x_ + *made)) : made;
    return takeResult(joined_[Stage::Result]);
}

void CpuLayer::joinContexts() {
    FrozenMatrix& concat = joined_[Stage::Concat];
    IndexSet stale = isReordered_ || !concat ? IndexSet::every() : IndexSet{};
    isReordered_ = false;
    std::vector<const Matrix*> contexts;
    Index cols = 0;
    for (const auto& head : heads_) {
        contexts.push_back(&head->context(scratch_));
        stale.add(head->takeNewContext());
        cols += contexts.back()->cols();
    }
    if (concat && concat->cols() != cols) stale = IndexSet::every();
    const Index rows = x_->rows(), kept = concat ? std::min(rows, concat->rows()) : 0;
    if (stale.empty() && concat->rows() == rows) return;

    Matrix side(rows, cols);
    if (!stale.all) side.topRows(kept) = concat->topRows(kept);
    const auto copy = [&](Index first, Index count) {
        Index col = 0;
        for (const Matrix* context : contexts) {
            side.block(first, col, count, context->cols()) = context->middleRows(first, count);
            col += context->cols();
        }
    };
    if (stale.all) copy(0, rows);
    stale.forEachRun(rows, copy);
    concat = FrozenMatrix(std::move(side));
    staleOutput_.add(stale);
}

const FrozenMatrix& CpuLayer::output(const Layer& layer) {
    const FrozenMatrix &concat = joined_[Stage::Concat], &w = layer[Parameter::Wo], &bias = layer[Parameter::Bo];
    FrozenMatrix& output = joined_[Stage::Output];
    if (!output || w != outputWeights_ || bias != outputBias_) staleOutput_ = IndexSet::every();
    if (staleOutput_.empty() && output->rows() == concat->rows()) return output;
    output_.project(concat, w, bias, staleOutput_);
    output = FrozenMatrix(output_.values());
    outputWeights_ = w;
    outputBias_ = bias;
    staleOutput_ = {};
    return output;
}

IndexSet CpuLayer::takeResult(const FrozenMatrix& now) {
    const FrozenMatrix before = std::exchange(result_, now);
    return changedRows(before, now);
}

StageView CpuLayer::view(Stage stage, int head) {
    if (infoOf(stage).scope == Scope::Head) return heads_[static_cast<std::size_t>(head)]->view(stage, scratch_);
    return viewOf(stage == Stage::X ? *x_ : stage == Stage::XKv ? *xKv_ : *joined_[stage]);
}

Answer CpuLayer::answer(const Read& read) {
    if (read.minus) return answerDifference(read, static_cast<CpuLayer&>(*read.minus));
    const bool isOfHead = infoOf(read.stage).scope == Scope::Head;
    CpuHead* head = isOfHead ? heads_[static_cast<std::size_t>(read.head)].get() : nullptr;
    Answer answer;
    switch (read.what) {
    case Read::What::Tile:
        if (head)
            answer.values = head->tile(read.stage, read.area, read.pooling, scratch_);
        else
            poolAll(view(read.stage, 0), read.area, read.pooling, answer.values);
        if (infoOf(read.stage).isMasked) answer.masked = allowed_.maskedIn(read.area);
        break;
    case Read::What::Extent:
        answer.extent = head ? head->extent(read.stage, scratch_) : extentOf(view(read.stage, 0));
        break;
    case Read::What::Rows:
        if (head)
            answer.values = head->rows(read.stage, read.area.row, read.area.rows, scratch_);
        else
            answer.values = rowsOf(view(read.stage, 0), read.area.row, read.area.rows);
        break;
    case Read::What::RowSums:
        for (Index row = 0; row < read.area.rows; ++row) answer.sums.push_back(head->sum(read.area.row + row));
    }
    return answer;
}

Answer CpuLayer::answerDifference(const Read& read, CpuLayer& other) {
    AllowedKeys both;
    const bool isMasked = infoOf(read.stage).isMasked;
    if (isMasked) both.take(allowed_, other.allowed_);
    const StageView view = differenceOf(this->view(read.stage, read.head), other.view(read.stage, read.head),
                                        isMasked ? &both : nullptr);
    Answer answer;
    if (read.what == Read::What::Tile) {
        poolAll(view, read.area, read.pooling, answer.values);
        if (isMasked) answer.masked = both.maskedIn(read.area);
    } else if (read.what == Read::What::Extent) {
        answer.extent = extentOf(view);
    } else {
        answer.values = rowsOf(view, read.area.row, read.area.rows);
    }
    return answer;
}

} // namespace headlight
