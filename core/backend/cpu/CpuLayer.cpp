#include "backend/cpu/CpuLayer.h"

#include "backend/cpu/ScoreReader.h"
#include "base/parallel.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {
namespace {

void normalise(const Matrix& x, const LayerWeights& weights, Index first, Index count, Matrix& out) {
    for (Index row = first; row < first + count; ++row)
        kernels::layerNorm(x.data() + row * x.cols(), x.cols(), weights[Parameter::NormGain]->data(),
                           weights[Parameter::NormBias]->data(), weights.norm->eps, out.data() + row * x.cols());
}

void fit(Matrix& matrix, Index rows, Index cols) {
    if (matrix.rows() != rows || matrix.cols() != cols) matrix = Matrix::Zero(rows, cols);
}

double sizeOf(const IndexSet& set, Index all) {
    return static_cast<double>(set.all ? all : static_cast<Index>(set.items.size()));
}

} // namespace

/// Returns the work for all heads, as inParallel() counts it.
double CpuLayer::workOf(const LayerUpdate& update, std::span<const Read> reads) const {
    constexpr double kOfCell = 4;
    const Index queries = x_->rows(), keys = xKv_->rows();
    double work = 0;
    for (const Read& read : reads) work += kOfCell * static_cast<double>(read.area.rows * read.area.cols);
    for (std::size_t h = 0; h < update.heads.size(); ++h) {
        const HeadUpdate& head = update.heads[h];
        PerProjection<double> width;
        for (const Projection& p : kProjections) {
            const FrozenMatrix& weight = update.weights->heads[h][p.weight];
            width[p.stage] = static_cast<double>(weight ? weight->cols() : x_->cols());
            work += sizeOf(head.rows[p.stage], queries) * static_cast<double>(weight ? weight->size() : 0);
        }
        work += width[Stage::K] * (sizeOf(head.rows[Stage::Scores], queries) * static_cast<double>(keys) +
                                   sizeOf(head.columns, keys) * static_cast<double>(queries));
        work += width[Stage::V] * sizeOf(head.rows[Stage::Context], queries) * static_cast<double>(keys);
        if (head.isRuleNew) work += kOfCell * static_cast<double>(queries) * static_cast<double>(keys);
    }
    return work;
}

Result<Ran> CpuLayer::run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                          const Watch& watch) {
    takeInputs(update);
    takeHeads(update);
    move(update);
    placeContexts(update);
    allowed_.take(update.rule.mask, x_->rows(), xKv_->rows());
    makeNormed(*update.weights, update.rows[Stage::Normed]);
    std::vector<int> headsOf; // -1: the stage is of the layer
    for (const Read& read : reads) headsOf.push_back(infoOf(read.stage).scope == Scope::Head ? read.head : -1);
    const auto answerThoseOf = [&](int head) {
        for (std::size_t i = 0; i < reads.size(); ++i)
            if (headsOf[i] == head && answers[i].values.size() == 0) answers[i] = answer(reads[i]);
    };
    const auto tilesOf = [&](std::size_t head) { // tiles of streamed scores
        std::vector<TileRead> tiles;
        for (std::size_t i = 0; i < reads.size() && update.heads[head].streams; ++i)
            if (const auto& [what, stage, of, area, pooling] = reads[i];
                what == Read::What::Tile && headsOf[i] == static_cast<int>(head) && infoOf(stage).isMap())
                tiles.push_back({stage, area, pooling, &answers[i].values});
        return tiles;
    };
    const auto isBusy = [&](std::size_t h) {
        const PerStage<IndexSet>& rows = update.heads[h].rows;
        return !rows[Stage::Scores].empty() || !rows[Stage::Context].empty() ||
               std::ranges::find(headsOf, static_cast<int>(h)) != headsOf.end();
    };
    std::size_t busy = 0;
    for (const StageInfo& info : stages()) busy += info.isRollout && !update.rows[info.stage].empty();
    for (std::size_t h = 0; h < heads_.size(); ++h) busy += isBusy(h);
    Stopping stopping(watch, std::max<std::size_t>(1, busy));
    std::deque<Stopping::Step> steps; // one for each head; check() is called whenever streamed scores are read
    for (std::size_t h = 0; h < heads_.size(); ++h) steps.emplace_back(stopping);
    std::vector<std::uint8_t> isMoved(heads_.size());
    const auto move = [&](std::size_t h) {
        isMoved[h] = 1;
        heads_[h]->move(update.queriesMoved.get(), update.keysMoved.get(), update.heads[h].isRuleNew);
    };
    try {
        inParallel(static_cast<Index>(heads_.size()), 1, workOf(update, reads), [&](Index head, Index) {
            const auto h = static_cast<std::size_t>(head);
            steps[h].check();
            move(h); // here, so that the scores are in the cache for what follows
            compute(h, update, tilesOf(h), steps[h]);
            answerThoseOf(static_cast<int>(h)); // while the scores are in the cache
            if (isBusy(h)) steps[h].finish();
        });
        join(update, stopping);
        answerThoseOf(-1);
    } catch (const Stopping::Stopped&) {
        for (std::size_t h = 0; h < heads_.size(); ++h) // the next update does not name this move again
            if (!isMoved[h]) move(h);
        return Ran::Stopped;
    }
    return Ran::Done;
}

