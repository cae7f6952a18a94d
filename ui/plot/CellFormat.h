#pragma once

#include "engine/Frame.h"

#include <QFont>
#include <QString>

class QFontMetricsF;
class QPaintDevice;
class QSizeF;

namespace headlight {

/// How the numbers in the cells of one map are written: one way for all of them, so that they compare at a glance.
struct CellFormat {
    int decimals = -1;       ///< -1: no numbers
    bool leadingZero = true; ///< "0.43", else ".43"
    bool exponent = false;   ///< "4.3e-7"
    double pointSize = 0;
    bool shown() const { return decimals >= 0; }
    friend bool operator==(const CellFormat&, const CellFormat&) = default;
};

/// The most telling format whose widest number of `range` fits a cell of this size (logical pixels of `device`): two
/// decimals (more for ranges below 0.1), else without the leading zero, else fewer for ranges beyond 1, else an
/// exponent, else none. Its font grows with the cell, from 8 pt, however large text
/// is, to 24. `range`: that of the map's own numbers.
CellFormat cellFormat(const Range& range, const QSizeF& cell, const QPaintDevice* device);
QFont cellFont(const CellFormat& format);

/// Of the smallest cell that holds "-0.0", or ".00" if there are no negative numbers.
QSizeF leastReadableCell(bool isSigned, const QPaintDevice* device);

/// The number as it stands in a cell of such a width; "NaN", "∞" and "-∞" for what is not finite. What is not zero
/// never reads as zero: where the format would say so there are more decimals, or an exponent, or ">0" and "<0".
QString cellText(float value, const CellFormat& format, const QFontMetricsF& metrics, double width);

} // namespace headlight
