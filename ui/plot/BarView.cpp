#include "plot/BarView.h"

#include "base/numberText.h"
#include "style/textSize.h"
#include "words/numberWords.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kMaxPitch = 56; // px a bar and its gap, so that two bars do not become two walls
constexpr double kBarGap = 4; // px between names

QFont nameFont(bool isOwn) {
    QFont font = textFont(7.5);
    if (isOwn) font.setWeight(QFont::DemiBold);
    return font;
}

double standingRoom() { return textPx(58); }
/// Of an upright number: "-0.123", "-0.012", "-4e-10".
double numberRoom() { return QFontMetricsF(barNumberFont()).horizontalAdvance(QStringLiteral("-0.000")) + kBarGap; }

} // namespace

bool operator==(const BarView::Content& a, const BarView::Content& b) {
    const bool sameLabels = a.labels == b.labels || (a.labels && b.labels && *a.labels == *b.labels);
    // NaN equals NaN here: the same picture.
    const bool sameValues = std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                                       [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
    return sameValues && sameLabels && a.masked == b.masked && a.highlighted == b.highlighted && a.theme == b.theme;
}

BarView::BarView(QWidget* parent) : QWidget(parent), plot_(std::make_unique<BarPlot>(this)) {
    setAccessibleName(tr("Weights of the row"));
    setMouseTracking(true);
}

BarView::~BarView() = default;

QSize BarView::sizeHint() const { return {textPx(240), textPx(176)}; }

void BarView::setContent(const Content& content) {
    if (content == content_) return;
    if (content.values.size() != content_.values.size()) first_ = seen_ = 0;
    const bool isElsewhere = content.highlighted != content_.highlighted;
    content_ = content;
    if (isElsewhere && seen_ > 0 && (content.highlighted < first_ || content.highlighted >= first_ + seen_))
        lookAt(content.highlighted - seen_ / 2, seen_);
    updateMeasures();
}

void BarView::setUpToLargest(bool on) {
    if (on == upToLargest_) return;
    upToLargest_ = on;
    updateMeasures();
}

void BarView::updateMeasures() {
    if (!content_.theme || count() == 0) return;
    at_ = layout();
    at_.numbersStand = pitch() >= QFontMetricsF(barNumberFont()).capHeight() + 3 && !allHaveNumbers();
    if (at_.numbersStand) at_.plot.setTop(std::min(std::ceil(numberRoom()), at_.plot.bottom()));
    plot_->show(bars(), look(), plotRect(), static_cast<int>(height() - namesHeight()));
    update();
}

/// From the least of the values, at most 0, to 1 or the largest.
BarsLook BarView::measuredLook() const {
    double low = 0, high = 0;
    for (const float value : content_.values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, static_cast<double>(value));
        high = std::max(high, static_cast<double>(value));
    }
    if (!upToLargest_) high = std::max(high, 1.0);
    if (!(high > low)) high = 1;
    const bool isAll = seen_ <= 0;
    return {low, high, isAll ? 0.0 : first_, isAll ? double(count()) : seen_, content_.theme};
}

double BarView::widestName(const BarsLook& look) const {
    const QFontMetricsF metrics(nameFont(true), this);
    const int begin = static_cast<int>(look.first),
              end = std::min(count(), static_cast<int>(std::ceil(look.first + look.count)));
    double widest = 0;
    for (int i = begin; i < end; ++i)
        widest = std::max(widest, metrics.horizontalAdvance(content_.labels->texts[static_cast<std::size_t>(i)]));
    return widest;
}

BarView::Layout BarView::layout() const {
    Layout made;
    made.look = measuredLook();
    const double left = std::ceil(BarPlot::axisWidth(made.look)), room = width() - left;
    const double top = std::ceil(QFontMetricsF(barNumberFont()).height());
    made.pitch = std::max(0.0, std::min<double>(room, kMaxPitch * made.look.count)) / std::max(1.0, made.look.count);
    made.names = textPx(16);
    const bool hasNames = content_.labels && content_.labels->count() == count();
    if (hasNames && made.pitch >= textPx(11)) {
        const double widest = widestName(made.look);
        made.stands = widest + kBarGap > made.pitch;
        if (made.stands) made.names = std::min(std::ceil(widest) + 2 * kBarGap, standingRoom());
    }
    const double bars = made.pitch * made.look.count;
    made.plot = {left + std::floor((room - bars) / 2), top, bars,
                 std::max(0.0, std::floor(height() - top - made.names - 1))};
    return made;
}

double BarView::middleOf(int bar) const { return plotRect().left() + (bar + 0.5 - look().first) * pitch(); }

QRectF BarView::barRect(int bar) const {
    const QRectF plot = plotRect();
    const BarsLook& look = at_.look;
    const double value = static_cast<double>(content_.values[static_cast<std::size_t>(bar)]);
    // QCustomPlot counts from the last pixel of its rectangle.
    const double perUnit = plot.height() / (look.high - look.low), zero = plot.bottom() - 1 + look.low * perUnit;
    return {middleOf(bar) - pitch() / 2, zero - value * perUnit, pitch(), value * perUnit};
}

int BarView::barAt(QPointF point) const {
    const QRectF plot = plotRect();
    if (count() == 0 || point.x() < plot.left() || point.x() >= plot.right()) return -1;
    return std::clamp(static_cast<int>(look().first + (point.x() - plot.left()) / pitch()), 0, count() - 1);
}

Bar BarView::joined(int first, int end) const {
    Bar bar;
    bar.place = first;
    bar.width = end - first;
    bar.masked = !content_.masked.empty();
    for (int i = first; i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        bar.highlighted = bar.highlighted || i == content_.highlighted;
        if (at < content_.masked.size() && content_.masked[at]) continue;
        bar.masked = false;
        const double value = static_cast<double>(content_.values[at]);
        bar.notANumber = bar.notANumber || !std::isfinite(value);
        if (!std::isfinite(value)) continue;
        bar.above = std::max(bar.above, value);
        bar.below = std::max(bar.below, -value);
    }
    return bar;
}

