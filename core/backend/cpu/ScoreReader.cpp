#include "backend/cpu/ScoreReader.h"

#include <algorithm>

namespace headlight {

ScoreReader::ScoreReader(const ScoreTable& table, Index end, Index col, Index n)
    : table_(table),
      end_(end),
      col_(col),
      panelCol_(table.panelOf(col)),
      endCol_(col + n),
      ld_(endCol_ - panelCol_ + 16) {}

Index ScoreReader::endOfBlock(Index row) {
    if (!table_.isStreamed()) return end_;
    load(row);
    return first_ + count_;
}

void ScoreReader::load(Index row) {
    if (row >= first_ && row < first_ + count_) return;
    count_ = std::min(end_ - row, kernels::PackedMatrix::kRowsAtOnce);
    if (capacity_ < count_) {
        block_ = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(count_ * ld_));
        capacity_ = count_;
    }
    first_ = row;
    table_.computeRows(row, count_, panelCol_, endCol_, block_.get(), ld_);
}

} // namespace headlight
