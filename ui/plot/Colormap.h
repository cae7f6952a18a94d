#pragma once
// ui/plot: maps (the only users of qcustomplot.h), bars and colour scales. What is painted is decided by plain
// functions on a QPainter (paint*.h), so that the screen and an exported file agree. Nothing here asks an engine or a
// workbench: their values come in, signals go out. GUI thread only.

#include "engine/Frame.h"
#include "style/Theme.h"

#include <QRgb>

#include <memory>
#include <span>
#include <vector>

namespace headlight {

/// A table of colours, equally spaced in perceived lightness (interpolated in OKLab, B. Ottosson 2020).
class Colormap {
public:
    /// A colour in OKLCh: lightness 0..1, chroma, hue in degrees. Stops are equally spaced.
    struct Stop {
        double lightness, chroma, hue;
    };
    static constexpr int kEntries = 1025; ///< odd: the middle of a diverging map has an entry of its own

    /// Stops interpolated in OKLCh along the way of the hues as written.
    static Colormap fromStops(const std::vector<Stop>& stops);
    /// A straight line in OKLab: through grey where the hues are opposite.
    static Colormap straight(const Stop& from, const Stop& to);
    /// Straight lines in OKLab from `low` over `middle` to `high`.
    static Colormap diverging(const QColor& low, const QColor& middle, const QColor& high);

    QRgb entry(int index) const { return table_[static_cast<std::size_t>(index)]; }
    /// The colour of a finite value; outside the range the nearest end, an empty range its middle.
    QRgb colour(float value, const Range& range) const { return entry(indexOf(value, range)); }
    static int indexOf(float value, const Range& range);

private:
    std::vector<QRgb> table_;
};

struct ColormapInfo {
    const char* id;
    const char* name;
    bool isDiverging; ///< for signed values; else from 0 upwards
    Colormap (*make)(const Theme&);
};
std::span<const ColormapInfo> colormaps(); ///< THE list; the first of each kind is the default

/// The default map of a stage, made once per theme.
std::shared_ptr<const Colormap> colormapFor(const StageInfo&, const Theme&);

Range united(const Range&, const Range&);
/// The colour range for data: from -m to m for signed stages, from 0 (or -m if there is a value below it) to m else;
/// m is the data's largest magnitude rounded up to a number with readable quarters, so that it does not move with
/// every edit. Without data -1..1 and 0..1.
Range colourRange(const Range& data, bool signedValues);

/// Lightness of OKLab, 0..1.
double perceivedLightness(QRgb);

} // namespace headlight
