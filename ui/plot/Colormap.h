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

/// How values spread over the colours: peaky rows keep some for what is small.
struct ValueCurve {
    const char* id;   ///< in files
    const char* name; ///< English, for tr() in the context "Colours"
    /// From 0..1 to 0..1, rising; null: as it is. Of a range from -m to m each half by itself, from the middle.
    double (*bend)(double);
};
std::span<const ValueCurve> valueCurves(); ///< THE list; the first is the usual one
inline const ValueCurve& straight() { return valueCurves().front(); }
const ValueCurve& findCurve(const std::string& id); ///< the usual one for what is not known

/// Where a value stands in a range, 0 to 1. In this header, like indexOf(), since each pixel of a map asks.
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
    /// Straight lines in OKLab through equally spaced colours.
    static Colormap through(const std::vector<QRgb>& colours);
    static constexpr int kEntries = 1025; ///< odd: the middle of a diverging map has an entry of its own

    QRgb entry(int index) const { return table_[static_cast<std::size_t>(index)]; }
    /// The colour of a finite value; outside the range the nearest end, an empty range its middle.
    QRgb colour(float value, const Range& range, const ValueCurve& curve = straight()) const {
        return entry(indexOf(value, range, curve));
    }
    static int indexOf(float value, const Range& range, const ValueCurve& curve = straight()) {
        if (!(range.low < range.high)) return kEntries / 2;
        return static_cast<int>(shareOf(double{value}, range, curve) * (kEntries - 1) + 0.5); // rounds: it is positive
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
std::span<const ColormapInfo> colormaps(); ///< THE list; the first of each kind is the default

/// Made once per theme. By its id; the usual one of its kind for what is not known.
std::shared_ptr<const Colormap> colormapFor(bool isDiverging, const Theme&, const std::string& id = {});

Range united(const Range&, const Range&);
/// The colour range for data: from -m to m for signed stages, from 0 (or -m if there is a value below it) to m else;
/// m is the data's largest magnitude rounded up to a number with readable quarters, so that it does not move with
/// every edit. Without data -1..1 and 0..1.
Range colourRange(const Range& data, bool signedValues);

/// The colour range that a person gave: of signed values the larger end both ways, for zero stands in the middle.
Range typedRange(const Range& typed, bool signedValues);

} // namespace headlight
