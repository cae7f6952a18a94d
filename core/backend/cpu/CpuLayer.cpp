#include "backend/cpu/CpuLayer.h"

#include "backend/cpu/scoreViews.h"
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

void fit(Matrix& matrix, Index rows, Index cols) {
    if (matrix.rows() != rows || matrix.cols() != cols) matrix = Matrix::Zero(rows, cols);
}

double sizeOf(const IndexSet& set, Index all) {
    return static_cast<double>(set.all ? all : static_cast<Index>(set.items.size()));
}

/// Returns the tiles of the maps of a head.
std::vector<TileRead> tilesOf(std::size_t head, std::span<const Read> reads, std::span<Answer> answers) {
    std::vector<TileRead> tiles;
    for (std::size_t i = 0; i < reads.size(); ++i) {
        const auto& [what, stage, of, area, pooling] = reads[i];
        const StageInfo& info = infoOf(stage);
        if (what == Read::What::Tile && static_cast<std::size_t>(of) == head && info.scope == Scope::Head &&
            info.isMap())
            tiles.push_back({stage, area, pooling, &answers[i].values});
    }
    return tiles;
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
        PerStage<double> width{};
        for (const Op& op : update.program.behindInputs()) {
            const auto rows = [&] { return sizeOf(head.rows[op.result], queries); };
            const bool isAffine = op.kind == Op::Kind::Affine;
            if ((isAffine || op.kind == Op::Kind::Given) && infoOf(op.result).scope == Scope::Head) {
                const FrozenMatrix& numbers = update.weights->heads[h][op.parameters[0]];
                width[op.result] = static_cast<double>(numbers ? numbers->cols() : x_->cols());
                work += rows() * (isAffine ? static_cast<double>(numbers ? numbers->size() : 0) : width[op.result]);
            }
            if (op.kind == Op::Kind::Scores)
                work += width[op.inputs[1]] * (rows() * static_cast<double>(keys) +
                                               sizeOf(head.columns, keys) * static_cast<double>(queries));
            if (op.kind == Op::Kind::WeightedSum) work += width[op.inputs[1]] * rows() * static_cast<double>(keys);
        }
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
    const std::span<const Op> ops = program_.behindInputs();
    const auto isOfHead = [](const Op& op) { return infoOf(op.result).scope == Scope::Head; };
    const auto heads = std::ranges::find_if(ops, isOfHead);
    std::vector<int> headsOf; // -1: the stage is of the layer
    for (const Read& read : reads) headsOf.push_back(infoOf(read.stage).scope == Scope::Head ? read.head : -1);
    const Op& scores = program_.scored();
    const Op* const context = program_.findFirst(Op::Kind::WeightedSum);
    for (const auto& head : heads_) head->follow(scores, context);
    const auto isBusy = [&](std::size_t h) {
        const PerStage<IndexSet>& rows = update.heads[h].rows;
        return !rows[scores.result].empty() || (context && !rows[context->result].empty()) ||
               std::ranges::find(headsOf, static_cast<int>(h)) != headsOf.end();
    };
    std::size_t busy = 0;
    for (const Op& op : ops) busy += infoOf(op.result).isOfAllHeads() && !update.rows[op.result].empty();
    for (std::size_t h = 0; h < heads_.size(); ++h) busy += isBusy(h);
    Stopping stopping(watch, std::max<std::size_t>(1, busy));
    const auto answerThoseOf = [&](int head) {
        for (std::size_t i = 0; i < reads.size(); ++i)
            if (headsOf[i] == head && answers[i].values.size() == 0) answers[i] = answer(reads[i], stopping);
    };
    std::deque<Stopping::Step> steps; // one for each head
    for (std::size_t h = 0; h < heads_.size(); ++h) steps.emplace_back(stopping);
    std::vector<std::uint8_t> isMoved(heads_.size());
    const auto move = [&](std::size_t h) {
        isMoved[h] = 1;
        heads_[h]->move(update.queriesMoved.get(), update.keysMoved.get(), update.heads[h].isRuleNew);
    };
    try {
        for (auto op = ops.begin(); op != heads; ++op) computeOwn(*op, update, stopping);
        inParallel(static_cast<Index>(heads_.size()), 1, workOf(update, reads), [&](Index head, Index) {
            const auto h = static_cast<std::size_t>(head);
            steps[h].check();
            move(h); // here, so that the scores are in the cache for what follows
            compute(h, update, tilesOf(h, reads, answers), steps[h]);
            answerThoseOf(static_cast<int>(h)); // while the scores are in the cache
            if (isBusy(h)) steps[h].finish();
        });
        for (auto op = heads; op != ops.end(); ++op)
            if (!isOfHead(*op)) computeOwn(*op, update, stopping);
        answerThoseOf(-1);
    } catch (const Stopping::Stopped&) {
        for (std::size_t h = 0; h < heads_.size(); ++h) // the next update does not name this move again
            if (!isMoved[h]) move(h);
        return Ran::Stopped;
    }
    return Ran::Done;
}

