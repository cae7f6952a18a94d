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
    const Stage stage = read.what == Read::What::RowKinds ? program_.firstOf(Op::Kind::Scores).result : read.stage;
    return heads_.at(head)->cells(*queue_, stage, rule_, head);
}

void OpenClLayer::enqueue(const LayerUpdate& update, std::size_t& done) {
    std::vector<std::unique_ptr<OpenClHead>> before = std::exchange(heads_, {});
    for (const HeadUpdate& head : update.heads)
        heads_.push_back(head.indexBefore < 0 ? std::make_unique<OpenClHead>()
                                              : std::move(before.at(static_cast<std::size_t>(head.indexBefore))));
    move(update);
    takeInputs(update);
    rule_.take(*queue_, update.rule, x_->rows(), xKv_->rows());
    const std::span<const Op> ops = program_.behindInputs();
    const auto isOfHead = [](const Op& op) { return infoOf(op.result).scope == Scope::Head; };
    const auto heads = std::ranges::find_if(ops, isOfHead);
    for (auto op = ops.begin(); op != heads; ++op) computeOwn(*op, update);
    const Op &scores = program_.firstOf(Op::Kind::Scores), &context = program_.firstOf(Op::Kind::WeightedSum);
    for (const auto& head : heads_) head->follow(scores, context);
    for (std::size_t h = 0; h < heads_.size(); ++h, ++done) computeHead(h, update);
    for (auto op = heads; op != ops.end(); ++op)
        if (!isOfHead(*op)) computeOwn(*op, update);
}

void OpenClLayer::takeInputs(const LayerUpdate& update) {
    const auto take = [&](const LayerInput& input, DeviceMatrix& host, const IndexSet& rows) -> const DeviceMatrix* {
        if (input.below) {
            const auto& below = static_cast<const OpenClLayer&>(*input.below);
            return &below.blockOf(update.program.readFromBelow());
        }
        host.take(*queue_, input.rows, rows);
        return &host;
    };
    program_ = update.program;
    for (const Op& op : program_.inputs()) { // X first
        if (infoOf(op.result).isOnHost) continue;
        if (infoOf(op.result).rows == Side::Tokens)
            xKv_ = x_ = take(update.queries, hostX_, update.rows[op.result]);
        else
            xKv_ = take(update.keys, hostXKv_, update.rows[op.result]);
    }
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
        if (!info.isOfAllHeads()) own_[info.stage].move(*queue_, queries);
}

void OpenClLayer::computeHead(std::size_t h, const LayerUpdate& update) {
    OpenClHead& head = *heads_[h];
    const HeadUpdate& todo = update.heads[h];
    for (const Op& op : program_.behindInputs()) {
        if (infoOf(op.result).scope == Scope::Layer || infoOf(op.result).isVirtual()) continue;
        switch (op.kind) {
        case Op::Kind::Affine:
            head.project(*queue_, op, blockOf(op.inputs[0]), update.weights->heads[h], todo.rows[op.result]);
            break;
        case Op::Kind::Scores: head.attend(*queue_, todo, rule_); break;
        case Op::Kind::WeightedSum:
            if (update.weights->heads[h].isOn)
                head.computeContext(*queue_, todo, rule_, h);
            else if (!todo.rows[op.result].empty())
                head.clearContext(*queue_, x_->rows());
            break;
        default: throw std::logic_error(std::string("the OpenCL backend does not compute ") + infoOf(op.result).id);
        }
    }
}