void CpuLayer::takeInputs(const LayerUpdate& update) {
    const auto take = [](const LayerInput& input, FrozenMatrix& host) {
        host = input.rows;
        if (!input.below) return host.get();
        const auto& below = static_cast<const CpuLayer&>(*input.below);
        return &below.blockOf(below.result_);
    };
    x_ = take(update.queries, hostX_);
    xKv_ = take(update.keys, hostXKv_);
    hasKeys_ = !(update.keys == update.queries);
    result_ = resultStage(*update.weights);
    for (const Stage stage : {Stage::X, Stage::XKv, Stage::Normed})
        if (update.queriesMoved || update.keysMoved || !update.rows[stage].empty()) versions_[stage] = ++version_;
}

void CpuLayer::takeHeads(const LayerUpdate& update) {
    std::vector<std::unique_ptr<CpuHead>> before = std::exchange(heads_, {});
    for (const HeadUpdate& head : update.heads)
        heads_.push_back(head.was < 0 ? std::make_unique<CpuHead>()
                                      : std::move(before[static_cast<std::size_t>(head.was)]));
}

void CpuLayer::move(const LayerUpdate& update) {
    const RowMap* queries = update.queriesMoved.get();
    if (!queries) return;
    for (const StageInfo& info : stages())
        if (!info.isRollout) queries->apply(own_[info.stage]);
    output_.move(*queries);
}

/// Gives each head its columns of Concat. Contexts that are known move with their heads.
void CpuLayer::placeContexts(const LayerUpdate& update) {
    Matrix& concat = own_[Stage::Concat];
    std::vector<ContextBlock> places;
    Index cols = 0;
    bool isWanted = !update.rows[Stage::Concat].empty(), isSame = true;
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        const FrozenMatrix& weight = update.weights->heads[h][Parameter::Wv];
        places.push_back({&concat, cols, weight ? weight->cols() : xKv_->cols()});
        cols += places.back().cols;
        isWanted = isWanted || !update.heads[h].rows[Stage::Context].empty();
        isSame = isSame && heads_[h]->context == places.back();
    }
    if (!isWanted || (isSame && concat.rows() == x_->rows() && concat.cols() == cols)) return;
    const Matrix before = std::exchange(concat, {});
    concat.setZero(x_->rows(), cols);
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        const ContextBlock was = std::exchange(heads_[h]->context, places[h]);
        if (was.cols == places[h].cols && before.rows() == concat.rows())
            concat.middleCols(places[h].col, was.cols) = before.middleCols(was.col, was.cols);
    }
}

void CpuLayer::makeNormed(const LayerWeights& weights, const IndexSet& rows) {
    if (!weights.hasNorm(Norm::Place::Before)) return;
    Matrix& normed = own_[Stage::Normed];
    fit(normed, x_->rows(), x_->cols());
    rows.forEachRun(x_->rows(), [&](Index first, Index count) { normalise(*x_, weights, first, count, normed); });
}

void CpuLayer::compute(std::size_t h, const LayerUpdate& update, std::span<const TileRead> tiles,
                       Stopping::Step& step) {
    CpuHead& head = *heads_[h];
    const HeadUpdate& todo = update.heads[h];
    for (const Projection& p : kProjections) {
        const Stage input = inputOf(p.input, *update.weights, hasKeys_);
        head.project(p, blockOf(input), update.weights->heads[h], todo.rows[p.stage], versions_[input]);
    }
    if (!head.attend(todo, update.rule, h, allowed_, &step, tiles)) head.computeContext(todo.rows[Stage::Context]);
}

