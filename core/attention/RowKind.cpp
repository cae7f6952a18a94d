#include "attention/RowKind.h"

#include "base/toFloat.h"

#include <cmath>
#include <limits>

namespace headlight {

RowKind kindOf(const RowStats& row, Normalisation normalisation) {
    if (!row.isAny) return RowKind::Masked;
    if (normalisation == Normalisation::Softmax) {
        if (row.isNotFinite) return RowKind::ScoreNotFinite;
        return row.max < row.min ? RowKind::AllMinusInf : RowKind::Plain;
    }
    if (row.isNotFinite || !std::isfinite(row.sum)) return RowKind::SumNotFinite;
    if (row.sum == 0) return RowKind::SumZero;
    const auto isTooLarge = [&](float scaled) {
        return !std::isfinite(toFloat(static_cast<double>(scaled) / row.sum));
    };
    return isTooLarge(row.max) || isTooLarge(row.min) ? RowKind::SumTooSmall : RowKind::Plain;
}

} // namespace headlight
