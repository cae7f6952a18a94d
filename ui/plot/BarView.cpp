#include "plot/BarView.h"

#include "base/numberText.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kTop = 4, kLabelHeight = 16;
constexpr double kMaxPitch = 56; // px a bar and its gap, so that two bars do not become two walls

/// What the height of the plot stands for: from the least of the values, at most 0, to the largest, at least 0.
struct Span {
    double low = 0, high = 0;
    double length() const { return high - low; }
    double zero(const QRectF& plot) const { return std::round(plot.bottom() + low / length() * plot.height()); }
};

Span spanOf(const std::vector<float>& values) {
    Span span;
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        span.low = std::min(span.low, static_cast<double>(value));
        span.high = std::max(span.high, static_cast<double>(value));
    }
    if (!(span.length() > 0)) span.high = 1;
    return span;
}

struct Bar {
    double above = 0, below = 0; ///< of the zero line
    bool masked = false, notANumber = false, highlighted = false;
};

/// What the bars [first, end) look like as one.
Bar joined(const BarView::Content& content, int first, int end) {
    Bar bar;
    bar.masked = !content.masked.empty();
    for (int i = first; i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        bar.highlighted = bar.highlighted || i == content.highlighted;
        if (at < content.masked.size() && content.masked[at]) continue;
        bar.masked = false;
        if (!std::isfinite(content.values[at]))
            bar.notANumber = true;
        else {
            bar.above = std::max(bar.above, static_cast<double>(content.values[at]));
            bar.below = std::max(bar.below, -static_cast<double>(content.values[at]));
        }
    }
    return bar;
}

void paintBar(QPainter& painter, const Bar& bar, double left, double width, const QRectF& plot, const Span& span,
              const Theme& theme) {
    constexpr double kFoot = 2;
    if (bar.notANumber) {
        painter.fillRect(QRectF(left, plot.top(), width, plot.height()), theme.notANumber);
        return;
    }
    const double zero = span.zero(plot);
    if (bar.masked) {
        painter.fillRect(QRectF(left, zero - kFoot, width, kFoot), theme.masked);
        return;
    }
    const auto length = [&](double value) {
        return value > 0 ? std::max(value / span.length() * plot.height(), 1.0) : 0.0;
    };
    const double up = std::min(length(bar.above), zero - plot.top()),
                 down = std::min(length(bar.below), plot.bottom() - zero);
    const QColor colour = bar.highlighted ? theme.key : theme.accent;
    if (up > 0) painter.fillRect(QRectF(left, zero - up, width, up), colour);
    if (down > 0) painter.fillRect(QRectF(left, zero, width, down), colour);
}