/// One for each value, or for each pixel.
std::vector<Bar> BarView::bars() const {
    const int begin = this->begin(), end = this->end();
    const int pixels = std::max(1, static_cast<int>(plotRect().width() * devicePixelRatioF()));
    const std::int64_t seen = end - begin;
    std::vector<Bar> bars;
    if (seen > pixels) {
        const auto at = [&](int pixel) { return begin + static_cast<int>(pixel * seen / pixels); };
        for (int x = 0; x < pixels; ++x) {
            bars.push_back(joined(at(x), at(x + 1)));
            bars.back().place = begin + double(x) * double(seen) / pixels; // of one width, whatever they join
            bars.back().width = double(seen) / pixels;
        }
        return bars;
    }
    for (int i = begin; i < end; ++i) {
        Bar bar = joined(i, i + 1);
        bar.isUpright = at_.numbersStand;
        if (!bar.masked) bar.number = numberAbove(i, bar.isUpright);
        bars.push_back(bar);
    }
    return bars;
}

QString BarView::numberAbove(int bar, bool upright) const {
    const QFontMetricsF metrics(barNumberFont(), this);
    const double room = upright ? numberRoom() : pitch();
    const auto value = static_cast<double>(content_.values[static_cast<std::size_t>(bar)]);
    const auto written = [&](int decimals, bool leadingZero) {
        const QString text = QString::fromStdString(fixedPoint(value, decimals));
        return !leadingZero && text.startsWith(QLatin1String("0.")) ? text.mid(1) : text;
    };
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; };
    QString number = written(upright ? 3 : 2, upright);
    if (roundsToZero(value, number)) {
        number = written(decimalsToTell(value), false);
        if (!fits(number)) number = withExponent(value, 0);
        if (!fits(number)) number = notQuiteZero(value);
    }
    return fits(number) ? number : QString();
}

bool BarView::allHaveNumbers() const {
    for (int i = begin(); i < end(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const QString number = numberAbove(i, false);
        const bool isMasked = at < content_.masked.size() && content_.masked[at];
        if (!isMasked && (number.isEmpty() || number == notQuiteZero(static_cast<double>(content_.values[at]))))
            return false;
    }
    return true;
}

/// Each one where all have room, upright if need be; else the one of the highlighted bar, then those of the others at
/// equal steps that have room beside it and each other.
std::vector<BarView::Name> BarView::names() const {
    constexpr int kMeasured = 64;
    if (!content_.labels || content_.labels->count() != count() || count() == 0) return {};
    const bool stands = namesStand();
    const double maxName = textPx(60);
    const auto nameAt = [&](int i, double room, const QFont& font) {
        const QFontMetricsF metrics(font, this);
        const QString text = metrics.elidedText(content_.labels->texts[static_cast<std::size_t>(i)], Qt::ElideRight,
                                                stands ? standingRoom() - kBarGap : room);
        const double width = stands ? metrics.capHeight() : metrics.horizontalAdvance(text);
        const double left = middleOf(i) - width / 2;
        return Name{i, text, std::clamp(left, 0.0, std::max(0.0, this->width() - width)), width};
    };
    double widest = 0;
    for (int i = 0; i < std::min(count(), kMeasured); ++i)
        widest = std::max(widest, nameAt(i, maxName, nameFont(false)).width);
    const int step = stands ? 1 : labelStep(pitch(), widest + kBarGap);
    const double room = std::max(step * pitch(), maxName);
    std::vector<Name> names;
    const auto isFree = [&](const Name& name) {
        return std::ranges::none_of(names, [&](const Name& other) {
            const double gap = stands ? 1 : kBarGap;
            return name.left < other.left + other.width + gap && other.left < name.left + name.width + gap;
        });
    };
    const int own = content_.highlighted, begin = this->begin(), end = this->end();
    if (own >= begin && own < end) names.push_back(nameAt(own, room, nameFont(true)));
    for (const int i : labelledCells(begin, end, step))
        if (const Name name = nameAt(i, room, nameFont(false)); isFree(name)) names.push_back(name);
    return names;
}

void BarView::paintEvent(QPaintEvent*) {
    if (!content_.theme || count() == 0) return;
    QPainter painter(this);
    const bool stands = namesStand();
    for (const Name& name : names()) {
        const bool isOwn = name.bar == content_.highlighted;
        painter.setFont(nameFont(isOwn));
        painter.setPen(isOwn ? content_.theme->key : content_.theme->muted);
        painter.save();
        if (stands) {
            const double length = painter.fontMetrics().horizontalAdvance(name.text);
            painter.translate(name.left + name.width, height() - namesHeight() + kBarGap + length);
            painter.rotate(-90);
        } else {
            painter.translate(name.left, height() - kBarGap);
        }
        painter.drawText(QPointF(0, 0), name.text);
        painter.restore();
    }
}

void BarView::resizeEvent(QResizeEvent*) { updateMeasures(); }

void BarView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateMeasures();
}

QString BarView::textOf(int bar) const {
    const auto at = static_cast<std::size_t>(bar);
    const bool isMasked = at < content_.masked.size() && content_.masked[at];
    return content_.labels->texts[at] + QLatin1Char('\n') +
           (isMasked ? tr("masked") : QString::fromStdString(shortest(content_.values[at])));
}

bool BarView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bar = barAt(help->pos());
    if (bar < 0 || !content_.labels || bar >= content_.labels->count())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainTip(textOf(bar)), this);
    return true;
}

} // namespace headlight
