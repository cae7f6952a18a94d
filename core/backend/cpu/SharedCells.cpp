#include "backend/cpu/SharedCells.h"

#include <numeric>
#include <utility>

namespace headlight {
namespace {

std::vector<Index> cameFrom(const Frozen<Relocation>& moved, Index count) {
    if (moved) return moved->from();
    std::vector<Index> from(static_cast<std::size_t>(count));
    std::iota(from.begin(), from.end(), Index{0});
    return from;
}

} // namespace

AllowedKeys* SharedCells::of(const Mask& own, const Mask& other, Index rows, Index cols,
                             const Frozen<Relocation>& rowsMoved, const Frozen<Relocation>& colsMoved) {
    if (!own.isOn() && !other.isOn() && !rowsMoved && !colsMoved) return nullptr;
    if (own == other && !rowsMoved && !colsMoved) { // already laid out in less memory
        of_ = {};
        allowed_.take(own, rows, cols);
        return &allowed_;
    }
    Of now{own, other, rows, cols, rowsMoved, colsMoved};
    if (now == of_) return &allowed_;
    const std::vector<Index> fromRow = cameFrom(rowsMoved, rows), fromCol = cameFrom(colsMoved, cols);
    Matrix both(rows, cols);
    for (Index row = 0; row < rows; ++row) {
        const Index from = fromRow[static_cast<std::size_t>(row)];
        for (Index col = 0; col < cols; ++col) {
            const Index fromKey = fromCol[static_cast<std::size_t>(col)];
            const bool isShared = from >= 0 && fromKey >= 0 && own.allows(row, col) && other.allows(from, fromKey);
            both(row, col) = isShared ? 1.0F : 0.0F;
        }
    }
    Mask mask;
    mask.given = FrozenMatrix(std::move(both));
    allowed_.take(mask, rows, cols);
    of_ = std::move(now);
    return &allowed_;
}

} // namespace headlight
