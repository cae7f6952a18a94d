#include "plot/CellFormat.h"

#include "base/numberText.h"
#include "style/textSize.h"

#include <QPaintDevice>
#include <QSizeF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight {
namespace {

constexpr double kBesideLarge = 4;     // px, instead of kBesideNumber: digits grow only where they stay apart
constexpr double kMarginY = 1.2;       // px between a number and the upper and lower edge of its cell
constexpr double kShareOfHeight = 0.6; // the part of a cell that larger digits may take

constexpr std::u16string_view kOfNumbers = u"0123456789.-+";

/// The factors by which digits are larger in high cells.
constexpr double kGrowths[] = {1.5, 1.25, 1};
double growthIn(double height) { return height < 25 ? 1 : height < 30 ? 1.25 : 1.5; }

double magnitudeOf(const Range& range) {
    return range.empty() ? 0 : std::max(std::abs(double{range.low}), std::abs(double{range.high}));
}

/// Returns a text as wide as the widest number of `range`.
QString widest(const Range& range, int decimals, bool showsPlus) {
    const double max = magnitudeOf(range);
    const int digits = max >= 10 ? static_cast<int>(std::log10(max) + 1e-9) + 1 : 1;
    QString text = showsPlus ? QStringLiteral("+") : range.low < 0 ? QStringLiteral("-") : QString(); // + is wider
    text += QString(digits, QLatin1Char('0'));
    return decimals > 0 ? text + QLatin1Char('.') + QString(decimals, QLatin1Char('0')) : text;
}

} // namespace

CellFormat cellFormat(const Range& range, bool isSigned, std::optional<int> wanted, const QSizeF& cell,
                      const QPaintDevice* device, bool showsPlus) {
    if (cell.height() < kMinRowOfNumbers || cell.width() < 10) return {}; // before any font is asked
    const double text = textSize();
    const QFontMetricsF metrics(textFont(kCellPt), device);    // at this size of text
    const double pixel = kCellPt * text / metrics.capHeight(); // pt
    // Cells shrink by no more than text grows: so larger text never makes digits smaller.
    const double larger = std::max(1.0, text);
    const double high = (cell.height() - 2 * kMarginY) * pixel;
    const double maxSize = std::min({high, kCellPt * larger * growthIn(cell.height() * larger),
                                     std::max(kCellPt, kShareOfHeight * cell.height() * pixel)});
    if (maxSize < kCellPt) return {};
    const int needed = decimalsOfFirstDigit(range);
    const int most = wanted.value_or(std::clamp(needed + 1, kEnoughDecimals, kMaxDecimals));
    const int fewest = std::min(most, std::max(needed, isSigned ? 1 : 2));
    const auto fits = [&](const Range& numbers, int decimals, double points) {
        const NumberWidths written(textFont(points / text), device);
        const double beside = points > kCellPt * larger ? kBesideLarge : kBesideNumber;
        return written.of(widest(numbers, decimals, showsPlus)) + 2 * beside <= cell.width();
    };
    std::vector<double> sizes; // also those at the usual text size, if larger ones do not fit
    for (const double share : {larger, 1.0})
        for (const double growth : kGrowths) sizes.push_back(std::min(maxSize, kCellPt * share * growth));
    std::ranges::sort(sizes, std::greater());
    // Decimals come first, then size; but not a size below that of larger text.
    const double base = std::min(maxSize, kCellPt * larger);
    for (int decimals = most; decimals >= fewest; --decimals)
        for (const double points : sizes)
            if (points >= base && fits(range, decimals, points)) return {decimals, points / text, showsPlus};
    for (const double points : sizes)
        if (fits(range, fewest, points)) return {fewest, points / text, showsPlus};
    const Range small{range.low < 0 ? -9.0F : 0.0F, 9.0F}; // wider numbers are left out
    if (fits(small, fewest, kCellPt)) return {fewest, kCellPt / text, showsPlus};
    return {};
}

std::array<int, kEnoughDecimals + 1> cellWidths(const QPaintDevice* device) {
    std::array<int, kEnoughDecimals + 1> widths{};
    const NumberWidths written(textFont(kCellPt / textSize()), device);
    for (int decimals = 0; decimals <= kEnoughDecimals; ++decimals)
        widths[static_cast<std::size_t>(decimals)] = static_cast<int>(
            std::ceil(written.of(widest({-9, 9}, decimals, false)) + 2 * kBesideNumber));
    return widths;
}

int decimalsOfFirstDigit(const Range& range) {
    const double max = magnitudeOf(range);
    return max > 0 ? std::clamp(-static_cast<int>(std::floor(std::log10(max) + 1e-6)), 0, kMaxDecimals) : 0;
}

NumberWidths::NumberWidths(const QFont& font, const QPaintDevice* device) : metrics_(font, device) {
    static_assert(std::tuple_size_v<decltype(px_)> == kOfNumbers.size());
    constexpr std::size_t kMaxKept = 256; // a window that is resized asks for many sizes
    static thread_local std::map<std::pair<QString, int>, decltype(px_)> known;
    const std::pair key{font.key(), device ? device->logicalDpiY() : 0};
    auto found = known.find(key);
    if (found == known.end()) {
        if (known.size() >= kMaxKept) known.clear();
        found = known.try_emplace(key).first;
        for (std::size_t i = 0; i < kOfNumbers.size(); ++i)
            found->second[i] = metrics_.horizontalAdvance(QString(QChar(kOfNumbers[i])));
    }
    px_ = found->second;
}

double NumberWidths::of(const QString& number) const {
    double sum = 0;
    for (const QChar c : number) {
        const std::size_t at = kOfNumbers.find(c.unicode());
        if (at == kOfNumbers.npos) return metrics_.horizontalAdvance(number); // infinite, or not a number
        sum += px_[at];
    }
    return sum;
}

QFont cellFont(const CellFormat& format) { return textFont(format.points); }

QString cellText(float value, const CellFormat& format) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral(u"\u221E") : QStringLiteral(u"-\u221E");
    if (value == 0) return QStringLiteral("0");
    QString text = QString::fromStdString(fixedPoint(static_cast<double>(value), format.decimals));
    const bool isNegative = text.startsWith(QLatin1Char('-'));
    const bool isZero = std::ranges::none_of(text, [](QChar c) { return c >= u'1' && c <= u'9'; });
    if (isNegative && isZero) text.remove(0, 1);
    if (format.showsPlus && !isNegative && !isZero) text.prepend(QLatin1Char('+'));
    return text;
}

} // namespace headlight
