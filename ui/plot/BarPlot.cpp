#include "plot/BarPlot.h"

#include "style/textSize.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {
namespace {

enum Kind { Usual, Highlighted, Masked, NotANumber };
constexpr std::array kKinds{Usual, Highlighted, Masked, NotANumber};
constexpr double kFoot = 2; // px, of a masked key

Kind kindOf(const Bar& bar) {
    if (bar.notANumber) return NotANumber;
    if (bar.masked) return Masked;
    return bar.highlighted ? Highlighted : Usual;
}

QColor colourOf(Kind kind, const Theme& theme) {
    switch (kind) {
    case Highlighted: return theme.key;
    case Masked: return theme.masked;
    case NotANumber: return theme.notANumber;
    case Usual: break;
    }
    return theme.accent;
}

/// Two digits: what is not zero never reads as zero.
QString axisText(double value) { return QString::number(value, 'g', 2); }

std::array<double, 3> axisValues(const BarsLook& look) {
    return {look.low, look.low < 0 ? 0 : look.high / 2, look.high};
}

} // namespace

QFont barNumberFont() { return textFont(7.5); }

double BarPlot::axisWidth(const BarsLook& look) {
    const QFontMetricsF metrics(barNumberFont());
    double widest = metrics.horizontalAdvance(QStringLiteral("0.00"));
    for (const double value : axisValues(look)) widest = std::max(widest, metrics.horizontalAdvance(axisText(value)));
    return widest + 5;
}

BarPlot::BarPlot(QWidget* parent) : plot_(new QCustomPlot(parent)) {
    plot_->setAttribute(Qt::WA_TransparentForMouseEvents);
    plot_->setFocusPolicy(Qt::NoFocus);
    plot_->setLocale(QLocale::c());
    plot_->setNotAntialiasedElements(QCP::aeAll);
    plot_->axisRect()->setAutoMargins(QCP::msNone);
    plot_->xAxis->setVisible(false);
    for ([[maybe_unused]] const Kind kind : kKinds) {
        auto* bars = new QCPBars(plot_->xAxis, plot_->yAxis);
        bars->setPen(Qt::NoPen);
        kinds_.push_back(bars);
    }
    plot_->hide(); // until there is something to show
}

void BarPlot::updateAxes(const BarsLook& look) {
    const Theme& theme = *look.theme;
    plot_->setBackground(theme.surface);
    plot_->xAxis->setRange(look.first, look.first + look.count);
    QCPAxis* values = plot_->yAxis;
    values->setRange(look.low, look.high);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const double value : axisValues(look)) ticker->addTick(value, axisText(value));
    values->setTicker(ticker);
    values->setTickLabelFont(barNumberFont());
    values->setTickLabelColor(theme.muted);
    values->setBasePen(Qt::NoPen);
    values->setTickPen(Qt::NoPen);
    values->setTickLabelPadding(3);
    values->grid()->setPen(QPen(theme.border, 0, Qt::DotLine));
    values->grid()->setZeroLinePen(QPen(theme.border));
}

void BarPlot::addNumbers(const std::vector<Bar>& bars, const BarsLook& look) {
    const Theme& theme = *look.theme;
    plot_->clearItems();
    for (const Bar& bar : bars) {
        if (bar.number.isEmpty()) continue;
        auto* text = new QCPItemText(plot_);
        text->setClipToAxisRect(false);
        text->setText(bar.number);
        text->setFont(barNumberFont());
        text->setRotation(bar.isUpright ? -90 : 0);
        text->setPositionAlignment(bar.isUpright ? Qt::AlignLeft | Qt::AlignVCenter
                                                 : Qt::AlignHCenter | Qt::AlignBottom);
        if (bar.isUpright) text->setPadding({3, 0, 0, 0});
        text->setColor(bar.highlighted ? theme.key : theme.muted);
        // A bar of what is no number is as high as the plot, and its word stands above it as the others do.
        text->position->setCoords(bar.place + bar.width / 2, bar.notANumber ? look.high : bar.above);
    }
}

void BarPlot::show(const std::vector<Bar>& bars, const BarsLook& look, const QRectF& area, int height) {
    if (area.height() < 1 || area.width() < 1) return;
    const QRect place = area.toRect();
    plot_->setGeometry(0, 0, plot_->parentWidget()->width(), height);
    plot_->axisRect()->setMargins(
        {place.left(), place.top(), plot_->width() - place.right() - 1, height - place.bottom() - 1});
    updateAxes(look);
    const double pixel = (look.high - look.low) / area.height();
    for (const Kind kind : kKinds) {
        auto* drawn = kinds_[kind];
        drawn->setBrush(colourOf(kind, *look.theme));
        QVector<double> keys, values;
        const auto add = [&](const Bar& bar, double value) {
            keys << bar.place + bar.width / 2;
            values << value;
        };
        for (const Bar& bar : bars) {
            if (kindOf(bar) != kind) continue;
            const double pitch = area.width() / look.count * bar.width;
            const double gap = pitch >= 4 ? std::max(1.0, pitch * 0.16) : 0;
            drawn->setWidthType(QCPBars::wtPlotCoords);
            drawn->setWidth(bar.width * (1 - gap / pitch));
            if (kind == NotANumber) add(bar, look.high);
            if (kind == NotANumber && look.low < 0) add(bar, look.low);
            if (kind == Masked) add(bar, kFoot * pixel);
            if (kind == NotANumber || kind == Masked) continue;
            if (bar.above > 0) add(bar, std::max(bar.above, pixel)); // what is not zero is seen
            if (bar.below > 0) add(bar, -std::max(bar.below, pixel));
        }
        drawn->setData(keys, values, true);
    }
    addNumbers(bars, look);
    plot_->show();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace headlight
