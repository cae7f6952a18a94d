#include "kernels/PackedMatrix.h"

#include "kernels/Target.h"

#include <algorithm>

namespace headlight::kernels {

void PackedMatrix::resize(Index depth, Index cols) {
    if (target_ != &target() || depth_ != depth) lines_.clear(); // so that nothing is copied
    target_ = &target();
    depth_ = depth;
    cols_ = cols;
    constexpr Index kLine = sizeof(Line) / sizeof(float);
    const Index floats = (cols + target_->panel - 1) / target_->panel * target_->panel * depth;
    lines_.resize(static_cast<std::size_t>(floats / kLine + 1)); // at least one, so that there is a pointer
}

void PackedMatrix::packRows(const float* b, Index ldb) {
    float* to = lines_.data()->floats;
    for (Index first = 0; first < cols_; first += target_->panel) {
        const Index width = std::min(target_->panel, cols_ - first);
        for (Index k = 0; k < depth_; ++k, to += target_->panel) std::copy_n(b + k * ldb + first, width, to);
    }
}

void PackedMatrix::packColumns(const float* b, Index ldb) {
    float* to = lines_.data()->floats;
    for (Index first = 0; first < cols_; first += target_->panel) {
        const Index width = std::min(target_->panel, cols_ - first);
        for (Index k = 0; k < depth_; ++k, to += target_->panel)
            for (Index col = 0; col < width; ++col) to[col] = b[(first + col) * ldb + k];
    }
}

void PackedMatrix::packColumn(Index col, const float* column) {
    float* to = lines_.data()->floats + col / target_->panel * target_->panel * depth_ + col % target_->panel;
    for (Index k = 0; k < depth_; ++k) to[k * target_->panel] = column[k];
}

void PackedMatrix::multiply(const float* a, Index lda, Index rows, float* out, Index ldo) const {
    target_->multiply(a, lda, rows, depth_, lines_.data()->floats, cols_, out, ldo);
}

Index PackedMatrix::panel() const { return target_->panel; }

void PackedMatrix::multiplyColumns(Index first, Index end, const float* a, Index lda, Index rows, float* out,
                                   Index ldo) const {
    target_->multiply(a, lda, rows, depth_, lines_.data()->floats + first * depth_, end - first, out, ldo);
}

} // namespace headlight::kernels
