#include "backend/cpu/ScoreReader.h"

#include <algorithm>

namespace headlight {

ScoreReader::ScoreReader(const ScoreTable& table, Index end, Index col, Index n)
    : table_(table), end_(end), col_(col), panelCol_(table.panelOf(col)), endCol_(col + n) {}

const float* ScoreReader::row(Index row) {
    if (!table_.isStreamed()) return table_.storedRow(row) + col_;
    const Index ld = endCol_ - panelCol_ + 16; // so that rows do not begin in the same cache set
    if (row < first_ || row >= first_ + count_) {
        count_ = std::min(end_ - row, kernels::PackedMatrix::kRowsAtOnce);
        if (capacity_ < count_) {
            block_ = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(count_ * ld));
            capacity_ = count_;
        }
        first_ = row;
        table_.computeRows(row, count_, panelCol_, endCol_, block_.get(), ld);
    }
    return block_.get() + (row - first_) * ld + col_ - panelCol_;
}

} // namespace headlight
