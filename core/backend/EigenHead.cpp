#include "backend/EigenHead.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace headlight {

ProjectedBlock& EigenHead::projected(Stage stage) {
    assert(stage == Stage::Q || stage == Stage::K || stage == Stage::V);
    return stage == Stage::Q ? q_ : stage == Stage::K ? k_ : v_;
}

const Matrix& EigenHead::projected(Stage stage) const {
    return const_cast<EigenHead*>(this)->projected(stage).values();
}

void EigenHead::project(Stage stage, const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                        const RowSet& changed) {
    projected(stage).project(x, w, bias, changed);
    if (stage == Stage::V) hasContext_ = false;
}

void EigenHead::attend(const RowSet& queries, const RowSet& keys, const WeightRule& rule) {
    const std::uint64_t before = table_.edition();
    table_.attend(q_.values(), k_.values(), queries, keys, rule);
    if (table_.edition() != before) hasContext_ = false;
}

void EigenHead::forgetScores() {
    table_.forget();
    maps_ = {};
    context_.resize(0, 0);
    hasContext_ = false;
}

Index EigenHead::rows(Stage stage) const {
    switch (stage) {
    case Stage::Q:
    case Stage::K:
    case Stage::V: return projected(stage).rows();
    default: return table_.rows();
    }
}

Index EigenHead::cols(Stage stage) const {
    switch (stage) {
    case Stage::Q:
    case Stage::K:
    case Stage::V: return projected(stage).cols();
    case Stage::Context: return projected(Stage::V).cols();
    default: return table_.cols();
    }
}

Matrix EigenHead::reduce(Stage stage, const Reduction& reduction) {
    switch (stage) {
    case Stage::Scores:
    case Stage::Scaled: return maps_.ofScores(table_, stage, reduction);
    case Stage::Weights: return maps_.weights(table_, reduction);
    default: break;
    }
    Matrix tile;
    reduceAll(viewOf(stage == Stage::Context ? context() : projected(stage).values()), reduction, tile);
    return tile;
}

Extent EigenHead::extent(Stage stage) {
    switch (stage) {
    case Stage::Scores: return table_.extentOfScores();
    case Stage::Scaled: return table_.extentOfScaled();
    case Stage::Weights: return table_.extentOfWeights();
    case Stage::Context: return extentOf(viewOf(context()));
    default: return extentOf(viewOf(projected(stage).values()));
    }
}

Matrix EigenHead::wholeRows(Stage stage, Index first, Index count) {
    Matrix out(count, cols(stage));
    for (Index i = 0; i < count; ++i) {
        const Index row = first + i;
        float* to = out.data() + i * out.cols();
        switch (stage) {
        case Stage::Scores: std::copy_n(table_.row(row), out.cols(), to); break;
        case Stage::Scaled:
            for (Index col = 0; col < out.cols(); ++col) to[col] = table_.row(row)[col] * table_.rule().factor;
            break;
        case Stage::Weights: table_.weights(row, 0, out.cols(), 0.0F, to); break;
        case Stage::Context:
            if (!hasContext_ && count == 1) {
                std::vector<float> weights(static_cast<std::size_t>(table_.cols()));
                contextOfRow(row, weights.data(), to);
            } else {
                out.row(i) = context().row(row);
            }
            break;
        default: out.row(i) = projected(stage).values().row(row);
        }
    }
    return out;
}

double EigenHead::rowSum(Index row) const {
    return table_.kind(row) == ScoreTable::RowKind::Broken ? std::numeric_limits<double>::quiet_NaN() : table_.sum(row);
}

/// One sum per column of V, over the keys in turn; masked keys are passed over. `weights` has room for a row.
void EigenHead::contextOfRow(Index row, float* weights, float* out) {
    const Matrix& v = v_.values();
    table_.weights(row, 0, v.rows(), 0.0F, weights);
    std::fill_n(out, v.cols(), 0.0F);
    const Index end = table_.allowedEnd(row);
    const std::uint8_t* mask = table_.maskRow(row);
    for (Index key = 0; key < end; ++key) {
        if (mask && !mask[key]) continue;
        const float weight = weights[key];
        const float* value = v.data() + key * v.cols();
        for (Index col = 0; col < v.cols(); ++col) out[col] += weight * value[col];
    }
}

const Matrix& EigenHead::context() {
    if (hasContext_) return context_;
    constexpr Index kBlock = 32;
    const Matrix& v = v_.values();
    const Index keys = v.rows();
    context_.resize(table_.rows(), v.cols());
    std::vector<float> weights(static_cast<std::size_t>(kBlock * keys));
    if (!v_.isFinite()) { // a masked 0 * NaN must not get into the sum
        for (Index row = 0; row < table_.rows(); ++row)
            contextOfRow(row, weights.data(), context_.data() + row * v.cols());
    } else { // the same sums: a masked weight is 0, and adding 0 to a sum that began with +0 leaves it as it is
        std::vector<float> packed(static_cast<std::size_t>(kernels::packedSize(keys, v.cols())));
        kernels::packColumns(v.data(), v.cols(), keys, v.cols(), packed.data());
        for (Index first = 0; first < table_.rows(); first += kBlock) {
            const Index count = std::min(kBlock, table_.rows() - first);
            for (Index i = 0; i < count; ++i) table_.weights(first + i, 0, keys, 0.0F, weights.data() + i * keys);
            kernels::multiply(weights.data(), keys, count, keys, packed.data(), v.cols(),
                              context_.data() + first * v.cols(), v.cols());
        }
    }
    hasContext_ = true;
    return context_;
}

} // namespace headlight
