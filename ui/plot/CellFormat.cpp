#include "plot/CellFormat.h"

#include "base/numberText.h"
#include "style/Theme.h"

#include <QFontMetricsF>
#include <QSizeF>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kLargePoints = 8.5, kSmallPoints = 7;
constexpr double kMarginX = 1, kMarginY = 2; // px between the number and its cell's edges

/// As wide as any number of the range in that format.
QString widest(const Range& range, const CellFormat& format) {
    const double most = std::max(std::abs(double{range.low}), std::abs(double{range.high}));
    const int digits = most >= 10 ? static_cast<int>(std::log10(most) + 1e-9) + 1 : 1;
    QString text = range.low < 0 ? QStringLiteral("-") : QString();
    if (format.leadingZero) text += QString(digits, QLatin1Char('0'));
    if (format.decimals > 0) text += QLatin1Char('.') + QString(format.decimals, QLatin1Char('0'));
    return text;
}

bool fits(const Range& range, const CellFormat& format, const QSizeF& cell, const QPaintDevice* device) {
    const QFontMetricsF metrics(cellFont(format), device);
    return metrics.horizontalAdvance(widest(range, format)) + 2 * kMarginX <= cell.width() &&
           metrics.capHeight() + 2 * kMarginY <= cell.height();
}

int preferredDecimals(double most) {
    if (most >= 100) return 1;
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(most) + 1e-9)), 2, 6);
}

/// Below that numbers are noise: ".1 .0 .1" tells no weight from another, "4.8 -2.3" does tell scores.
int fewestDecimals(double most) {
    if (most >= 10) return 0;
    return most > 1 ? 1 : preferredDecimals(most);
}

} // namespace

CellFormat cellFormat(const Range& range, const QSizeF& cell, const QPaintDevice* device) {
    const double most = std::max(std::abs(double{range.low}), std::abs(double{range.high}));
    // The cheap answer for the many tiny cells, before any font is asked.
    if (cell.height() < 10 || cell.width() < 10 || !(most > 0) || most >= 1e6 || most < 1e-6) return {};
    const int preferred = preferredDecimals(most);
    const int fewest = fewestDecimals(most);
    for (int decimals = preferred; decimals >= fewest; --decimals)
        for (const bool leadingZero : {true, false}) {
            if (!leadingZero && (most > 1 || decimals == 0)) continue;
            for (const double size : {kLargePoints, (kLargePoints + kSmallPoints) / 2, kSmallPoints})
                if (const CellFormat format{decimals, leadingZero, size}; fits(range, format, cell, device))
                    return format;
        }
    return {};
}

QFont cellFont(const CellFormat& format) { return textFont(format.pointSize); }

QString cellText(float value, const CellFormat& format) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral(u"\u221E") : QStringLiteral(u"-\u221E");
    QString text = QString::fromStdString(fixedPoint(value, format.decimals));
    if (format.leadingZero) return text;
    if (text.startsWith(QLatin1String("0."))) return text.mid(1);
    if (text.startsWith(QLatin1String("-0."))) return QLatin1Char('-') + text.mid(2);
    text.chop(1); // "1.00" becomes "1.0": as long as ".99" beside it
    return text;
}

} // namespace headlight
