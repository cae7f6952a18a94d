#pragma once
// ui/plot: maps, bars and colour scales; the only room that uses qcustomplot.h. What is painted is decided by plain
// functions on a QPainter (paint*.h), so that the screen and an exported file agree. Nothing here asks an engine or a
// workbench: their values come in, signals go out. GUI thread only.

#include "engine/Frame.h"
#include "style/Theme.h"

#include <QRgb>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// A curve from values to colours. A bent one has more colours for small values, for rows with few large weights.
struct ValueCurve {
    const char* id;   ///< in files
    const char* name; ///< English, for tr() in the context "Colours"
    /// Maps 0..1 to 0..1 and rises; null: the identity. In a range from -m to m it bends each half, outwards from 0.
    double (*bend)(double);
};
std::span<const ValueCurve> valueCurves(); ///< all curves; the first is the default
inline const ValueCurve& straight() { return valueCurves().front(); }
const ValueCurve& findCurve(const std::string& id); ///< the default if the id is unknown

/// Returns a value's place in a range, 0 to 1. Inline, like indexOf(), since it is called for each pixel of a map.
inline double shareOf(double value, const Range& range, const ValueCurve& curve) {
    const double low = range.low, high = range.high;
    const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
    if (!curve.bend) return share;
    if (low != -high) return curve.bend(share);
    const double fromMiddle = 2 * share - 1;
    return (1 + std::copysign(curve.bend(std::abs(fromMiddle)), fromMiddle)) / 2;
}

/// A table of colours, interpolated in OKLab (B. Ottosson 2020).
class Colormap {
public:
    /// Interpolates equally spaced colours by straight lines in OKLab.
    static Colormap through(const std::vector<QRgb>& colours);
    static constexpr int kEntries = 1025; ///< odd: the middle of a diverging map has an entry of its own

    QRgb entry(int index) const { return table_[static_cast<std::size_t>(index)]; }
    /// Returns the colour of a finite value: outside the range that of the nearer end, for an empty range the middle.
    QRgb colour(float value, const Range& range, const ValueCurve& curve = straight()) const {
        return entry(indexOf(value, range, curve));
    }
    static int indexOf(float value, const Range& range, const ValueCurve& curve = straight()) {
        if (!(range.low < range.high)) return kEntries / 2;
        constexpr double kHalf = 0.5; // rounds, since no share is negative
        return static_cast<int>(shareOf(double{value}, range, curve) * (kEntries - 1) + kHalf);
    }

private:
    std::vector<QRgb> table_;
};

struct ColormapInfo {
    const char* id;   ///< in files
    const char* name; ///< English, for tr() in the context "Colours"
    bool isDiverging; ///< for signed values; else from 0 upwards
    Colormap (*make)(const Theme&);
};
std::span<const ColormapInfo> colormaps(); ///< all colour maps; the first of each kind is the default

/// Returns the colormap with that id, or the default of its kind if the id is unknown. Each is made once per theme.
std::shared_ptr<const Colormap> colormapFor(bool isDiverging, const Theme&, const std::string& id = {});

Range united(const Range&, const Range&);
/// Returns the colour range for data: -m..m for signed stages or if a value is negative, else 0..m. m is the data's
/// largest magnitude, rounded up to a number with readable quarters, so that it does not change with every edit.
/// Without data: -1..1 or 0..1.
Range colourRange(const Range& data, bool signedValues);

/// Returns the colour range for one that was typed. For signed values 0 stays in the middle: -1..3 becomes -3..3.
Range typedRange(const Range& typed, bool signedValues);

} // namespace headlight