/// Computes the named rows of a stage of the layer.
void OpenClLayer::computeOwn(const Op& op, const LayerUpdate& update) {
    const LayerWeights& weights = *update.weights;
    for (const Parameter p : op.parameters)
        if (weights[p]) weights_[p].takeChanged(*queue_, weights[p]);
    const IndexSet& rows = update.rows[op.result];
    if (rows.empty()) return;
    const RowSet set = queue_->rows(rows, x_->rows());
    switch (op.kind) {
    case Op::Kind::Beside: putBeside(op, set); break;
    case Op::Kind::Affine:
        own_[op.result].fit(*queue_, x_->rows(), weights_[op.parameters[0]].cols());
        multiply(*queue_, blockOf(op.inputs[0]).buffer(), weights_[op.parameters[0]],
                 weights[op.parameters[1]] ? &weights_[op.parameters[1]] : nullptr, own_[op.result].buffer(), set);
        break;
    case Op::Kind::Copy:
    case Op::Kind::Sum:
    case Op::Kind::Norm: sum(op, weights.norm ? weights.norm->eps : 0, set); break;
    case Op::Kind::Mean: rollOut(op, weights, nullptr); break;
    case Op::Kind::Rollout: rollOut(op, weights, static_cast<const OpenClLayer*>(update.queries.below)); break;
    default: throw std::logic_error(std::string("the OpenCL backend does not compute ") + infoOf(op.result).id);
    }
}

void OpenClLayer::putBeside(const Op& op, const RowSet& rows) {
    DeviceMatrix& all = own_[op.result];
    Index cols = 0;
    for (const auto& head : heads_) cols += head->context().cols();
    all.fit(*queue_, x_->rows(), cols);
    cols = 0;
    for (const auto& head : heads_) {
        const DeviceMatrix& context = head->context();
        queue_->run("putBeside", context.cols(), rows.count, context.buffer(), context.cols(), all.buffer(), all.cols(),
                    cols, rows);
        cols += context.cols();
    }
}

/// Computes the sum of one or two stages, and its layer norm if the operation is one.
void OpenClLayer::sum(const Op& op, double eps, const RowSet& rows) {
    const DeviceMatrix& a = blockOf(op.inputs[0]);
    DeviceMatrix& to = own_[op.result];
    to.fit(*queue_, a.rows(), a.cols());
    const bool isOfTwo = op.inputs.size() > 1, isNorm = op.kind == Op::Kind::Norm;
    if (isOfTwo)
        queue_->run("addRows", a.cols(), rows.count, a.buffer(), blockOf(op.inputs[1]).buffer(), a.cols(), to.buffer(),
                    a.cols(), rows);
    if (isNorm)
        queue_->run("layerNorm", rows.count, 1, (isOfTwo ? to : a).buffer(), weights_[op.parameters[0]].buffer(),
                    weights_[op.parameters[1]].buffer(), cl_double{eps}, to.buffer(), a.cols(), rows);
    if (!isOfTwo && !isNorm) queue_->copy(a.buffer(), 0, to.buffer(), 0, a.rows() * a.cols() * device::kFloat);
}

void OpenClLayer::rollOut(const Op& op, const LayerWeights& weights, const OpenClLayer* below) {
    const Index n = x_->rows();
    const double share = rolloutShare(op.result);
    DeviceMatrix step;
    step.fit(*queue_, n, xKv_->rows());
    for (std::size_t h = 0; h < heads_.size(); ++h)
        heads_[h]->addToStep(*queue_, op.inputs[0], rule_, static_cast<float>(share * weights.shareOf(h)), h == 0,
                             static_cast<float>(1 - share), step);
    if (!below) {
        own_[op.result] = step;
        return;
    }
    own_[op.result].fit(*queue_, n, n);
    multiply(*queue_, step.buffer(), below->own_[op.result], nullptr, own_[op.result].buffer(),
             queue_->rows(IndexSet::every(), n));
}

/// Returns a stage of the layer.
const DeviceMatrix& OpenClLayer::blockOf(Stage stage) const {
    const Op* op = program_.find(stage);
    if (!op || infoOf(stage).scope == Scope::Head || infoOf(stage).isOnHost)
        throw std::logic_error(std::string("the layer has no stage ") + infoOf(stage).id);
    if (op >= program_.behindInputs().data()) return own_[stage];
    return infoOf(stage).rows == Side::Tokens ? *x_ : *xKv_;
}

} // namespace headlight
