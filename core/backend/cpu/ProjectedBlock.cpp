#include "backend/cpu/ProjectedBlock.h"

#include "kernels/kernels.h"

namespace headlight {
namespace {

/// out = x w + bias for `count` rows of x from `first`.
void projectRows(const Matrix& x, const float* packedW, Index n, const FrozenMatrix& bias, Index first, Index count,
                 Matrix& out) {
    const Index depth = x.cols();
    const float* from = x.data() + first * depth;
    float* to = out.data() + first * n;
    if (count == 1)
        kernels::multiplyRow(from, depth, packedW, n, to);
    else
        kernels::multiply(from, depth, count, depth, packedW, n, to, n);
    if (bias) out.middleRows(first, count).rowwise() += bias->row(0);
}

} // namespace

void ProjectedBlock::project(const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                             const IndexSet& changed) {
    finite_ = Finite::Unknown;
    if (!w && !bias) {
        shared_ = x;
        own_.resize(0, 0);
        return;
    }
    const Index n = w ? w->cols() : x->cols();
    const bool all = changed.all || shared_ || own_.rows() != x->rows() || own_.cols() != n;
    shared_ = {};
    if (w && packedFor_ != w) {
        packed_.resize(static_cast<std::size_t>(kernels::packedSize(w->rows(), n)));
        kernels::packColumns(w->data(), n, w->rows(), n, packed_.data());
        packedFor_ = w;
    }
    const auto compute = [&](Index first, Index count) {
        if (w) {
            projectRows(*x, packed_.data(), n, bias, first, count, own_);
            return;
        }
        own_.middleRows(first, count) = x->middleRows(first, count);
        own_.middleRows(first, count).rowwise() += bias->row(0);
    };
    if (!all) return changed.forEachRun(x->rows(), compute);
    own_.resize(x->rows(), n);
    if (x->rows() > 0) compute(0, x->rows());
}

void ProjectedBlock::relocate(const Relocation& rows) {
    if (own_.rows() == rows.before) headlight::relocate(own_, rows); // if not, it was never computed, or is shared
}

bool ProjectedBlock::isFinite() {
    if (finite_ == Finite::Unknown) finite_ = values().allFinite() ? Finite::Yes : Finite::No;
    return finite_ == Finite::Yes;
}

} // namespace headlight
