#pragma once

#include <QColor>

class QPainter;

namespace headlight {

/// Paints a row of dots below a label from x = `left` to `right`: another token shares this one's embedding.
void paintSharedMark(QPainter&, int left, int right, int y, const QColor&);

inline constexpr int kBracketTick = 4, kBracketInset = 3; ///< px: length of its ends, distance to `from` and `to`
/// Paints a bracket from x = `from` to `to`; its ends reach down to y = `bottom`.
void paintBracket(QPainter&, double from, double to, double bottom, const QColor&);

} // namespace headlight
