#include "backend/cpu/ProjectedBlock.h"

namespace headlight {
namespace {

/// out = x w + bias for `count` rows of x from `first`.
void projectRows(const Matrix& x, const kernels::PackedMatrix& w, const FrozenMatrix& bias, Index first, Index count,
                 Matrix& out) {
    w.multiply(x.data() + first * x.cols(), x.cols(), count, out.data() + first * w.cols(), w.cols());
    if (bias) out.middleRows(first, count).rowwise() += bias->row(0);
}

} // namespace

void ProjectedBlock::project(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                             const IndexSet& changed) {
    if (!w && !bias) { // x may be another block with the same numbers
        if (!changed.empty() || shared_ != &x) finite_ = Finite::Unknown;
        shared_ = &x;
        own_.resize(0, 0);
        return;
    }
    if (changed.empty()) return;
    finite_ = Finite::Unknown;
    const Index n = w ? w->cols() : x.cols();
    const bool all = changed.all || shared_ || own_.rows() != x.rows() || own_.cols() != n;
    shared_ = nullptr;
    if (w && packedFor_ != w) {
        packed_.resize(w->rows(), n);
        packed_.packRows(w->data(), n);
        packedFor_ = w;
    }
    const auto compute = [&](Index first, Index count) {
        if (w) {
            projectRows(x, packed_, bias, first, count, own_);
            return;
        }
        own_.middleRows(first, count) = x.middleRows(first, count);
        own_.middleRows(first, count).rowwise() += bias->row(0);
    };
    if (all) own_.resize(x.rows(), n);
    (all ? IndexSet::every() : changed).forEachRun(x.rows(), compute);
}

bool ProjectedBlock::isFinite() {
    if (finite_ == Finite::Unknown) finite_ = values().allFinite() ? Finite::Yes : Finite::No;
    return finite_ == Finite::Yes;
}

} // namespace headlight
