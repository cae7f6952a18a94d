#include "plot/Colormap.h"

#include "style/colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

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

template <class T>
T mixed(const T& from, const T& to, double t);

template <>
Lab mixed(const Lab& from, const Lab& to, double t) {
    return {std::lerp(from.l, to.l, t), std::lerp(from.a, to.a, t), std::lerp(from.b, to.b, t)};
}

template <>
Colormap::Stop mixed(const Colormap::Stop& from, const Colormap::Stop& to, double t) {
    return {std::lerp(from.lightness, to.lightness, t), std::lerp(from.chroma, to.chroma, t),
            std::lerp(from.hue, to.hue, t)};
}

/// The point at `t` (0..1) on the line through equally spaced stops.
template <class T>
T along(const std::vector<T>& stops, double t) {
    const double place = t * static_cast<double>(stops.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    return mixed(stops[i], stops[i + 1], place - static_cast<double>(i));
}

Lab labOf(const Colormap::Stop& stop) {
    const double angle = stop.hue * std::numbers::pi / 180;
    return {stop.lightness, stop.chroma * std::cos(angle), stop.chroma * std::sin(angle)};
}

template <class Make>
std::vector<QRgb> tableOf(Make make) {
    std::vector<QRgb> table(Colormap::kEntries);
    for (int i = 0; i < Colormap::kEntries; ++i)
        table[static_cast<std::size_t>(i)] = make(static_cast<double>(i) / (Colormap::kEntries - 1));
    return table;
}

/// The least of some m >= magnitude that have two digits and so have the ticks between: m/2 if the range is -m..m, else
/// m/4, m/2 and 3m/4.
double roundedUp(double magnitude, bool isSymmetric) {
    static constexpr std::array kHalves{1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4, 2.8, 3.2,
                                        3.6, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0};
    static constexpr std::array kQuarters{1.0, 1.2, 1.6, 2.0, 2.4, 2.8, 3.2, 3.6, 4.0, 4.8, 6.0, 8.0, 10.0};
    const double power = std::pow(10.0, std::floor(std::log10(magnitude)));
    for (const double mantissa : isSymmetric ? std::span<const double>(kHalves) : std::span<const double>(kQuarters))
        if (mantissa * power >= magnitude * (1 - 1e-6)) return mantissa * power;
    return 10 * power;
}

Colormap blueToRed(const Theme& theme) { return Colormap::diverging(theme.negativeEnd, theme.zero, theme.positiveEnd); }

// From violet night over blue and green to yellow: hue and lightness rise together, so it also reads in grey.
Colormap aurora(const Theme&) {
    return Colormap::fromStops(
        {{0.26, 0.125, 315}, {0.425, 0.12, 281}, {0.59, 0.10, 205}, {0.755, 0.15, 147}, {0.92, 0.17, 104}});
}

// Blue over grey to yellow: the same picture to people with and without red-green colour blindness. Nobody can choose
// it yet.
Colormap cividis(const Theme&) { return Colormap::straight({0.26, 0.085, 262}, {0.92, 0.15, 98}); }

constexpr std::array kColormaps{
    ColormapInfo{"blue-red", "Blue to red", true, blueToRed},
    ColormapInfo{"aurora", "Aurora", false, aurora},
    ColormapInfo{"cividis", "Cividis", false, cividis},
};

} // namespace

Colormap Colormap::fromStops(const std::vector<Stop>& stops) {
    Colormap map;
    map.table_ = tableOf([&](double t) { return rgbOf(labOf(along(stops, t))); });
    return map;
}

Colormap Colormap::straight(const Stop& from, const Stop& to) {
    Colormap map;
    map.table_ = tableOf([&](double t) { return rgbOf(mixed(labOf(from), labOf(to), t)); });
    return map;
}

Colormap Colormap::diverging(const QColor& low, const QColor& middle, const QColor& high) {
    const std::vector<Lab> stops{labOf(low.rgb()), labOf(middle.rgb()), labOf(high.rgb())};
    Colormap map;
    map.table_ = tableOf([&](double t) { return rgbOf(along(stops, t)); });
    return map;
}

int Colormap::indexOf(float value, const Range& range) {
    if (!(range.low < range.high)) return kEntries / 2;
    const double span = static_cast<double>(range.high) - static_cast<double>(range.low);
    const double t = std::clamp((static_cast<double>(value) - static_cast<double>(range.low)) / span, 0.0, 1.0);
    return static_cast<int>(std::lround(t * (kEntries - 1)));
}

std::span<const ColormapInfo> colormaps() { return kColormaps; }

std::shared_ptr<const Colormap> colormapFor(const StageInfo& stage, const Theme& theme) {
    const auto info = std::find_if(kColormaps.begin(), kColormaps.end(),
                                   [&](const ColormapInfo& c) { return c.isDiverging == stage.signedValues; });
    struct Made {
        const ColormapInfo* info;
        QRgb ends[3];
        std::shared_ptr<const Colormap> map;
    };
    thread_local std::vector<Made> made;
    const QRgb ends[3] = {theme.negativeEnd.rgb(), theme.zero.rgb(), theme.positiveEnd.rgb()};
    for (const Made& m : made)
        if (m.info == info && std::equal(ends, ends + 3, m.ends)) return m.map;
    made.push_back({info, {ends[0], ends[1], ends[2]}, std::make_shared<const Colormap>(info->make(theme))});
    return made.back().map;
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

double perceivedLightness(QRgb rgb) { return labOf(rgb).l; }

} // namespace headlight
