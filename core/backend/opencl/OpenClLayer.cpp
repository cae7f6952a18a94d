#include "backend/opencl/OpenClLayer.h"

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {

Result<Ran> OpenClLayer::run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                             const Watch& watch) {
    std::size_t done = 0;
    const Watch pace = [&](double) { return shouldContinue(watch, done, update.heads.size() + reads.size()); };
    queue_->setPace(&pace);
    try {
        enqueue(update, done);
        for (std::size_t i = 0; i < reads.size(); ++i, ++done)
            answers_->add(reads[i], cellsFor(reads[i]), answers[i], this);
        return Ran::Done;
    } catch (const DeviceQueue::Stopped&) {
        answers_->discard(nullptr);
        return Ran::Stopped;
    } catch (const cl::Error& error) {
        return Problem{sentenceOf(error)};
    }
}

DeviceCells OpenClLayer::cellsFor(const Read& read) const {
    if (infoOf(read.stage).scope == Scope::Layer) return cellsOf(blockOf(read.stage), queue_->none());
    const auto head = static_cast<std::size_t>(read.head);
    const Stage stage = read.what == Read::What::RowKinds ? Stage::Scores : read.stage;
    return heads_.at(head)->cells(*queue_, stage, rule_, head);
}

void OpenClLayer::enqueue(const LayerUpdate& update, std::size_t& done) {
    std::vector<std::unique_ptr<OpenClHead>> before = std::exchange(heads_, {});
    for (const HeadUpdate& head : update.heads)
        heads_.push_back(head.was < 0 ? std::make_unique<OpenClHead>()
                                      : std::move(before.at(static_cast<std::size_t>(head.was))));
    move(update);
    takeInputs(update);
    rule_.take(*queue_, update.rule, x_->rows(), xKv_->rows());
    const LayerWeights& weights = *update.weights;
    for (const StageInfo& info : stages())
        for (const Parameter p : info.scope == Scope::Layer ? info.parameters : std::span<const Parameter>())
            if (weights[p]) weights_[p].takeChanged(*queue_, weights[p]);
    if (weights.hasNorm(Norm::Place::Before)) normalise(*x_, weights, update.rows[Stage::Normed], own_[Stage::Normed]);
    for (std::size_t h = 0; h < heads_.size(); ++h, ++done) {
        const HeadUpdate& todo = update.heads[h];
        for (const Projection& p : kProjections)
            heads_[h]->project(*queue_, p, blockOf(inputOf(p.input, weights, hasKeys_)), weights.heads[h],
                               todo.rows[p.stage]);
        heads_[h]->attend(*queue_, todo, rule_);
        heads_[h]->computeContext(*queue_, todo.rows[Stage::Context], rule_, h);
    }
    join(update);
}

void OpenClLayer::takeInputs(const LayerUpdate& update) {
    const auto take = [&](const LayerInput& input, DeviceMatrix& host, const IndexSet& rows) -> const DeviceMatrix* {
        if (input.below) {
            const auto& below = static_cast<const OpenClLayer&>(*input.below);
            return &below.blockOf(below.result_);
        }
        host.take(*queue_, input.rows, rows);
        return &host;
    };
    hasKeys_ = !(update.keys == update.queries);
    x_ = take(update.queries, hostX_, update.rows[Stage::X]);
    xKv_ = hasKeys_ ? take(update.keys, hostXKv_, update.rows[Stage::XKv]) : x_;
    result_ = resultStage(*update.weights);
}

/// Returns the moves of one side. Kernels that move rows and columns need both sides, even one that stays as it was.
DeviceMove OpenClLayer::moveOf(const Frozen<RowMap>& map, Index size) {
    std::vector<cl_int> from(static_cast<std::size_t>(map ? map->now() : size));
    std::iota(from.begin(), from.end(), 0);
    if (map) std::ranges::transform(map->from, from.begin(), device::whole);
    return {map, queue_->list(std::move(from))};
}

void OpenClLayer::move(const LayerUpdate& update) {
    if (!update.queriesMoved && !update.keysMoved) return;
    const DeviceMove queries = moveOf(update.queriesMoved, rule_.queries()),
                     keys = moveOf(update.keysMoved, rule_.keys());
    for (std::size_t h = 0; h < heads_.size(); ++h)
        heads_[h]->move(*queue_, queries, keys, update.heads[h].isRuleNew, rule_);
    hostX_.move(*queue_, queries);
    hostXKv_.move(*queue_, keys);
    for (const StageInfo& info : stages())
        if (!info.isRollout) own_[info.stage].move(*queue_, queries);
}

