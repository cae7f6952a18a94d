#include "plot/CellFormat.h"

#include "base/numberText.h"
#include "style/textSize.h"
#include "words/numberWords.h"

#include <QFontMetricsF>
#include <QSizeF>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {
namespace {

constexpr double kUsualPoints = 8.5, kMostPoints = 24, kLeastPoints = 8;
constexpr double kMarginX = 1.5, kMarginY = 1.2;            // px between the number and its cell's edges
constexpr double kCalmMarginY = 1.6;                        // where that leaves the least size of numbers
constexpr double kLeastMargin = 0.75;                       // the same for a digit that else were ">0"
constexpr double kShareOfWidth = 0.7, kShareOfHeight = 0.4; // of a large cell: more would crowd its neighbours

/// Of the size of text. Larger text makes numbers larger where they fit, and takes none away where they do not.
double leastPoints() { return kLeastPoints / std::max(1.0, textSize()); }

QString widest(const Range& range, const CellFormat& format) {
    const double most = std::max(std::abs(double{range.low}), std::abs(double{range.high}));
    const int digits = most >= 10 && !format.exponent ? static_cast<int>(std::log10(most) + 1e-9) + 1 : 1;
    QString text = range.low < 0 ? QStringLiteral("-") : QString();
    if (format.leadingZero) text += QString(digits, QLatin1Char('0'));
    if (format.decimals > 0) text += QLatin1Char('.') + QString(format.decimals, QLatin1Char('0'));
    if (format.exponent) text += most >= 1 ? QStringLiteral("e00") : QStringLiteral("e-00");
    return text;
}

/// In half points, as large as is read with ease; 0: too small to be read at all.
double pointsFor(const QString& text, const QSizeF& cell, const QPaintDevice* device) {
    const QFontMetricsF metrics(textFont(kUsualPoints), device);
    const double width = metrics.horizontalAdvance(text), height = metrics.capHeight();
    const auto high = [&](double margin) { return (cell.height() - 2 * margin) / height; };
    const double enough = leastPoints() / kUsualPoints;
    const double fits = std::min((cell.width() - 2 * kMarginX) / width,
                                 std::max(high(kCalmMarginY), std::min(high(kMarginY), enough)));
    const double calm = std::min(kShareOfWidth * cell.width() / width, kShareOfHeight * cell.height() / height);
    const double points = std::min(fits, std::max(calm, 1.0)) * kUsualPoints;
    if (points < leastPoints()) return 0;
    const double size = std::max(1.0, textSize()); // half points of what is seen: no less than the least
    return std::min(std::floor(points * size * 2 + 1e-6) / 2 / size, kMostPoints);
}

QString withoutLeadingZero(const QString& text) {
    if (text.startsWith(QLatin1String("0."))) return text.mid(1);
    if (text.startsWith(QLatin1String("-0."))) return QLatin1Char('-') + text.mid(2);
    return text.chopped(1); // "1.00" becomes "1.0": as long as ".99" beside it
}

int preferredDecimals(double most) {
    if (!(most > 0)) return 2;
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
    // The cheap answer for the many tiny cells, before any font is asked.
    if (cell.height() < 10 || cell.width() < 10) return {};
    const double most = range.empty() ? 0 : std::max(std::abs(double{range.low}), std::abs(double{range.high}));
    if (most == 0 || (most >= 1e-5 && most < 1e6))
        for (int decimals = preferredDecimals(most); decimals >= fewestDecimals(most); --decimals)
            for (const bool leadingZero : {true, false}) {
                CellFormat format{decimals, leadingZero, false, 0};
                if (!leadingZero && (most > 1 || decimals == 0)) continue;
                format.pointSize = pointsFor(widest(range, format), cell, device);
                if (format.pointSize > 0) return format;
            }
    std::vector<CellFormat> last{{2, true, true, 0}, {1, true, true, 0}};
    if (most >= 1e-5 && most < 0.1) last.push_back({preferredDecimals(most) - 1, false, false, 0}); // ".06", or nothing
    last.push_back({0, true, true, 0});
    for (CellFormat& format : last) {
        format.pointSize = pointsFor(widest(range, format), cell, device);
        if (format.pointSize > 0) return format;
    }
    return {};
}

QSizeF leastReadableCell(bool isSigned, const QPaintDevice* device) {
    const QFontMetricsF metrics(textFont(leastPoints()), device);
    const QString text = isSigned ? QStringLiteral("-0.0") : QStringLiteral(".00");
    return {metrics.horizontalAdvance(text) + 2 * kMarginX, metrics.capHeight() + 2 * kMarginY};
}

QFont cellFont(const CellFormat& format) { return textFont(format.pointSize); }

QString cellText(float value, const CellFormat& format, const QFontMetricsF& metrics, double width) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral(u"\u221E") : QStringLiteral(u"-\u221E");
    if (format.exponent && value != 0) return inFewLetters(value, format.decimals);
    const auto written = [value](int decimals, bool leadingZero) {
        const QString text = QString::fromStdString(fixedPoint(value, decimals));
        return leadingZero ? text : withoutLeadingZero(text);
    };
    const QString usual = written(format.exponent ? 0 : format.decimals, format.leadingZero);
    const auto fits = [&](const QString& text, double margin) {
        return metrics.horizontalAdvance(text) + 2 * margin <= width;
    };
    if (format.decimals == 0 && std::abs(value) < 9.95F) // beside tens: "0.6" is not "1" where there is room
        if (const QString finer = written(1, true); !isLiedAbout(value, finer) && fits(finer, kMarginX)) return finer;
    if (format.decimals == 1 && !format.exponent && value != 0 && std::abs(value) < 0.095F) // ".06" is as long as "0.1"
        for (const bool leadingZero : {true, false})
            if (const QString finer = written(2, leadingZero); !isLiedAbout(value, finer) && fits(finer, kMarginX))
                return finer;
    if (!isLiedAbout(value, usual)) return usual;
    for (const bool leadingZero : {true, false})
        if (const QString longer = written(decimalsToTell(value), leadingZero); fits(longer, kLeastMargin))
            return longer;
    const QString small = withExponent(value, 0);
    return fits(small, kLeastMargin) ? small : notQuiteZero(value);
}

} // namespace headlight