void CpuLayer::takeInputs(const LayerUpdate& update) {
    const auto take = [&](const LayerInput& input, FrozenMatrix& host) {
        host = input.rows;
        if (host) return host.get();
        const auto& below = static_cast<const CpuLayer&>(*input.below);
        return &below.blockOf(update.program.readFromBelow());
    };
    x_ = take(update.queries, hostX_);
    xKv_ = take(update.keys, hostXKv_);
    program_ = update.program;
    weights_ = update.weights;
    for (const Op& op : program_) {
        if (infoOf(op.result).scope == Scope::Head) break;
        if (update.queriesMoved || update.keysMoved || !update.rows[op.result].empty())
            versions_[op.result] = ++version_;
    }
}

void CpuLayer::takeHeads(const LayerUpdate& update) {
    std::vector<std::unique_ptr<CpuHead>> before = std::exchange(heads_, {});
    for (const HeadUpdate& head : update.heads)
        heads_.push_back(head.indexBefore < 0 ? std::make_unique<CpuHead>()
                                              : std::move(before[static_cast<std::size_t>(head.indexBefore)]));
}

void CpuLayer::move(const LayerUpdate& update) {
    const RowMap* queries = update.queriesMoved.get();
    if (!queries) return;
    for (const StageInfo& info : stages()) {
        if (!info.isOfAllHeads()) queries->apply(own_[info.stage]);
        affine_[info.stage].move(*queries);
    }
}

