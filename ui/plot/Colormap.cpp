#include "plot/Colormap.h"

#include "style/colours.h"

#include <array>
#include <map>
#include <utility>

namespace headlight {
namespace {

struct Lab {
    double l, a, b;
};

int channelOf(double light) {
    const double c = std::clamp(light, 0.0, 1.0);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255 * s));
}

// sRGB to OKLab and back: https://bottosson.github.io/posts/oklab (public domain matrices).
Lab labOf(QRgb rgb) {
    const double r = linear(qRed(rgb)), g = linear(qGreen(rgb)), b = linear(qBlue(rgb));
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb rgbOf(const Lab& lab) {
    const double l = std::pow(lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
    const double m = std::pow(lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
    const double s = std::pow(lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
    return qRgb(channelOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                channelOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                channelOf(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

/// Returns the point at `t` (0..1) on the line through equally spaced stops.
Lab along(const std::vector<Lab>& stops, double t) {
    const double place = t * static_cast<double>(stops.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const Lab &a = stops[i], &b = stops[i + 1];
    const double share = place - static_cast<double>(i);
    return {std::lerp(a.l, b.l, share), std::lerp(a.a, b.a, share), std::lerp(a.b, b.b, share)};
}

/// Returns the first m >= magnitude of a list of numbers of two digits whose ticks have no more: m/2 if the range is
/// -m..m, else m/4, m/2 and 3m/4.
double roundedUp(double magnitude, bool isSymmetric) {
    static constexpr std::array kHalves{1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4, 2.8, 3.2,
                                        3.6, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0};
    static constexpr std::array kQuarters{1.0, 1.2, 1.6, 2.0, 2.4, 2.8, 3.2, 3.6, 4.0, 4.8, 6.0, 8.0, 10.0};
    const double power = std::pow(10.0, std::floor(std::log10(magnitude)));
    for (const double mantissa : isSymmetric ? std::span<const double>(kHalves) : std::span<const double>(kQuarters))
        if (mantissa * power >= magnitude * (1 - 1e-6)) return mantissa * power;
    return 10 * power;
}

Colormap over(const Theme& theme, QRgb low, QRgb high) { return Colormap::through({low, theme.zero.rgb(), high}); }

Colormap blueToRed(const Theme& theme) { return over(theme, theme.negativeEnd.rgb(), theme.positiveEnd.rgb()); }
Colormap purpleToGreen(const Theme& theme) {
    return theme.dark ? over(theme, 0xffb084d6, 0xff4fae6e) : over(theme, 0xff7b4a9e, 0xff2c7d46);
}
Colormap tealToBrown(const Theme& theme) {
    return theme.dark ? over(theme, 0xff36b0a4, 0xffc9903f) : over(theme, 0xff14766d, 0xff945a16);
}

// Ten equally spaced colours each of viridis and magma (S. van der Walt, N. Smith 2015) and of cividis (J. Nunez,
// C. Anderton, R. Renslow 2018).
Colormap viridis(const Theme&) {
    return Colormap::through({0xff440154, 0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e, 0xff1f9e89, 0xff35b779,
                              0xff6ece58, 0xffb5de2b, 0xfffde725});
}
Colormap cividis(const Theme&) {
    return Colormap::through({0xff00204d, 0xff00336f, 0xff39486b, 0xff575c6d, 0xff707173, 0xff8a8779, 0xffa69d75,
                              0xffc4b56c, 0xffe4cf5b, 0xffffea46});
}
Colormap magma(const Theme&) {
    return Colormap::through({0xff000004, 0xff180f3e, 0xff451077, 0xff721f81, 0xff9f2f7f, 0xffcd4071, 0xfff1605d,
                              0xfffd9567, 0xfffec98d, 0xfffcfdbf});
}
Colormap grey(const Theme&) { return Colormap::through({0xff161616, 0xfff4f4f4}); }

constexpr std::array kColormaps{
    ColormapInfo{"blue-red", QT_TRANSLATE_NOOP("Colours", "Blue to red"), true, blueToRed},
    ColormapInfo{"purple-green", QT_TRANSLATE_NOOP("Colours", "Purple to green"), true, purpleToGreen},
    ColormapInfo{"teal-brown", QT_TRANSLATE_NOOP("Colours", "Teal to brown"), true, tealToBrown},
    ColormapInfo{"viridis", QT_TRANSLATE_NOOP("Colours", "Viridis"), false, viridis},
    ColormapInfo{"cividis", QT_TRANSLATE_NOOP("Colours", "Cividis"), false, cividis},
    ColormapInfo{"magma", QT_TRANSLATE_NOOP("Colours", "Magma"), false, magma},
    ColormapInfo{"grey", QT_TRANSLATE_NOOP("Colours", "Grey"), false, grey},
};

// The logarithm spans three decades and is shifted to begin at 0.
constexpr std::array kCurves{
    ValueCurve{"linear", QT_TRANSLATE_NOOP("Colours", "Linear"), nullptr},
    ValueCurve{"root", QT_TRANSLATE_NOOP("Colours", "Square root"), [](double share) { return std::sqrt(share); }},
    ValueCurve{"logarithm", QT_TRANSLATE_NOOP("Colours", "Logarithmic"),
               [](double share) { return std::log1p(999 * share) / std::log(1000.0); }},
};

} // namespace

Colormap Colormap::through(const std::vector<QRgb>& colours) {
    std::vector<Lab> stops;
    for (const QRgb colour : colours) stops.push_back(labOf(colour));
    Colormap map;
    for (int i = 0; i < kEntries; ++i)
        map.table_.push_back(rgbOf(along(stops, static_cast<double>(i) / (kEntries - 1))));
    return map;
}

std::span<const ValueCurve> valueCurves() { return kCurves; }

const ValueCurve& findCurve(const std::string& id) {
    const auto found = std::ranges::find(kCurves, id, &ValueCurve::id);
    return found == kCurves.end() ? kCurves.front() : *found;
}

std::span<const ColormapInfo> colormaps() { return kColormaps; }

std::shared_ptr<const Colormap> colormapFor(bool isDiverging, const Theme& theme, const std::string& id) {
    const auto isKind = [&](const ColormapInfo& c) { return c.isDiverging == isDiverging; };
    auto info = std::ranges::find_if(kColormaps, [&](const ColormapInfo& c) { return isKind(c) && c.id == id; });
    if (info == kColormaps.end()) info = std::ranges::find_if(kColormaps, isKind);
    static thread_local std::map<std::pair<const ColormapInfo*, QString>, std::shared_ptr<const Colormap>> made;
    auto& map = made[{info, theme.id}];
    if (!map) map = std::make_shared<const Colormap>(info->make(theme));
    return map;
}

Range united(const Range& a, const Range& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range colourRange(const Range& data, bool signedValues) {
    const double magnitude = data.empty() ? 0.0 : std::max(std::abs(double{data.low}), std::abs(double{data.high}));
    const bool isSymmetric = signedValues || (!data.empty() && data.low < 0);
    const float end = magnitude > 0 ? static_cast<float>(std::min(roundedUp(magnitude, isSymmetric), 3.4e38)) : 1.0F;
    return {isSymmetric ? -end : 0.0F, end};
}

Range typedRange(const Range& typed, bool signedValues) {
    const float end = std::max(std::abs(typed.low), std::abs(typed.high));
    return signedValues ? Range{-end, end} : typed;
}

} // namespace headlight
