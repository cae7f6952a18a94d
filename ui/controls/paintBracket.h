#pragma once

class QColor;
class QPainter;

namespace headlight {

inline constexpr int kBracketTick = 4, kBracketInset = 3; ///< px: length of its ends, distance to `from` and `to`

/// Paints a bracket from x = `from` to `to`; its ends reach down to y = `bottom`.
void paintBracket(QPainter&, double from, double to, double bottom, const QColor&);

} // namespace headlight
