#pragma once

#include "engine/Frame.h"

#include <QFontMetricsF>
#include <QString>

#include <array>
#include <optional>

class QPaintDevice;
class QSizeF;

namespace headlight {

/// The format of the numbers in the cells of a stage. The maps of all heads share it.
struct CellFormat {
    int decimals = -1;      ///< -1: there are no numbers
    double points = 0;      ///< size of the font at the usual text size
    bool showsPlus = false; ///< "+0.43", for differences
    bool shown() const { return decimals >= 0; }
    friend bool operator==(const CellFormat&, const CellFormat&) = default;
};

inline constexpr double kCellPt = 8; ///< of numbers in cells on the screen: the minimum
inline constexpr int kMaxDecimals = 9;
inline constexpr int kEnoughDecimals = 4;      ///< as notebooks print
inline constexpr double kMinRowOfNumbers = 11; ///< px: in a lower cell, the selection's outline would touch the digits
inline constexpr double kBesideNumber = 1.5;   ///< px, at least, between a number and the edges of its cell

/// Returns the format with as many decimals as fit for all numbers of `range`: at most four (more for a small range, so
/// that its largest number has two digits), or `wanted`. Weights (unsigned) have at least two, others at least one, and
/// the largest number its first digit; else there are no numbers. If that does not fit but numbers below 10 do, wider
/// numbers are left out. `cell`: its size in logical pixels of `device`.
CellFormat cellFormat(const Range& range, bool isSigned, std::optional<int> wanted, const QSizeF& cell,
                      const QPaintDevice* device, bool showsPlus = false);
/// Returns the decimals that show the first digit of the largest number; 0 if it is 0 or at least 1.
int decimalsOfFirstDigit(const Range& range);
/// Returns the width of a cell that holds scores with 0, 1, ... decimals, in px.
std::array<int, kEnoughDecimals + 1> cellWidths(const QPaintDevice* device);
QFont cellFont(const CellFormat& format);

/// The widths of numbers in a font, in px, as QFontMetricsF::horizontalAdvance() gives them. Each character is measured
/// once, since shaping a number takes several times longer than painting it. The fonts of the window do not kern
/// digits.
class NumberWidths {
public:
    NumberWidths(const QFont& font, const QPaintDevice* device);
    double of(const QString& number) const;

private:
    QFontMetricsF metrics_;
    std::array<double, 13> px_; ///< width of each character
};

/// Zero has no sign and no decimals: "0" is masked, dropped or unchanged, and "0.00" a number that is rounded to it.
/// Values that are not finite are "NaN", "∞" and "-∞".
QString cellText(float value, const CellFormat& format);

} // namespace headlight
