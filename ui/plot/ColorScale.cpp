#include "plot/ColorScale.h"

#include "base/numberText.h"
#include "plot/CellImage.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kTextGap = 4, kBefore = 6; // px: between the bar and its numbers, and before it
constexpr int kMarkPitch = 16;

QFont tickFont() { return textFont(8); }

/// Returns the px for the numbers; longer ones have a smaller font.
double textSpace(const QFontMetricsF& metrics) { return metrics.horizontalAdvance(QStringLiteral("-00.0")); }

/// Returns "4.0e8", since there is little space beside a bar.
QString briefExponent(double value, int digits) {
    const QString text = QString::number(value, 'e', digits);
    const qsizetype e = text.indexOf(QLatin1Char('e'));
    return text.left(e + 1) + QString::number(text.mid(e + 1).toInt());
}

std::vector<ScaleTick> evenTicks(const Range& range) {
    std::vector<ScaleTick> ticks;
    const double low = range.low, high = range.high, quarter = (high - low) / 4;
    const double magnitude = std::max(std::abs(low), std::abs(high));
    const auto placeOf = [](double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-6)); };
    // The ends of a colourRange() have at most two digits, and its quarters at most two more. The quarters of a typed
    // range have two digits that tell them apart.
    constexpr int kMax = 9;
    const int enough = std::clamp(1 - placeOf(quarter), 0, kMax);
    int decimals = std::clamp(1 - placeOf(magnitude), 0, kMax);
    const auto isWhole = [&] {
        const double shifted = quarter * std::pow(10.0, decimals);
        return std::abs(shifted - std::round(shifted)) <= 1e-4 * shifted;
    };
    while (decimals < enough && !isWhole()) ++decimals;
    const bool isPlain = magnitude < 1e5 && magnitude >= 1e-4;
    const int digits = std::clamp(placeOf(magnitude / quarter) + 1, 1, kMax);
    for (int i = 0; i <= 4; ++i) {
        const double value = low + quarter * i;
        ticks.push_back({value,
                         isPlain ? QString::fromStdString(fixedPoint(value, decimals)) : briefExponent(value, digits),
                         i / 4.0});
    }
    return ticks;
}

/// Returns ticks at round shares of the range (of each half of one from -m to m) such as 0.1; none that would touch.
std::vector<ScaleTick> bentTicks(const Range& range, const ValueCurve& curve) {
    constexpr double kApart = 0.12;
    const bool isSymmetric = range.low == -range.high;
    std::vector<double> shares{0, 1};
    for (const double share : {0.5, 0.25, 0.1, 0.01}) {
        const auto isFar = [&](double other) {
            return std::abs(curve.bend(share) - curve.bend(other)) >= kApart * (isSymmetric ? 2 : 1);
        };
        if (std::ranges::all_of(shares, isFar)) shares.push_back(share);
    }
    if (isSymmetric)
        for (std::size_t i = shares.size(); i-- > 0;)
            if (shares[i] > 0) shares.push_back(-shares[i]);
    std::ranges::sort(shares);
    const double magnitude = std::max(std::abs(double{range.low}), std::abs(double{range.high}));
    const double span = double{range.high} - double{range.low};
    const int digits = std::clamp(3 + static_cast<int>(std::floor(std::log10(magnitude / span))), 3, 9);
    const int whole = magnitude < 1e5 ? static_cast<int>(std::floor(std::log10(magnitude))) + 1 : 0;
    std::vector<ScaleTick> ticks;
    for (const double share : shares) {
        const double from = isSymmetric ? 0 : double{range.low}, value = from + share * (double{range.high} - from);
        ticks.push_back({value, QString::number(value, 'g', std::max(digits, whole)), shareOf(value, range, curve)});
    }
    return ticks;
}

/// An entry at the foot of a scale.
struct Mark {
    QString text;
    QColor colour;
    int hatch = 0; ///< 1: as masked cells, -1: the opposite slope, 0: none
};

std::vector<Mark> marksOf(const MapLook& look) {
    std::vector<Mark> marks;
    if (look.hasMasked) marks.push_back({ColorScale::tr("mask"), look.theme->masked, 1});
    if (look.hasNew()) marks.push_back({ColorScale::tr("new"), look.theme->surface, -1});
    if (look.hasNaN) marks.push_back({QStringLiteral(u"NaN \u221e"), look.theme->notANumber});
    return marks;
}

/// Leaves out the ticks whose numbers would touch the one before or the last.
std::vector<ScaleTick> apart(std::vector<ScaleTick> ticks, double height) {
    const double pitch = 2 * scaleText() / height;
    double before = -pitch;
    std::erase_if(ticks, [&](const ScaleTick& tick) {
        const bool isKept = tick.share >= 1 || (tick.share - before >= pitch && 1 - tick.share >= pitch);
        if (isKept) before = tick.share;
        return !isKept;
    });
    return ticks;
}

} // namespace

std::vector<ScaleTick> scaleTicks(const Range& range, const ValueCurve& curve) {
    return curve.bend ? bentTicks(range, curve) : evenTicks(range);
}

