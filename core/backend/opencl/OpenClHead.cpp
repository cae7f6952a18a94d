#include "backend/opencl/OpenClHead.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr Index kScratchFloats = Index{1} << 22; ///< weights of the rows whose context is computed at once

} // namespace

DeviceCells cellsOf(const DeviceMatrix& matrix, const cl::Buffer& none) {
    return {.rows = matrix.rows(),
            .cols = matrix.cols(),
            .blocks = {{matrix.buffer(), 0, matrix.rows()}},
            .how = {},
            .bytes = none,
            .dropped = none,
            .known = none};
}

void OpenClHead::move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
                      const DeviceRule& rule) {
    scores_.move(queue, queries, keys, isRuleNew, rule);
    for (const StageInfo& info : stages())
        affine_[info.stage].own.move(queue, info.rows == Side::Tokens ? queries : keys);
    if (keys.map) isTransposed_ = false;
    context_.move(queue, queries);
}

void OpenClHead::project(DeviceQueue& queue, const Op& affine, const DeviceMatrix& x,
                         const PerHeadParameter<FrozenMatrix>& head, const IndexSet& rows) {
    Projected& to = affine_[affine.result];
    const FrozenMatrix &weight = head[affine.parameters[0]], &bias = head[affine.parameters[1]];
    to.values = weight || bias ? &to.own : &x;
    if (rows.empty()) return;
    if (weight) to.weight.takeChanged(queue, weight);
    if (bias) to.bias.takeChanged(queue, bias);
    if (!weight && !bias) return;
    const RowSet set = queue.rows(rows, x.rows());
    to.own.fit(queue, x.rows(), weight ? to.weight.cols() : x.cols());
    if (weight)
        multiply(queue, x.buffer(), to.weight, bias ? &to.bias : nullptr, to.own.buffer(), set);
    else
        queue.run("addRows", x.cols(), set.count, x.buffer(), to.bias.buffer(), 0, to.own.buffer(), x.cols(), set);
}

void OpenClHead::attend(DeviceQueue& queue, const HeadUpdate& update, const DeviceRule& rule) {
    const IndexSet& rows = update.rows[scoresOp_.result];
    if (!update.rows[scoresOp_.inputs[1]].empty()) isTransposed_ = false;
    if (update.dropsScores) return scores_.drop();
    if (!scores_.isThere() && rows.empty() && update.columns.empty()) return;
    const DeviceMatrix &q = *affine_[scoresOp_.inputs[0]].values, &k = *affine_[scoresOp_.inputs[1]].values;
    if (!std::exchange(isTransposed_, true)) {
        keysTransposed_.fit(queue, k.cols(), k.rows());
        queue.run("transpose", k.rows(), k.cols(), k.buffer(), keysTransposed_.buffer(), k.rows(), k.cols());
    }
    scores_.update(queue, q, k, keysTransposed_, update, rule);
}

void OpenClHead::computeContext(DeviceQueue& queue, const HeadUpdate& update, const DeviceRule& rule,
                                std::size_t head) {
    const IndexSet& rows = update.rows[contextOp_.result];
    if (rows.empty()) return;
    const DeviceMatrix& v = *affine_[contextOp_.inputs[1]].values;
    const DeviceCells from = ofScores(contextOp_.inputs[0], rule, head);
    context_.fit(queue, from.rows, v.cols());
    cl::Buffer isFinite = queue.makeBuffer(sizeof(cl_int));
    queue.fill(isFinite, 1, 1);
    queue.run("checkFinite", v.cols(), v.rows(), v.buffer(), v.cols(), isFinite);
    const RowSet all = queue.rows(rows, from.rows);
    const Index scratch = std::min(kScratchFloats, static_cast<Index>(queue.blockBytes()) / device::kFloat);
    const Index maxRows = std::clamp<Index>(scratch / std::max<Index>(1, from.cols), 1, all.count);
    cl::Buffer weights = queue.makeBuffer(maxRows * from.cols * device::kFloat);
    from.forEachBlock(queue, all, [&](const DeviceBlock& block) {
        const RowSet inBlock = all.within(block.first, block.first + block.count);
        for (Index first = 0; first < inBlock.count; first += maxRows) {
            const RowSet set = inBlock.part(first, std::min(maxRows, inBlock.count - first));
            queue.runLanes("cells", set.count, from.of(block), set, 0, from.cols, weights, 0);
            multiply(queue, weights, v, nullptr, context_.buffer(), set, 0, 0);
            queue.run("contextOfSome", v.cols(), set.count, from.of(block), v.buffer(), isFinite, context_.buffer(),
                      v.cols(), set);
        }
    });
    queue.giveBack(std::move(weights));
    queue.giveBack(std::move(isFinite));
}

void OpenClHead::clearContext(DeviceQueue& queue, Index rows) {
    context_.fit(queue, rows, affine_[contextOp_.inputs[1]].values->cols());
    queue.fill(context_.buffer(), 0, rows * context_.cols());
}

void OpenClHead::addToStep(DeviceQueue& queue, Stage weights, const DeviceRule& rule, float share, bool isFirst,
                           float diagonal, const DeviceMatrix& step) const {
    const DeviceCells from = ofScores(weights, rule, 0);
    from.forEachBlock(queue, {0, from.rows}, [&](const DeviceBlock& block) {
        queue.run("addToStep", from.cols, block.count, from.of(block), share, isFirst, diagonal, step.buffer());
    });
}

DeviceCells OpenClHead::ofScores(Stage stage, const DeviceRule& rule, std::size_t head) const {
    DeviceCells cells = scores_.cells(rule);
    device::Cells& how = cells.how;
    const RulePart part = infoOf(stage).dependsOn;
    const bool isSoft = part == RulePart::Mask && rule.host.masksAfter; // its cells are weights, too
    how.isWeight = isSoft || part >= RulePart::Normalisation;
    if (!how.isWeight && part != RulePart::None) how.scale = rule.rule.factor;
    if (part == RulePart::Dropout && rule.host.dropout) {
        how.scale = static_cast<float>(rule.host.dropout->factor);
        how.hasDropout = 1;
        how.hasKnown = 0;
        cells.dropped = rule.dropped.at(head);
    }
    how.mask.first = stage == Stage::Rest;
    how.isMasked = how.mask.first || (infoOf(stage).isMasked && rule.host.mask.isOn());
    how.masked = maskedValue(stage, rule.host.masksAfter);
    return cells;
}

DeviceCells OpenClHead::cells(DeviceQueue& queue, Stage stage, const DeviceRule& rule, std::size_t head) const {
    if (stage == contextOp_.result) return cellsOf(context_, queue.none());
    if (!infoOf(stage).fromScores) return cellsOf(*affine_[stage].values, queue.none());
    DeviceCells cells = ofScores(stage, rule, head);
    const bool isOfAllKeys = infoOf(stage).dependsOn == RulePart::Mask && rule.host.masksAfter;
    if (isOfAllKeys || stage == Stage::Rest) { // its ScoreRows are not those of the weights
        const cl::Buffer known = std::exchange(
            cells.known, scores_.knownUnder(isOfAllKeys ? device::Mask() : cells.how.mask, queue, rule));
        if (!isOfAllKeys) queue.run("restRows", cells.rows, 1, known, cells.known, cells.rows, rule.rule);
        cells.how.hasKnown = 0;
    }
    return cells;
}

} // namespace headlight
