#include "engine/Walk.h"

#include "engine/StageLine.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

using Part = Step::Part;

std::vector<Part> partsOf(Op::Kind kind) {
    switch (kind) {
    case Op::Kind::Scores:
    case Op::Kind::WeightedSum: return {Part::Key};
    case Op::Kind::SoftmaxOfAll:
    case Op::Kind::Softmax: return {Part::Exponentials, Part::Sum, Part::Quotients};
    case Op::Kind::Shares:
    case Op::Kind::Renormalise: return {Part::Sum, Part::Quotients};
    default: return {Part::All};
    }
}

} // namespace

Walk::Walk(Shape shape, int layer, int head, int query, int key)
    : shape_(std::move(shape)), layer_(layer), head_(head), query_(query) {
    const Sizes& sizes = shape_.layers[static_cast<std::size_t>(layer)].sizes;
    key_ = std::min(key, std::max(0, sizes.keyTokens - 1));
    if (head >= sizes.heads || query >= sizes.tokens || sizes.keyTokens == 0) return;
    for (const Op& op : program()) {
        if (infoOf(op.result).isAside()) continue;
        for (const Part part : partsOf(op.kind)) {
            phases_.push_back({op.result, part, count_, part == Part::Key ? static_cast<int>(sizes.keyTokens) : 1});
            count_ += phases_.back().count;
        }
    }
}

Step Walk::at(int index) const {
    const auto phase = std::ranges::upper_bound(phases_, index, {}, &Phase::first) - 1;
    return {phase->stage, phase->part, index - phase->first};
}

int Walk::indexOf(const Step& step) const {
    const auto isBehind = [](const Step& one, const Phase& phase) { return one < Step{phase.stage, phase.part, 0}; };
    const auto next = std::upper_bound(phases_.begin(), phases_.end(), step, isBehind);
    if (next == phases_.begin()) return 0;
    const Phase& phase = *(next - 1);
    const bool isIt = phase.stage == step.stage && phase.part == step.part;
    return phase.first + (isIt ? std::min(step.key, phase.count - 1) : phase.count - 1);
}

/// Returns the cells of a stage that are computed.
StageCells Walk::all(Stage stage) const {
    const StageInfo& info = infoOf(stage);
    const Sizes& sizes = shape_.layers[static_cast<std::size_t>(layer_)].sizes;
    const int rows = static_cast<int>(lengthOf(info.rows, sizes)), cols = static_cast<int>(lengthOf(info.cols, sizes));
    const bool isOfHead = info.scope == Scope::Head, isOfQueries = isOfHead && info.rows == Side::Tokens;
    const bool isOfAllTokens = !info.fromScores && !isOfQueries; // keys and values need all tokens
    return {stage, isOfHead ? head_ : 0, isOfAllTokens ? Region{0, 0, rows, cols} : Region{query_, 0, 1, cols}};
}

StageCells Walk::makes(const Step& step) const {
    StageCells block = all(step.stage);
    if (kindOf(step.stage) == Op::Kind::Scores) block.cells = {query_, step.key, 1, 1};
    return block;
}

std::vector<StageCells> Walk::reads(const Step& step) const {
    std::vector<StageCells> blocks;
    const Op& op = *program().find(step.stage);
    if (op.kind == Op::Kind::Given) return {};
    if (op.kind == Op::Kind::Beside)
        for (int head = 0; head < shape_.layers[static_cast<std::size_t>(layer_)].sizes.heads; ++head)
            blocks.push_back({op.inputs[0], head, all(op.inputs[0]).cells});
    std::vector<StageLine> lines = linesFor({step.stage, layer_, head_, query_, step.key}, shape_);
    lines.pop_back(); // the line of the cell itself
    const bool isOfAll = makes(step).cells.rows > 1;
    for (const StageLine& line : lines) {
        const CellRef& first = line.first;
        const bool isColumn = line.isColumn; // it is a column of V: the row of the key is shown
        StageCells block{first.stage, first.head, {first.row, 0, 1, static_cast<int>(line.length)}};
        if (isOfAll) block = all(first.stage);
        if (isColumn) block.cells = {step.key, 0, 1, all(first.stage).cells.cols};
        if (op.kind == Op::Kind::WeightedSum && !isColumn) block.cells = {query_, step.key, 1, 1};
        blocks.push_back(block);
    }
    // An explanation goes back to the scores, but this step uses the stage that was computed last.
    if (infoOf(step.stage).isVirtual()) return {*std::ranges::max_element(blocks, {}, &StageCells::stage)};
    return blocks;
}

Region Walk::blank(const Step& step, Stage stage, int head) const {
    const bool isInWalk = infoOf(stage).scope != Scope::Head || head == head_;
    const auto last = std::find_if(phases_.rbegin(), phases_.rend(), [&](const Phase& p) { return p.stage == stage; });
    if (!isInWalk || last == phases_.rend()) return {};
    const int left = last->first + last->count - 1 - indexOf(step); // steps until the stage is complete
    if (left <= 0) return {};
    const bool growsByCells = step.stage == stage && kindOf(stage) == Op::Kind::Scores;
    return growsByCells ? Region{query_, step.key + 1, 1, left} : all(stage).cells;
}

std::vector<CellRef> Walk::examples(const Step& step, int maxCount) const {
    const StageCells made = makes(step);
    const bool isOfKeys = infoOf(step.stage).rows == Side::KeyTokens;
    std::vector<CellRef> cells;
    for (int i = 0; i < std::min(maxCount, made.cells.cols); ++i)
        cells.push_back({made.stage, layer_, made.head, isOfKeys ? key_ : query_, made.cells.col + i});
    return cells;
}

} // namespace headlight
