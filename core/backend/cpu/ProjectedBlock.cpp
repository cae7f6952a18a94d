#include "backend/cpu/ProjectedBlock.h"

#include "base/parallel.h"
#include "base/sameBits.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr Index kRows = 2 * kernels::PackedMatrix::kRowsAtOnce; ///< rows that one thread takes at a time

double workOf(Index rows, const Matrix& x, Index cols) {
    return static_cast<double>(rows) * static_cast<double>(x.cols()) * static_cast<double>(cols);
}

/// Computes out = x w + bias for `count` rows of x from `first`.
void projectRows(const Matrix& x, const kernels::PackedMatrix& w, const FrozenMatrix& bias, Index first, Index count,
                 Matrix& out) {
    inParallel(count, kRows, workOf(count, x, w.cols()), [&](Index begin, Index end) {
        const Index row = first + begin, rows = end - begin;
        w.multiply(x.data() + row * x.cols(), x.cols(), rows, out.data() + row * w.cols(), w.cols());
        if (bias) out.middleRows(row, rows).rowwise() += bias->row(0);
    });
}

} // namespace

void ProjectedBlock::project(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias, const IndexSet& changed,
                             std::uint64_t version) {
    if (!w && !bias) { // x may be another block with the same numbers
        if (!changed.empty() || shared_ != &x) finite_ = Finite::Unknown;
        shared_ = &x;
        own_.resize(0, 0);
        version_ = 0;
        return;
    }
    if (changed.empty()) return;
    finite_ = Finite::Unknown;
    const Index n = w ? w->cols() : x.cols();
    const bool all = changed.all || shared_ || own_.rows() != x.rows() || own_.cols() != n;
    shared_ = nullptr;
    const bool isInputSame = std::exchange(version_, version) == version && version > 0;
    const bool isBiasSame = std::exchange(bias_, bias) == bias;
    if (isInputSame && isBiasSame && w && packedFor_ && packed_.depth() == w->rows() && packed_.cols() == n)
        return projectChangedPanels(x, w, bias);
    if (w && packedFor_ != w) {
        packed_.resize(w->rows(), n);
        packed_.packRows(w->data(), n);
    }
    packedFor_ = w;
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

void ProjectedBlock::projectChangedPanels(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias) {
    packed_.packRows(w->data(), w->cols());
    for (Index first = 0; first < w->cols(); first += packed_.panel()) {
        const Index count = std::min(packed_.panel(), w->cols() - first);
        Index row = 0;
        while (row < w->rows() && sameBits(&(*w)(row, first), &(*packedFor_)(row, first), count)) ++row;
        if (row == w->rows()) continue;
        inParallel(x.rows(), kRows, workOf(x.rows(), x, count), [&](Index begin, Index end) {
            packed_.multiplyColumns(first, first + count, x.data() + begin * x.cols(), x.cols(), end - begin,
                                    own_.data() + begin * own_.cols() + first, own_.cols());
            if (bias) own_.block(begin, first, end - begin, count).rowwise() += bias->row(0).segment(first, count);
        });
    }
    packedFor_ = w;
}

bool ProjectedBlock::isFinite() {
    if (finite_ == Finite::Unknown)
        finite_ = kernels::rangeOf(values().data(), values().size()).finite ? Finite::Yes : Finite::No;
    return finite_ == Finite::Yes;
}

} // namespace headlight