/// Gives each head its columns of Concat. Contexts that are known move with their heads.
void CpuLayer::placeContexts(const LayerUpdate& update) {
    if (!program_.has(Op::Kind::WeightedSum)) return;
    const Op &beside = program_.firstOf(Op::Kind::Beside), &sum = program_.firstOf(Op::Kind::WeightedSum);
    const Parameter ofValues = program_.find(sum.inputs[1])->parameters[0];
    Matrix& concat = own_[beside.result];
    std::vector<ContextBlock> places;
    Index cols = 0;
    bool isWanted = !update.rows[beside.result].empty(), isSame = true;
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        const FrozenMatrix& weight = update.weights->heads[h][ofValues];
        places.push_back({&concat, cols, weight ? weight->cols() : xKv_->cols()});
        cols += places.back().cols;
        isWanted = isWanted || !update.heads[h].rows[sum.result].empty();
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

void CpuLayer::compute(std::size_t h, const LayerUpdate& update, std::span<const TileRead> tiles,
                       Stopping::Step& step) {
    CpuHead& head = *heads_[h];
    const HeadUpdate& todo = update.heads[h];
    const HeadWeights& weights = update.weights->heads[h];
    bool isContextMade = false;
    for (const Op& op : program_.behindInputs()) {
        const IndexSet& rows = todo.rows[op.result];
        const auto isOfHead = [&] { return infoOf(op.result).scope == Scope::Head; };
        switch (op.kind) {
        case Op::Kind::Affine:
            if (isOfHead())
                head.affine(op.result).project(blockOf(op.inputs[0]), weights[op.parameters[0]],
                                               weights[op.parameters[1]], rows, versions_[op.inputs[0]]);
            break;
        case Op::Kind::Given: // the numbers must live as long as they are read
            head.affine(op.result).project(*weights[op.parameters[0]], {}, {}, rows);
            if (!infoOf(op.result).isMap()) break;
            [[fallthrough]];
        case Op::Kind::Scores: isContextMade = head.attend(todo, update.rule, h, allowed_, &step, tiles); break;
        case Op::Kind::WeightedSum:
            if (!rows.empty() && !weights.isOn)
                head.clearContext();
            else if (!isContextMade)
                head.computeContext(rows);
            break;
        case Op::Kind::Scale: // these are computed when they are read
        case Op::Kind::Mask:
        case Op::Kind::SoftmaxOfAll:
        case Op::Kind::Softmax:
        case Op::Kind::Shares:
        case Op::Kind::Renormalise:
        case Op::Kind::Dropout:
        case Op::Kind::Rest: break;
        default:
            if (isOfHead())
                throw std::logic_error(std::string("the CPU backend does not compute ") + infoOf(op.result).id);
        }
    }
}

/// Computes the named rows of a stage of the layer.
void CpuLayer::computeOwn(const Op& op, const LayerUpdate& update, Stopping& stopping) {
    const IndexSet& rows = update.rows[op.result];
    const LayerWeights& weights = *update.weights;
    if (rows.empty()) return;
    switch (op.kind) {
    case Op::Kind::Affine:
        affine_[op.result].project(blockOf(op.inputs[0]), weights[op.parameters[0]], weights[op.parameters[1]], rows);
        break;
    case Op::Kind::Copy:
    case Op::Kind::Sum:
    case Op::Kind::Norm: sum(op, weights, rows); break;
    case Op::Kind::Mean: own_[op.result] = rollout(op, nullptr, stopping); break;
    case Op::Kind::Rollout:
        own_[op.result] = rollout(op, static_cast<const CpuLayer*>(update.queries.below), stopping);
        break;
    case Op::Kind::Beside: break; // the heads have filled it
    default: throw std::logic_error(std::string("the CPU backend does not compute ") + infoOf(op.result).id);
    }
}

/// Computes the sum of one or two stages, and its layer norm if the operation is one.
void CpuLayer::sum(const Op& op, const LayerWeights& weights, const IndexSet& rows) {
    const Matrix &a = blockOf(op.inputs[0]), *b = op.inputs.size() > 1 ? &blockOf(op.inputs[1]) : nullptr;
    Matrix& to = own_[op.result];
    fit(to, a.rows(), a.cols());
    Eigen::RowVectorXf row;
    rows.forEachRun(a.rows(), [&](Index first, Index count) {
        for (Index i = first; i < first + count; ++i) {
            row = a.row(i);
            if (b) row += b->row(i);
            if (op.kind == Op::Kind::Norm)
                kernels::layerNorm(row.data(), a.cols(), weights[op.parameters[0]]->data(),
                                   weights[op.parameters[1]]->data(), weights.norm->eps, to.row(i).data());
            else
                to.row(i) = row;
        }
    });
}

/// Computes a rollout, or (without `below`) a mean of the heads.
Matrix CpuLayer::rollout(const Op& op, const CpuLayer* below, Stopping& stopping) {
    const Index n = x_->rows(), keys = xKv_->rows();
    const double share = rolloutShare(op.result);
    kernels::PackedMatrix packed;
    if (below) {
        packed.resize(n, n);
        packed.packRows(below->own_[op.result].data(), n);
    }
    Matrix made(n, keys);
    Stopping::Step step(stopping);
    const double work = double(n) * double(keys) * (4.0 * double(heads_.size()) + (below ? double(n) : 0));
    inParallel(n, kernels::PackedMatrix::kRowsAtOnce, work, [&](Index first, Index end) {
        step.check();
        Matrix mean = Matrix::Zero(end - first, keys);
        Eigen::RowVectorXf weights(keys);
        std::vector<ScoreReader> scores;
        for (const auto& head : heads_) scores.emplace_back(head->table(), end, 0, keys);
        for (Index row = first; row < end; ++row) {
            for (std::size_t h = 0; h < heads_.size(); ++h) {
                if (!weights_->heads[h].isOn) continue;
                heads_[h]->table().weights(scores[h].row(row), row, 0, keys, weights.data());
                mean.row(row - first) += static_cast<float>(share * weights_->shareOf(h)) * weights;
            }
            if (share < 1) mean(row - first, row) += static_cast<float>(1 - share);
        }
        if (below)
            packed.multiply(mean.data(), n, end - first, made.row(first).data(), n);
        else
            made.middleRows(first, end - first) = mean;
        step.take(double(end - first) / double(n));
    });
    return made;
}

/// Returns a stage of the layer.
const Matrix& CpuLayer::blockOf(Stage stage) const {
    const Op* op = program_.find(stage);
    if (!op || infoOf(stage).scope == Scope::Head || infoOf(stage).isOnHost)
        throw std::logic_error(std::string("the layer has no stage ") + infoOf(stage).id);
    if (op < program_.behindInputs().data()) return infoOf(stage).rows == Side::Tokens ? *x_ : *xKv_;
    return op->kind == Op::Kind::Affine ? affine_[stage].values() : own_[stage];
}

Answer CpuLayer::answer(const Read& read, Stopping& stopping) {
    const CpuHead* head = infoOf(read.stage).scope == Scope::Head ? heads_[static_cast<std::size_t>(read.head)].get()
                                                                  : nullptr;
    const auto view = [&] {
        StageView of = head ? head->view(read.stage) : viewOf(blockOf(read.stage));
        of.ask = [&stopping] { stopping.check(); };
        return of;
    };
    Answer answer;
    switch (read.what) {
    case Read::What::Tile: poolAll(view(), read.area, read.pooling, answer.values); break;
    case Read::What::Extent:
        answer.extent = head && infoOf(read.stage).isMap() ? extentOf(head->table(), read.stage) : extentOf(view());
        break;
    case Read::What::Rows: answer.values = rowsOf(view(), read.area.row, read.area.rows); break;
    case Read::What::RowKinds:
        for (Index row = read.area.row; row < read.area.row + read.area.rows; ++row)
            answer.kinds.push_back(head->table().summaries().kind(row));
    }
    return answer;
}

} // namespace headlight