double colorScaleWidth(const QPaintDevice* device) {
    return std::ceil(kBefore + kScaleBar + kTextGap + textSpace(QFontMetricsF(tickFont(), device)));
}

double scaleNameWidth(const QString& name, const QPaintDevice* device) {
    const QFontMetricsF metrics(tickFont(), device);
    double widest = 0;
    for (const QString& word : name.split(QLatin1Char(' '))) widest = std::max(widest, metrics.horizontalAdvance(word));
    return std::ceil(kBefore + widest);
}

void paintColorScale(QPainter& painter, const QRectF& place, const MapLook& look, double dpr) {
    const std::vector<Mark> marks = marksOf(look);
    const double foot = textPx(kMarkPitch) * static_cast<double>(marks.size()) + (marks.empty() ? 0 : scaleText());
    const bool hasFoot = place.height() > 2 * foot;
    const QRectF bar = place.adjusted(0, 0, 0, hasFoot ? -foot : 0);
    if (bar.height() < 2 || !look.colormap) return;
    const auto snap = [dpr](double v) { return std::round(v * dpr) / dpr; };
    const auto snapped = [&](const QRectF& r) {
        return QRectF(QPointF(snap(r.left()), snap(r.top())), QPointF(snap(r.right()), snap(r.bottom())));
    };
    const QRectF box = snapped(bar);
    const int steps = std::max(2, static_cast<int>(std::lround(box.height() * dpr)));
    QImage colours(1, steps, QImage::Format_RGB32);
    for (int i = 0; i < steps; ++i) {
        const double share = 1 - static_cast<double>(i) / (steps - 1);
        colours.setPixel(0, i, look.colormap->entry(static_cast<int>(std::lround(share * (Colormap::kEntries - 1)))));
    }
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(box, colours);
    const std::vector<ScaleTick> ticks = apart(scaleTicks(look.range, *look.curve), box.height());
    QFont font = tickFont();
    const QFontMetricsF metrics(font, painter.device());
    double widest = textSpace(metrics);
    for (const ScaleTick& tick : ticks) widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    for (const Mark& mark : marks) widest = std::max(widest, metrics.horizontalAdvance(mark.text));
    font.setPointSizeF(font.pointSizeF() * textSpace(metrics) / widest);
    painter.setFont(font);
    const double down = painter.fontMetrics().capHeight() / 2.0;
    painter.setPen(look.theme->muted);
    for (const ScaleTick& tick : ticks)
        painter.drawText(QPointF(box.right() + kTextGap, box.bottom() - tick.share * box.height() + down), tick.text);
    double y = box.bottom() + scaleText() + textPx(kMarkPitch) / 2.0;
    for (const Mark& mark : hasFoot ? marks : std::vector<Mark>{}) {
        const QRectF swatch = snapped({box.left(), y - kScaleBar / 2, kScaleBar, kScaleBar});
        painter.fillRect(swatch, mark.colour);
        if (mark.hatch) paintHatch(painter, swatch, *look.theme, mark.hatch < 0);
        painter.setPen(look.theme->muted);
        painter.drawText(QPointF(box.right() + kTextGap, y + down), mark.text);
        y += textPx(kMarkPitch);
    }
    painter.restore();
}

void paintNamedScale(QPainter& painter, const QRectF& place, const QString& name, const MapLook& look, double dpr) {
    QRectF written(place.topLeft(), QSizeF(place.width(), 0));
    painter.setFont(tickFont());
    painter.setPen(look.theme->muted);
    if (!name.isEmpty()) painter.drawText(place, Qt::TextWordWrap, name, &written);
    const double top = scaleText() + written.height();
    paintColorScale(painter, {place.left(), place.top() + top, kScaleBar, place.height() - top - scaleText()}, look,
                    dpr);
}

bool paintTurnedScale(QPainter& painter, const QRectF& place, const QString& name, const MapLook& look, double dpr) {
    const QFontMetricsF metrics(tickFont(), painter.device());
    const double length = metrics.horizontalAdvance(name);
    if (length > place.height()) return false;
    paintColorScale(painter, {place.topLeft(), QSizeF(kScaleBar, place.height())}, look, dpr);
    painter.save();
    painter.setFont(tickFont());
    painter.setPen(look.theme->muted);
    painter.translate(place.right() - metrics.descent(), place.center().y() + length / 2);
    painter.rotate(-90);
    painter.drawText(QPointF(0, 0), name);
    painter.restore();
    return true;
}

void ColorScale::setLook(const MapLook& look, const QString& name, double textSize) {
    if (look == look_ && name == name_ && textSize == textSize_) return;
    textSize_ = textSize;
    look_ = look;
    name_ = name;
    QStringList numbers;
    for (const ScaleTick& tick : scaleTicks(look.range, *look.curve)) numbers << tick.text;
    setAccessibleDescription(tr("from %1 to %2").arg(numbers.first(), numbers.last()));
    update();
}

void ColorScale::paintEvent(QPaintEvent*) {
    if (!look_.theme) return;
    const PictureTextSize text(textSize_, true);
    QPainter painter(this);
    paintNamedScale(painter, rect(), name_, look_, devicePixelRatioF());
}

} // namespace headlight
