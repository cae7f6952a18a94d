#pragma once

#include "engine/Frame.h"

#include <QFont>
#include <QString>

#include <optional>

class QPaintDevice;
class QSizeF;

namespace headlight {

/// How the numbers in the cells of a stage are written: one way, and one size of digits, for the maps of all heads.
struct CellFormat {
    int decimals = -1;       ///< -1: there are no numbers
    bool leadingZero = true; ///< "0.43", else ".43"
    double points = 0;       ///< of the font, at the usual size of text
    bool showsPlus = false;  ///< "+0.43": of differences
    bool shown() const { return decimals >= 0; }
    friend bool operator==(const CellFormat&, const CellFormat&) = default;
};

inline constexpr int kMaxDecimals = 9;

/// As many decimals as fit for all numbers of `range`: at most four, or `wanted`. Weights (unsigned) have at least two,
/// if need be without the zero before the point, others at least one. Where not even that fits, the format has the
/// fewest decimals if it fits for numbers below 10; wider ones are then left out. `cell`: logical pixels of `device`.
CellFormat cellFormat(const Range& range, bool isSigned, std::optional<int> wanted, const QSizeF& cell,
                      const QPaintDevice* device, bool showsPlus = false);
QFont cellFont(const CellFormat& format);

/// Zero has no sign, and with showsPlus no decimals either: what did not change at all is told from what is rounded.
/// "NaN", "∞" and "-∞" for what is not finite.
QString cellText(float value, const CellFormat& format);

} // namespace headlight