void CpuLayer::join(const LayerUpdate& update, Stopping& stopping) {
    const LayerWeights& weights = *update.weights;
    if (const IndexSet& rows = update.rows[Stage::Output]; !rows.empty())
        output_.project(own_[Stage::Concat], weights[Parameter::Wo], weights[Parameter::Bo], rows);
    makeResult(weights, update.rows[Stage::Result]);
    for (const StageInfo& info : stages())
        if (info.isRollout && !update.rows[info.stage].empty())
            own_[info.stage] = rollout(info.stage, static_cast<const CpuLayer*>(update.queries.below), stopping);
}

void CpuLayer::makeResult(const LayerWeights& weights, const IndexSet& rows) {
    if (rows.empty()) return;
    const Matrix& made = blockOf(weights[Parameter::Wo] ? Stage::Output : Stage::Concat);
    Matrix& result = own_[Stage::Result];
    fit(result, made.rows(), made.cols());
    rows.forEachRun(made.rows(), [&](Index first, Index count) {
        result.middleRows(first, count) = made.middleRows(first, count);
        if (weights.residual)
            result.middleRows(first, count) = x_->middleRows(first, count) + made.middleRows(first, count);
        if (!weights.hasNorm(Norm::Place::After)) return;
        const Matrix sum = result.middleRows(first, count);
        Matrix normed(count, sum.cols());
        normalise(sum, weights, 0, count, normed);
        result.middleRows(first, count) = normed;
    });
}

Matrix CpuLayer::rollout(Stage stage, const CpuLayer* below, Stopping& stopping) {
    const Index n = x_->rows();
    const auto share = static_cast<float>(rolloutShare(stage));
    const float ofHead = share / static_cast<float>(heads_.size());
    kernels::PackedMatrix packed;
    if (below) {
        packed.resize(n, n);
        packed.packRows(below->own_[stage].data(), n);
    }
    Matrix made(n, n);
    Stopping::Step step(stopping);
    const double work = double(n) * double(n) * (4.0 * double(heads_.size()) + (below ? double(n) : 0));
    inParallel(n, kernels::PackedMatrix::kRowsAtOnce, work, [&](Index first, Index end) {
        step.check();
        Matrix mean = Matrix::Zero(end - first, n);
        Eigen::RowVectorXf weights(n);
        std::vector<ScoreReader> scores;
        for (const auto& head : heads_) scores.emplace_back(head->table(), end, 0, n);
        for (Index row = first; row < end; ++row) {
            for (std::size_t h = 0; h < heads_.size(); ++h) {
                heads_[h]->table().weights(scores[h].row(row), row, 0, n, weights.data());
                mean.row(row - first) += ofHead * weights;
            }
            mean(row - first, row) += 1 - share;
        }
        if (below)
            packed.multiply(mean.data(), n, end - first, made.row(first).data(), n);
        else
            made.middleRows(first, end - first) = mean;
        step.take(double(end - first) / double(n));
    });
    return made;
}

const Matrix& CpuLayer::blockOf(Stage stage) const {
    switch (stage) {
    case Stage::X: return *x_;
    case Stage::XKv: return *xKv_;
    case Stage::Output: return output_.values();
    case Stage::Normed:
    case Stage::Concat:
    case Stage::Result:
    case Stage::Rollout:
    case Stage::Product: return own_[stage];
    default: throw std::logic_error(std::string("the CPU backend has no stage ") + infoOf(stage).id);
    }
}

Answer CpuLayer::answer(const Read& read) {
    CpuHead* head = infoOf(read.stage).scope == Scope::Head ? heads_[static_cast<std::size_t>(read.head)].get()
                                                            : nullptr;
    const auto view = [&] { return head ? head->view(read.stage) : viewOf(blockOf(read.stage)); };
    Answer answer;
    switch (read.what) {
    case Read::What::Tile:
        if (head)
            answer.values = head->tile(read.stage, read.area, read.pooling);
        else
            poolAll(view(), read.area, read.pooling, answer.values);
        break;
    case Read::What::Extent: answer.extent = head ? head->extent(read.stage) : extentOf(view()); break;
    case Read::What::Rows: answer.values = rowsOf(view(), read.area.row, read.area.rows); break;
    case Read::What::RowKinds:
        for (Index row = read.area.row; row < read.area.row + read.area.rows; ++row)
            answer.kinds.push_back(head->table().summaries().kind(row));
    }
    return answer;
}

} // namespace headlight
