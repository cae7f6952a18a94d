#include "plot/CellFormat.h"

#include "base/numberText.h"
#include "plot/NumberWidths.h"
#include "style/textSize.h"

#include <QFontMetricsF>
#include <QSizeF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace headlight {
namespace {

constexpr double kUsual = 8;                   // pt, on the screen: the minimum
constexpr double kMarginX = 2, kMarginY = 1.2; // px between a number and the edges of its cell
constexpr double kMinMarginX = 0.5;            // px: any closer, a number runs into the next
constexpr double kMinHeight = 12;              // px: below, the selection's outline would touch the digits
constexpr double kShareOfHeight = 0.6;         // the part of a cell that larger digits may take
constexpr int kEnough = 4;                     // decimals, as notebooks print

/// The factors by which digits are larger in high cells.
constexpr double kGrowths[] = {1.5, 1.25, 1};
double growthIn(double height) { return height < 25 ? 1 : height < 30 ? 1.25 : 1.5; }

/// Returns a text as wide as the widest number of `range`; without the leading zero, as the widest below 1.
QString widest(const Range& range, int decimals, bool leadingZero, bool showsPlus) {
    const double max = range.empty() ? 0 : std::max(std::abs(double{range.low}), std::abs(double{range.high}));
    const int digits = max >= 10 ? static_cast<int>(std::log10(max) + 1e-9) + 1 : 1;
    QString text = showsPlus ? QStringLiteral("+") : range.low < 0 ? QStringLiteral("-") : QString(); // + is wider
    if (leadingZero) text += QString(digits, QLatin1Char('0'));
    return decimals > 0 ? text + QLatin1Char('.') + QString(decimals, QLatin1Char('0')) : text;
}

} // namespace

CellFormat cellFormat(const Range& range, bool isSigned, std::optional<int> wanted, const QSizeF& cell,
                      const QPaintDevice* device, bool showsPlus) {
    if (cell.height() < kMinHeight || cell.width() < 10) return {}; // before any font is asked
    const double text = textSize();
    const QFontMetricsF metrics(textFont(kUsual), device);    // at this size of text
    const double pixel = kUsual * text / metrics.capHeight(); // pt
    // Cells shrink by no more than text grows: so larger text never makes digits smaller.
    const double larger = std::max(1.0, text);
    const double high = (cell.height() - 2 * kMarginY) * pixel;
    const double maxSize = std::min({high, kUsual * larger * growthIn(cell.height() * larger),
                                     std::max(kUsual, kShareOfHeight * cell.height() * pixel)});
    if (maxSize < kUsual) return {};
    const int first = wanted.value_or(kEnough), fewest = std::min(first, isSigned ? 1 : 2);
    const auto fits = [&](const Range& numbers, int decimals, bool leadingZero, double points, double margin) {
        const NumberWidths written(textFont(points / text), device);
        return written.of(widest(numbers, decimals, leadingZero, showsPlus)) + 2 * margin <= cell.width();
    };
    std::vector<double> sizes; // also those at the usual text size, if larger ones do not fit
    for (const double share : {larger, 1.0})
        for (const double growth : kGrowths) sizes.push_back(std::min(maxSize, kUsual * share * growth));
    std::ranges::sort(sizes, std::greater());
    // Decimals come first, then size; but not a size below that of larger text.
    const double base = std::min(maxSize, kUsual * larger);
    for (int decimals = first; decimals >= fewest; --decimals)
        for (const double points : sizes)
            if (points >= base && fits(range, decimals, true, points, kMarginX))
                return {decimals, true, points / text, showsPlus};
    const Range small{range.low < 0 ? -9.0F : 0.0F, isSigned ? 9.0F : 0.9F};               // numbers below 10
    const auto minMargin = [](bool leadingZero) { return leadingZero ? kMinMarginX : 0; }; // a point keeps its distance
    for (const bool isTight : {false, true})
        for (const double points : sizes)
            for (const bool leadingZero : {true, false})
                if ((leadingZero || (!isSigned && points <= base)) &&
                    fits(range, fewest, leadingZero, points, isTight ? minMargin(leadingZero) : kMarginX))
                    return {fewest, leadingZero, points / text, showsPlus};
    for (const bool leadingZero : {true, false})
        if ((leadingZero || !isSigned) && fits(small, fewest, leadingZero, kUsual, minMargin(leadingZero)))
            return {fewest, leadingZero, kUsual / text, showsPlus};
    return {};
}

QFont cellFont(const CellFormat& format) { return textFont(format.points); }

QString cellText(float value, const CellFormat& format) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral(u"\u221E") : QStringLiteral(u"-\u221E");
    if (format.showsPlus && value == 0) return QStringLiteral("0");
    QString text = QString::fromStdString(fixedPoint(static_cast<double>(value), format.decimals));
    const bool isNegative = text.startsWith(QLatin1Char('-'));
    const bool isZero = std::ranges::none_of(text, [](QChar c) { return c >= u'1' && c <= u'9'; });
    if (isNegative && isZero) text.remove(0, 1);
    if (format.showsPlus && !isNegative && !isZero) text.prepend(QLatin1Char('+'));
    if (format.leadingZero) return text;
    const int sign = text.startsWith(QLatin1Char('-')) || text.startsWith(QLatin1Char('+')) ? 1 : 0;
    return text.mid(sign).startsWith(QLatin1String("0.")) ? text.remove(sign, 1) : text;
}

} // namespace headlight
