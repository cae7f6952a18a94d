#pragma once

class QColor;
class QPainter;

namespace headlight {

inline constexpr int kBracketTick = 4, kBracketInset = 3; ///< px: how far its ends reach, and stay apart from the next

/// Over what stands from `from` to `to`; its ends reach down to `bottom`.
void paintBracket(QPainter&, double from, double to, double bottom, const QColor&);

} // namespace headlight
