#include "backend/cpu/CpuHead.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <numeric>

namespace headlight {

ProjectedBlock& CpuHead::projected(Stage stage) { return stage == Stage::Q ? q_ : stage == Stage::K ? k_ : v_; }

void CpuHead::relocate(const Relocation* queries, const Relocation* keys, Scratch& scratch) {
    table_.relocate(queries, keys, scratch);
    if (queries) {
        q_.relocate(*queries);
        if (context_.rows() == queries->before) headlight::relocate(context_, *queries);
        for (IndexSet* rows : {&staleContext_, &newContext_}) *rows = queries->places(*rows);
        staleContext_.add(queries->arrived());
    }
    if (!keys) return;
    k_.relocate(*keys);
    v_.relocate(*keys);
    staleValues_ = keys->places(staleValues_);
    const Index first = keys->firstMoved(), end = std::max(keys->before, keys->now);
    if (first < end) staleValues_.add({false, {first, end - 1}}); // and whatever stands between
}

void CpuHead::project(const Projection& p, const FrozenMatrix& x, const Head& head, const IndexSet& changed) {
    ProjectedBlock& block = projected(p.stage);
    block.project(x, head[p.weight], head[p.bias], changed);
    if (p.stage == Stage::V) staleValues_.add(changed);
}

void CpuHead::attend(const HeadUpdate::Attend& changed, const ScoreRule& rule, std::size_t head,
                     const AllowedKeys& allowed, Scratch& scratch) {
    const std::uint64_t before = table_.edition();
    table_.attend(q_.values(), k_.values(), changed.queries, changed.keys, rule, head, allowed, scratch);
    if (table_.edition() == before) return;
    const ScoreTable::Change& change = table_.lastChange();
    const bool areAllStale = change.rule || change.cols.all || (rule.masksAfter && !change.cols.empty()); // seen by all
    staleContext_.add(areAllStale ? IndexSet::every() : change.rows);
    if (!change.cols.items.empty()) touch(change.cols.items.front(), change.cols.items.back());
}

void CpuHead::touch(Index firstKey, Index lastKey) {
    if (staleContext_.all) return;
    IndexSet touched;
    const Mask& mask = table_.rule().mask;
    for (Index row = 0; row < table_.rows(); ++row) {
        const Mask::Reach reach = mask.reach(row, lastKey + 1);
        if (reach.begin <= lastKey && reach.end > firstKey) touched.items.push_back(row);
    }
    staleContext_.add(touched);
}

void CpuHead::forgetScores() {
    table_.forget();
    tiles_ = {};
}

StageView CpuHead::view(Stage stage, Scratch& scratch) {
    if (stage == Stage::Context) return viewOf(context(scratch));
    return infoOf(stage).fromScores ? viewOf(table_, stage) : viewOf(projected(stage).values());
}

Matrix CpuHead::tile(Stage stage, const Area& area, Pooling pooling, Scratch& scratch) {
    if (infoOf(stage).isMap()) return tiles_.tile(table_, stage, area, pooling);
    Matrix tile;
    poolAll(view(stage, scratch), area, pooling, tile);
    return tile;
}

Extent CpuHead::extent(Stage stage, Scratch& scratch) {
    return infoOf(stage).isMap() ? extentOf(table_, stage) : extentOf(view(stage, scratch));
}

Matrix CpuHead::rows(Stage stage, Index first, Index count, Scratch& scratch) {
    if (stage == Stage::Context && count == 1 && !(staleContext_.empty() && staleValues_.empty())) {
        Matrix row(1, v_.values().cols());
        contextOfRow(first, row.data(), scratch);
        return row;
    }
    return rowsOf(view(stage, scratch), first, count);
}

IndexSet CpuHead::takeNewContext() { return std::exchange(newContext_, {}); }

/// One sum for each column of V, over the keys in turn; masked keys are passed over.
void CpuHead::contextOfRow(Index row, float* out, Scratch& scratch) const {
    const Matrix& v = v_.values();
    const Mask::Reach reach = table_.allowed().reach(row);
    scratch.row.resize(static_cast<std::size_t>(v.rows()));
    table_.dropped(row, 0, v.rows(), scratch.row.data());
    const std::uint8_t* bytes = table_.allowed().bytes(row);
    if (table_.rule().dropout) {
        scratch.bytes.resize(static_cast<std::size_t>(v.rows()));
        for (Index key = 0; key < v.rows(); ++key)
            scratch.bytes[static_cast<std::size_t>(key)] = (!bytes || bytes[key]) && !table_.isDropped(row, key);
        bytes = scratch.bytes.data();
    }
    kernels::multiplySome(scratch.row.data(), reach.begin, reach.end, bytes, v.data(), v.cols(), out);
}

/// The same sums: a masked weight is 0, and adding 0 to a sum that began with +0 leaves it as it is.
void CpuHead::contextOfRows(std::span<const Index> rows, const std::vector<float>& packedValues, Scratch& scratch) {
    const Index keys = v_.values().rows(), cols = v_.values().cols(), count = static_cast<Index>(rows.size());
    scratch.before.resize(static_cast<std::size_t>(count * keys));
    scratch.product.resize(static_cast<std::size_t>(count * cols));
    for (Index i = 0; i < count; ++i)
        table_.dropped(rows[static_cast<std::size_t>(i)], 0, keys, scratch.before.data() + i * keys);
    kernels::multiply(scratch.before.data(), keys, count, keys, packedValues.data(), cols, scratch.product.data(),
                      cols);
    for (Index i = 0; i < count; ++i)
        std::copy_n(scratch.product.data() + i * cols, cols,
                    context_.data() + rows[static_cast<std::size_t>(i)] * cols);
}

const Matrix& CpuHead::context(Scratch& scratch) {
    const Matrix& v = v_.values();
    if (staleValues_.all || context_.cols() != v.cols()) staleContext_ = IndexSet::every();
    if (!staleValues_.items.empty()) touch(staleValues_.items.front(), staleValues_.items.back());
    staleValues_ = {};
    const Index queries = q_.values().rows();
    if (staleContext_.empty() && context_.rows() == queries) return context_;
    if (queries > 0)
        context_.conservativeResize(queries, v.cols());
    else
        context_ = Matrix(0, v.cols()); // as relocate() does

    std::vector<Index> stale = staleContext_.items;
    if (staleContext_.all) {
        stale.resize(static_cast<std::size_t>(queries));
        std::iota(stale.begin(), stale.end(), Index{0});
    }
    std::erase_if(stale, [&](Index row) { return row >= queries; }); // gone since
    constexpr std::size_t kBlock = 32;
    if (stale.size() < kBlock || !v_.isFinite()) { // a masked 0 * NaN must not get into the sum
        for (const Index row : stale) contextOfRow(row, context_.data() + row * v.cols(), scratch);
    } else {
        std::vector<float> packed(static_cast<std::size_t>(kernels::packedSize(v.rows(), v.cols())));
        kernels::packColumns(v.data(), v.cols(), v.rows(), v.cols(), packed.data());
        for (std::size_t first = 0; first < stale.size(); first += kBlock)
            contextOfRows(std::span(stale).subspan(first, std::min(kBlock, stale.size() - first)), packed, scratch);
    }
    newContext_.add(staleContext_);
    staleContext_ = {};
    return context_;
}

} // namespace headlight