void OpenClLayer::normalise(const DeviceMatrix& x, const LayerWeights& weights, const IndexSet& rows,
                            DeviceMatrix& to) {
    if (rows.empty()) return;
    to.fit(*queue_, x.rows(), x.cols());
    const RowSet set = queue_->rows(rows, x.rows());
    queue_->run("layerNorm", set.count, 1, x.buffer(), weights_[Parameter::NormGain].buffer(),
                weights_[Parameter::NormBias].buffer(), cl_double{weights.norm->eps}, to.buffer(), x.cols(), set);
}

void OpenClLayer::join(const LayerUpdate& update) {
    const LayerWeights& weights = *update.weights;
    if (const IndexSet& rows = update.rows[Stage::Concat]; !rows.empty()) {
        DeviceMatrix& concat = own_[Stage::Concat];
        Index cols = 0;
        for (const auto& head : heads_) cols += head->context().cols();
        concat.fit(*queue_, x_->rows(), cols);
        const RowSet set = queue_->rows(rows, x_->rows());
        cols = 0;
        for (const auto& head : heads_) {
            const DeviceMatrix& context = head->context();
            queue_->run("putBeside", context.cols(), set.count, context.buffer(), context.cols(), concat.buffer(),
                        concat.cols(), cols, set);
            cols += context.cols();
        }
    }
    if (const IndexSet& rows = update.rows[Stage::Output]; !rows.empty()) {
        const DeviceMatrix& weight = weights_[Parameter::Wo];
        own_[Stage::Output].fit(*queue_, x_->rows(), weight.cols());
        multiply(*queue_, own_[Stage::Concat].buffer(), weight,
                 weights[Parameter::Bo] ? &weights_[Parameter::Bo] : nullptr, own_[Stage::Output].buffer(),
                 queue_->rows(rows, x_->rows()));
    }
    makeResult(weights, update.rows[Stage::Result]);
    for (const StageInfo& info : stages())
        if (info.isRollout && !update.rows[info.stage].empty())
            rollOut(info.stage, static_cast<const OpenClLayer*>(update.queries.below));
}

void OpenClLayer::makeResult(const LayerWeights& weights, const IndexSet& rows) {
    if (rows.empty()) return;
    const DeviceMatrix& made = own_[weights[Parameter::Wo] ? Stage::Output : Stage::Concat];
    DeviceMatrix& result = own_[Stage::Result];
    if (weights.residual) {
        result.fit(*queue_, made.rows(), made.cols());
        const RowSet set = queue_->rows(rows, made.rows());
        queue_->run("addRows", made.cols(), set.count, x_->buffer(), made.buffer(), made.cols(), result.buffer(),
                    made.cols(), set);
    }
    if (weights.hasNorm(Norm::Place::After))
        normalise(weights.residual ? result : made, weights, rows, result);
    else if (!weights.residual) // a norm before the heads, and no residual
        queue_->copy(made.buffer(), 0, (result.fit(*queue_, made.rows(), made.cols()), result.buffer()), 0,
                     made.rows() * made.cols() * device::kFloat);
}

void OpenClLayer::rollOut(Stage stage, const OpenClLayer* below) {
    const Index n = x_->rows();
    const auto share = static_cast<float>(rolloutShare(stage));
    DeviceMatrix step;
    step.fit(*queue_, n, n);
    for (std::size_t h = 0; h < heads_.size(); ++h)
        heads_[h]->addToStep(*queue_, rule_, share / static_cast<float>(heads_.size()), h == 0, 1 - share, step);
    if (!below) {
        own_[stage] = step;
        return;
    }
    own_[stage].fit(*queue_, n, n);
    multiply(*queue_, step.buffer(), below->own_[stage], nullptr, own_[stage].buffer(),
             queue_->rows(IndexSet::every(), n));
}

const DeviceMatrix& OpenClLayer::blockOf(Stage stage) const {
    switch (stage) {
    case Stage::X: return *x_;
    case Stage::XKv: return *xKv_;
    case Stage::Normed:
    case Stage::Concat:
    case Stage::Output:
    case Stage::Result:
    case Stage::Rollout:
    case Stage::Product: return own_[stage];
    default: throw std::logic_error(std::string("the OpenCL backend has no stage ") + infoOf(stage).id);
    }
}

} // namespace headlight
