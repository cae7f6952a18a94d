#include "backend/cpu/ContextRows.h"

#include <algorithm>

namespace headlight {
ContextRows::ContextRows(const ScoreTable& table, ScoreReader& scores, const kernels::PackedMatrix& values,
                         const ContextBlock& context, Index end)
    : table_(table),
      scores_(scores),
      values_(values),
      context_(context),
      end_(end),
      ld_(values.depth() + 16), // so that rows do not begin in the same cache set
      weights_(std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(kAtOnce * ld_))),
      product_(std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(kAtOnce * values.cols()))) {}

void ContextRows::take(Index first, Index end) {
    for (Index row = first; row < end; ++row) takeRow(row);
}

void ContextRows::takeRow(Index row) {
    table_.dropped(scores_.row(row), row, 0, values_.depth(), weights_.get() + static_cast<Index>(rows_.size()) * ld_);
    rows_.push_back(row);
    if (static_cast<Index>(rows_.size()) < kAtOnce && row + 1 < end_) return;
    const Index cols = values_.cols();
    values_.multiply(weights_.get(), ld_, static_cast<Index>(rows_.size()), product_.get(), cols);
    for (std::size_t i = 0; i < rows_.size(); ++i)
        std::copy_n(product_.get() + static_cast<Index>(i) * cols, cols, context_.row(rows_[i]));
    rows_.clear();
}

} // namespace headlight
