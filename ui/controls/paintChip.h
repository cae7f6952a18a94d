#pragma once

#include "style/textSize.h"

#include <QHash>
#include <QRect>

class QPainter;

namespace headlight {

inline int chipHeight() { return textPx(26); }
inline int chipEdge() { return textPx(26); }         ///< where chips go on beyond the end of a line: under its arrow
inline int chipFade() { return chipEdge() * 8 / 5; } ///< so far in a line's end fades them

/// One token with its id, as it stands in the line.
struct Chip {
    QString text;
    int id = 0;
    bool isShared = false; ///< another token has its id
    bool isTwin = false;   ///< the one that is looked at has it, too
    bool isQuery = false, isKey = false, isHovered = false, hasFocus = false;
};

void paintChip(QPainter&, const QRect&, const Chip&, const Theme&);

/// Chips fade out where more of them follow, under an arrow that a click follows: at the left (-1) or right end (1).
void paintChipEdge(QPainter&, const QSize& line, int direction, const Theme&);

/// How wide chips are; remembers it as long as text has the same size.
class ChipWidths {
public:
    int of(const QString& text, int id);

private:
    QHash<QString, int> texts_;
    double textSize_ = 0;
    int tenDigits_ = 0; ///< px; of one alone the parts of a pixel would be lost
};

} // namespace headlight