QFont nameFont(bool isOwn) {
    QFont font = textFont(7.5);
    if (isOwn) font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

bool operator==(const BarView::Content& a, const BarView::Content& b) {
    const bool sameLabels = a.labels == b.labels || (a.labels && b.labels && *a.labels == *b.labels);
    // NaN equals NaN here: the same picture.
    const bool sameValues = std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                                       [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
    return sameValues && sameLabels && a.masked == b.masked && a.highlighted == b.highlighted && a.theme == b.theme;
}

BarView::BarView(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Weights of the row"));
    setMouseTracking(true);
}

void BarView::setContent(const Content& content) {
    if (content == content_) return;
    content_ = content;
    update();
}

QRectF BarView::plotRect() const {
    const double width = std::min<double>(this->width(), kMaxPitch * std::max(1, count()));
    return {(this->width() - width) / 2, kTop, width, std::max(0.0, height() - kTop - kLabelHeight)};
}

int BarView::barAt(QPointF point) const {
    const QRectF plot = plotRect();
    if (count() == 0 || point.x() < plot.left() || point.x() >= plot.right()) return -1;
    return std::min(count() - 1, static_cast<int>((point.x() - plot.left()) / plot.width() * count()));
}

void BarView::paintEvent(QPaintEvent*) {
    if (!content_.theme || count() == 0) return;
    QPainter painter(this);
    const QRectF plot = plotRect();
    paintBars(painter, plot);
    painter.fillRect(QRectF(plot.left(), spanOf(content_.values).zero(plot), plot.width(), 1), content_.theme->border);
    paintNames(painter);
}

void BarView::paintBars(QPainter& painter, const QRectF& plot) const {
    const Span span = spanOf(content_.values);
    const Theme& theme = *content_.theme;
    const double dpr = devicePixelRatioF(), pitch = plot.width() / count();
    if (pitch * dpr < 1) {
        const int pixels = std::max(1, static_cast<int>(plot.width() * dpr));
        const auto at = [&](int pixel) { return static_cast<int>(std::int64_t{pixel} * count() / pixels); };
        for (int x = 0; x < pixels; ++x)
            paintBar(painter, joined(content_, at(x), at(x + 1)), plot.left() + x / dpr, 1 / dpr, plot, span, theme);
        return;
    }
    const double gap = pitch >= 4 ? std::max(1.0, pitch * 0.16) : 0;
    const auto snap = [dpr](double v) { return std::round(v * dpr) / dpr; };
    for (int i = 0; i < count(); ++i) {
        const double left = snap(plot.left() + i * pitch + gap / 2);
        const double right = snap(plot.left() + (i + 1) * pitch - gap / 2);
        paintBar(painter, joined(content_, i, i + 1), left, std::max(right - left, 1 / dpr), plot, span, theme);
    }
}

/// The one of the highlighted bar, then those of the others at equal steps that have room beside it and each other.
std::vector<BarView::Name> BarView::names() const {
    constexpr double kMaxName = 60, kGap = 4; // px
    constexpr int kMeasured = 64;
    if (!content_.labels || content_.labels->count() != count() || count() == 0) return {};
    const QRectF plot = plotRect();
    const double pitch = plot.width() / count();
    const auto nameAt = [&](int i, double room, const QFont& font) {
        const QFontMetricsF metrics(font, this);
        const QString text = metrics.elidedText(content_.labels->texts[static_cast<std::size_t>(i)], Qt::ElideRight,
                                                room);
        const double width = metrics.horizontalAdvance(text), left = plot.left() + (i + 0.5) * pitch - width / 2;
        return Name{i, text, std::clamp(left, 0.0, std::max(0.0, this->width() - width)), width};
    };
    double widest = 0;
    for (int i = 0; i < std::min(count(), kMeasured); ++i)
        widest = std::max(widest, nameAt(i, kMaxName, nameFont(false)).width);
    const int step = labelStep(pitch, widest + kGap);
    const double room = std::max(step * pitch, kMaxName);
    std::vector<Name> names;
    const auto isFree = [&](const Name& name) {
        return std::ranges::none_of(names, [&](const Name& other) {
            return name.left < other.left + other.width + kGap && other.left < name.left + name.width + kGap;
        });
    };
    const int own = content_.highlighted;
    if (own >= 0 && own < count()) names.push_back(nameAt(own, room, nameFont(true)));
    for (const int i : labelledCells(0, count(), step))
        if (const Name name = nameAt(i, room, nameFont(false)); isFree(name)) names.push_back(name);
    return names;
}

void BarView::paintNames(QPainter& painter) const {
    for (const Name& name : names()) {
        const bool isOwn = name.bar == content_.highlighted;
        painter.setFont(nameFont(isOwn));
        painter.setPen(isOwn ? content_.theme->key : content_.theme->muted);
        painter.drawText(QPointF(name.left, height() - 4), name.text);
    }
}

bool BarView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bar = barAt(help->pos());
    if (bar < 0 || !content_.labels || bar >= content_.labels->count()) {
        QToolTip::hideText();
        return true;
    }
    const auto at = static_cast<std::size_t>(bar);
    const bool isMaskedBar = at < content_.masked.size() && content_.masked[at];
    QToolTip::showText(help->globalPos(),
                       plainTip(content_.labels->texts[at] + QLatin1Char('\n') +
                                (isMaskedBar ? tr("masked") : QString::fromStdString(shortest(content_.values[at])))),
                       this);
    return true;
}

void BarView::mouseReleaseEvent(QMouseEvent* event) {
    const int bar = barAt(event->position());
    if (event->button() == Qt::LeftButton && bar >= 0) emit clicked(bar);
}

} // namespace headlight
