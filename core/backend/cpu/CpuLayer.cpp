#include "backend/cpu/CpuLayer.h"

#include "backend/rowChanges.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {

Result<IndexSet> CpuLayer::run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) {
    const auto rowsOf = [](const LayerInput& source) {
        return source.below ? static_cast<const CpuLayer*>(source.below)->result_ : source.rows;
    };
    x_ = rowsOf(update.queries);
    normed_ = update.layer->hasNorm(Norm::Place::Before) ? normBefore_.of(x_, *update.layer) : FrozenMatrix();
    xKv_ = update.keys == update.queries ? x_ : rowsOf(update.keys);
    given_ = update.given;
    takeHeads(update.heads);
    relocate(update.queriesMoved.get(), update.keysMoved.get());
    allowed_.take(update.rule.mask, x_->rows(), xKv_->rows());
    SharedCells shared;
    const auto answerThoseOf = [&](int head) { // -1: of the layer
        for (std::size_t i = 0; i < reads.size(); ++i)
            if (head == (infoOf(reads[i].stage).scope == Scope::Head ? reads[i].head : -1))
                answers[i] = reads[i].minus ? answerDifference(reads[i], shared) : answer(reads[i]);
    };
    for (std::size_t h = 0; h < heads_.size(); ++h) { // read while it is in the cache
        compute(h, update);
        answerThoseOf(static_cast<int>(h));
    }
    const IndexSet changed = update.join ? join(*update.layer, *update.join) : IndexSet{};
    for (const Stage stage : update.rollouts)
        joined_[stage] = rollout(stage, static_cast<const CpuLayer*>(update.queries.below));
    answerThoseOf(-1);
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

void CpuLayer::relocate(const Relocation* queries, const Relocation* keys) {
    if (!queries && !keys) return;
    for (const auto& head : heads_) head->relocate(queries, keys, scratch_);
    if (!queries) return;
    for (FrozenMatrix* block : {&joined_[Stage::Concat], &joined_[Stage::Output], &joined_[Stage::Result], &result_})
        if (*block && (*block)->rows() == queries->before) *block = relocated(**block, *queries);
    output_.relocate(*queries);
    staleOutput_ = queries->places(staleOutput_);
}

void CpuLayer::compute(std::size_t h, const LayerUpdate& update) {
    CpuHead& head = *heads_[h];
    const HeadUpdate& todo = update.heads[h];
    if (todo.forget) head.forgetScores();
    const bool hasKeys = !(update.keys == update.queries);
    for (const Projection& p : kProjections)
        if (const auto& changed = todo.project[p.stage])
            head.project(p,
                         sourceOf(p, *update.layer, hasKeys) == Stage::XKv ? xKv_
                         : normed_                                         ? normed_
                                                                           : x_,
                         update.layer->heads[h], *changed);
    if (todo.attend) head.attend(*todo.attend, update.rule, h, allowed_, scratch_);
}

IndexSet CpuLayer::join(const Layer& layer, Stage upTo) {
    joinContexts();
    const Stage last = resultStage(layer);
    if (upTo >= Stage::Output && layer[Parameter::Wo]) output(layer);
    if (upTo >= Stage::Result && last == Stage::Result)
        joined_[last] = result(layer, joined_[layer[Parameter::Wo] ? Stage::Output : Stage::Concat]);
    return upTo >= last ? takeResult(joined_[last]) : IndexSet{};
}

FrozenMatrix CpuLayer::result(const Layer& layer, const FrozenMatrix& made) {
    const FrozenMatrix sum = layer.residual ? FrozenMatrix(Matrix(*x_ + *made)) : made;
    return layer.hasNorm(Norm::Place::After) ? normAfter_.of(sum, layer) : sum;
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
    const Index rows = x_->rows();
    if (concat && (concat->rows() != rows || concat->cols() != cols)) stale = IndexSet::every();
    if (stale.empty()) return;

    Matrix side = stale.all ? Matrix(rows, cols) : *concat;
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
    if (staleOutput_.empty()) return output;
    output_.project(concat, w, bias, staleOutput_);
    output = FrozenMatrix(output_.values());
    outputWeights_ = w;
    outputBias_ = bias;
    staleOutput_ = {};
    return output;
}

FrozenMatrix CpuLayer::rollout(Stage stage, const CpuLayer* below) {
    const Index n = x_->rows();
    const auto share = static_cast<float>(rolloutShare(stage));
    const float ofHead = share / static_cast<float>(heads_.size());
    Matrix step = Matrix::Zero(n, n);
    scratch_.row.resize(static_cast<std::size_t>(n));
    for (Index row = 0; row < n; ++row) {
        for (const auto& head : heads_) {
            head->weights(row, scratch_.row.data());
            for (Index key = 0; key < n; ++key) step(row, key) += ofHead * scratch_.row[static_cast<std::size_t>(key)];
        }
        step(row, row) += 1 - share;
    }
    if (!below) return step;
    const Matrix& other = *below->joined_[stage];
    std::vector<float> packed(static_cast<std::size_t>(kernels::packedSize(n, n)));
    kernels::packColumns(other.data(), n, n, n, packed.data());
    Matrix product(n, n);
    kernels::multiply(step.data(), n, n, n, packed.data(), n, product.data(), n);
    return product;
}

IndexSet CpuLayer::takeResult(const FrozenMatrix& now) {
    const FrozenMatrix before = std::exchange(result_, now);
    return changedRows(before, now);
}

const FrozenMatrix& CpuLayer::blockOf(Stage stage) const {
    if (given_ && (*given_)[stage]) return (*given_)[stage];
    if (stage == Stage::X) return x_;
    if (stage == Stage::XKv) return xKv_;
    return stage == Stage::Normed ? normed_ : joined_[stage];
}

StageView CpuLayer::view(Stage stage, int head) {
    if (infoOf(stage).scope == Scope::Head) return heads_[static_cast<std::size_t>(head)]->view(stage, scratch_);
    const FrozenMatrix& block = blockOf(stage);
    if (!block) throw std::logic_error(std::string("the CPU backend has no stage ") + infoOf(stage).id);
    return viewOf(*block);
}

Answer CpuLayer::answer(const Read& read) {
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
        break;
    case Read::What::RowKinds:
        for (Index row = 0; row < read.area.rows; ++row) answer.kinds.push_back(head->rowKind(read.area.row + row));
    }
    return answer;
}

Answer CpuLayer::answerDifference(const Read& read, SharedCells& cells) {
    auto& other = static_cast<CpuLayer&>(*read.minus);
    const bool isMasked = infoOf(read.stage).isMasked;
    const Mask none;
    const StageView own = this->view(read.stage, read.head);
    AllowedKeys* shared = cells.of(isMasked ? allowed_.mask() : none, isMasked ? other.allowed_.mask() : none, own.rows,
                                   own.cols, read.minusRows, read.minusCols);
    const StageView view = differenceOf(
        own, relocated(other.view(read.stage, read.head), read.minusRows, read.minusCols), shared);
    Answer answer;
    if (read.what == Read::What::Tile) {
        poolAll(view, read.area, read.pooling, answer.values);
        if (shared) answer.masked = shared->maskedIn(read.area);
    } else if (read.what == Read::What::Extent) {
        answer.extent = extentOf(view);
    } else {
        answer.values = rowsOf(view, read.area.row, read.area.rows);
    }
    return answer;
}

} // namespace headlight
