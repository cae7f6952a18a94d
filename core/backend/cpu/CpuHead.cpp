#include "backend/cpu/CpuHead.h"

#include "backend/cpu/scoreViews.h"
#include "base/parallel.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <numeric>

namespace headlight {

void CpuHead::move(const RowMap* queries, const RowMap* keys, bool isRuleNew) {
    table_.move(queries, keys, isRuleNew);
    for (const StageInfo& info : stages()) {
        const RowMap* rows = info.rows == Side::Tokens ? queries : keys;
        if (rows) affine_[info.stage].move(*rows);
    }
}

bool CpuHead::attend(const HeadUpdate& update, const ScoreRule& rule, std::size_t head, const AllowedKeys& allowed,
                     Stopping::Step* stopping, std::span<const TileRead> reads) {
    const IndexSet& rows = update.rows[scoresOp_.result];
    std::optional<ContextRead> made;
    kernels::PackedMatrix packed;
    if (update.streams && !update.dropsScores && wantsContext(update) && areValuesFinite()) {
        packed = packedValues();
        made.emplace(ContextRead{packed, context});
    }
    ScoreSinks sinks{{reads.begin(), reads.end()}, made};
    if (update.dropsScores) {
        table_.drop();
        tiles_ = {};
    } else if (table_.isThere() || !rows.empty() || !update.columns.empty()) {
        const bool isGiven = scoresOp_.kind == Op::Kind::Given;
        const Matrix& q = affine_[isGiven ? scoresOp_.result : scoresOp_.inputs[0]].values();
        const Matrix* k = isGiven ? nullptr : &affine_[scoresOp_.inputs[1]].values();
        table_.update(q, k, rows, update.columns, rule, update.isRuleNew, head, allowed, update.streams, stopping,
                      &sinks);
    }
    try {
        tiles_.make(table_, reads, sinks);
    } catch (...) {
        tiles_ = {}; // a kept tile may be half done
        throw;
    }
    return made && !sinks.context;
}

StageView CpuHead::view(Stage stage) const {
    if (contextOp_ && stage == contextOp_->result) {
        StageView view = viewOf(*context.all);
        view.cols = context.cols;
        view.data = context.row(0);
        return view;
    }
    return infoOf(stage).fromScores ? viewOf(table_, stage) : viewOf(affine_[stage].values());
}

/// Computes one sum for each column of V, over ascending keys without those that are masked or dropped.
void CpuHead::contextOfRow(Index row, float* out) const {
    const Matrix& v = values();
    const Mask::Reach reach = table_.allowed().reach(row);
    std::vector<float> weights(static_cast<std::size_t>(v.rows()));
    std::vector<std::uint8_t> left; // neither masked nor dropped
    table_.dropped(ScoreReader(table_, row + 1, 0, v.rows()).row(row), row, 0, v.rows(), weights.data());
    const std::uint8_t* bytes = table_.allowed().bytes(row);
    if (table_.rule().dropout) {
        left.resize(static_cast<std::size_t>(v.rows()));
        for (Index key = 0; key < v.rows(); ++key)
            left[static_cast<std::size_t>(key)] = (!bytes || bytes[key]) && !table_.isDropped(row, key);
        bytes = left.data();
    }
    kernels::multiplySome(weights.data(), reach.begin, reach.end, bytes, v.data(), v.cols(), out);
}

kernels::PackedMatrix CpuHead::packedValues() const {
    const Matrix& v = values();
    kernels::PackedMatrix packed;
    packed.resize(v.rows(), v.cols());
    packed.packRows(v.data(), v.cols());
    return packed;
}

void CpuHead::computeContext(const IndexSet& rows) {
    const Matrix& v = values();
    std::vector<Index> stale;
    rows.forEachRun(table_.rows(), [&](Index first, Index count) {
        for (Index i = 0; i < count; ++i) stale.push_back(first + i);
    });
    if (stale.empty()) return;
    constexpr Index kBlock = kernels::PackedMatrix::kRowsAtOnce;
    const auto count = static_cast<Index>(stale.size());
    const double work = static_cast<double>(count) * static_cast<double>(v.rows()) * static_cast<double>(v.cols() + 4);
    const auto rowsAt = [&](Index first, Index end) {
        return std::span(stale).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
    };
    if (count < kBlock || !areValuesFinite()) // a masked 0 * NaN must not get into the sum
        return inParallel(count, 1, work, [&](Index first, Index end) {
            table_.check();
            for (const Index row : rowsAt(first, end)) contextOfRow(row, context.row(row));
        });
    const kernels::PackedMatrix packed = packedValues();
    inParallel(count, kBlock, work, [&](Index first, Index end) {
        table_.check();
        const std::span<const Index> some = rowsAt(first, end);
        ScoreReader scores(table_, some.back() + 1, 0, packed.depth());
        ContextRows made(table_, scores, packed, context, some.back() + 1);
        for (const Index row : some) made.take(row, row + 1);
    });
}

} // namespace headlight
