#include "plot/Chart.h"

#include "style/textSize.h"
#include "words/numberWords.h"
#include "words/tokenText.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace headlight {
namespace {

constexpr double kAxisMargin = 1.06;          // the end of the axis, as a multiple of the largest number
constexpr double kMinBar = 1.5, kMaxBar = 44; // px
constexpr double kMinRoom = 3;                // px, from the first and the last value to the ends of the axis
constexpr int kLeft = 56, kRight = 30;        // px beside the axis: for longer numbers, and for half a label
constexpr int kMeasuredLabels = 64, kLabelGap = 10;
constexpr std::size_t kNamed = 11; // labels: of the marked key and ten others

QFont labelFont() { return textFont(8); }

} // namespace

bool ChartContent::isSame(const ChartContent& o) const {
    return *labels == *o.labels && kind == o.kind && values == o.values && marked == o.marked && areKeys == o.areKeys &&
           across == o.across && up == o.up;
}

Chart::Chart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    plot_->setAttribute(Qt::WA_TransparentForMouseEvents);
    plot_->setFocusPolicy(Qt::NoFocus);
    plot_->setMinimumSize(1, 1); // QCustomPlot cannot paint on nothing
    plot_->setLocale(QLocale::c());
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(plot_);
    setCursor(Qt::PointingHandCursor);
}

void Chart::setContent(ChartContent content, const Theme& theme) {
    if (content.isSame(content_) && &theme == theme_) return;
    content_ = std::move(content);
    theme_ = &theme;
    drawAxes();
    drawValues();
    setAccessibleDescription(content_.marked >= 0 ? tr("%1, %2").arg(content_.up, wordsOf(content_.marked))
                                                  : content_.up);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

double Chart::cell() const {
    return std::max(1, width() - textPx(kLeft + kRight)) / double(content_.values.size() + 1);
}

/// Returns the marked value and the ten largest ones, without those whose labels would overlap.
std::vector<int> Chart::largestLabels() const {
    std::vector<int> all(content_.values.size());
    std::iota(all.begin(), all.end(), 0);
    const auto end = all.begin() + std::min<std::ptrdiff_t>(kMeasuredLabels, std::ssize(all));
    std::ranges::partial_sort(all, end, std::greater(), [this](int i) {
        return std::tuple(i == content_.marked, content_.values[static_cast<std::size_t>(i)].value_or(-HUGE_VAL), -i);
    });
    const QFontMetrics metrics(labelFont());
    const auto half = [&](int i) { return metrics.horizontalAdvance(labelAt(*content_.labels, i, 2)) / 2.0; };
    std::vector<int> named;
    for (auto i = all.begin(); i != end && named.size() < kNamed; ++i) {
        const auto overlaps = [&](int other) {
            return std::abs(*i - other) * cell() < half(*i) + half(other) + kLabelGap;
        };
        if (std::ranges::none_of(named, overlaps)) named.push_back(*i);
    }
    return named;
}

void Chart::drawAxes() {
    const int count = static_cast<int>(content_.values.size());
    double low = 0, high = 0;
    for (const auto& value : content_.values) {
        low = std::min(low, value.value_or(0));
        high = std::max(high, value.value_or(0));
    }
    if (low == high) high = 1;
    plot_->setBackground(theme_->surface);
    const double room = 0.5 + std::max(0.5, kMinRoom / cell());
    plot_->xAxis->setRange(-room, std::max(count, 1) - 1 + room);
    plot_->yAxis->setRange(low * kAxisMargin, high * kAxisMargin);
    plot_->xAxis->setLabel(content_.across);
    plot_->axisRect()->setMinimumMargins({textPx(kLeft), textPx(8), textPx(kRight), textPx(40)});
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLabelFont(labelFont());
        axis->setLabelFont(labelFont());
        axis->setTickLabelColor(theme_->muted);
        axis->setLabelColor(theme_->muted);
        for (const auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen}) (axis->*set)(QPen(theme_->muted));
        axis->setSubTicks(false);
        axis->setTickLength(0, 4);
        axis->grid()->setPen(QPen(theme_->border, 0, Qt::DotLine));
        axis->grid()->setZeroLinePen(axis == plot_->yAxis ? QPen(theme_->muted) : Qt::NoPen);
    }
    plot_->xAxis->grid()->setVisible(false);
    fitNumbers();
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const QFontMetrics metrics(labelFont());
    int pitch = 1;
    for (int i = 0; i < std::min(count, kMeasuredLabels); ++i)
        pitch = std::max(pitch, metrics.horizontalAdvance(labelAt(*content_.labels, i, 1)) + kLabelGap);
    int step = labelStep(cell(), pitch);
    if (step > 1 && !content_.labels->areNumbers) // with numbers beside them
        step = labelStep(cell(), pitch + metrics.horizontalAdvance(QString::number(count) + QLatin1Char(' ')));
    for (const int i : step > 1 && content_.areKeys ? largestLabels() : labelledCells(0, count, step))
        ticker->addTick(i, labelAt(*content_.labels, i, step));
    plot_->xAxis->setTicker(ticker);
}

/// Puts as many numbers on the vertical axis as fit. If its title is longer than the axis, the unit alone stays:
/// "bits" of "entropy, bits".
void Chart::fitNumbers() {
    const QFontMetrics metrics(labelFont());
    const int space = height() - textPx(48);
    plot_->yAxis->ticker()->setTickCount(std::clamp(space / (2 * metrics.height()), 1, 5));
    const bool hasSpace = metrics.horizontalAdvance(content_.up) <= space;
    plot_->yAxis->setLabel(hasSpace ? content_.up : content_.up.section(QStringLiteral(", "), -1));
}

void Chart::drawValues() {
    plot_->clearPlottables();
    const QColor marked = content_.areKeys ? theme_->key : theme_->query, usual = theme_->muted;
    const double cell = this->cell();
    QVector<double> places, values, at, is; // of all values, and of the marked one
    for (std::size_t i = 0; i < content_.values.size(); ++i) {
        const std::optional<double>& value = content_.values[i];
        // A line is interrupted where a value is not defined; the bar of one would be invalid in an SVG.
        if (!value && content_.kind == ChartContent::Kind::Bars) continue;
        places << static_cast<double>(i);
        values << value.value_or(std::nan(""));
        if (value && static_cast<int>(i) == content_.marked) at << places.back(), is << *value;
    }
    if (content_.kind == ChartContent::Kind::Line) {
        QCPGraph* line = plot_->addGraph();
        line->setPen(QPen(usual, 1.5));
        if (cell >= 8) line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, usual, 4));
        line->setData(places, values, true);
        QCPGraph* point = plot_->addGraph();
        point->setLineStyle(QCPGraph::lsNone);
        point->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(marked, 2), theme_->surface, 9));
        point->setData(at, is, true);
        return;
    }
    const auto drawBars = [&](const QColor& colour, const QVector<double>& keys, const QVector<double>& numbers) {
        auto* bars = new QCPBars(plot_->xAxis, plot_->yAxis); // the plot owns it
        bars->setPen(Qt::NoPen);
        bars->setAntialiased(false);
        bars->setBrush(colour);
        bars->setWidth(std::max(kMinBar / cell, std::min(0.7, kMaxBar / cell)));
        bars->setData(keys, numbers, true);
    };
    drawBars(usual, places, values);
    drawBars(marked, at, is);
}

bool Chart::paintOn(QPaintDevice& device, double scale) {
    QCPPainter painter;
    if (!painter.begin(&device)) return false;
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(QRect(0, 0, device.width(), device.height()), theme_->surface); // also beside the chart
    painter.scale(scale, scale);
    plot_->toPainter(&painter, width(), height());
    return painter.end();
}

int Chart::at(QPoint place) const {
    const int value = static_cast<int>(std::lround(plot_->xAxis->pixelToCoord(place.x())));
    const bool isThere = plot_->axisRect()->rect().contains(place) && value >= 0 &&
                         value < static_cast<int>(content_.values.size());
    return isThere ? value : -1;
}

QPoint Chart::placeOf(int value) const {
    return {static_cast<int>(plot_->xAxis->coordToPixel(value)), plot_->axisRect()->center().y()};
}

/// Returns "2 shoes: 0.2379".
QString Chart::wordsOf(int value) const {
    const auto i = static_cast<std::size_t>(value);
    if (i >= content_.values.size() || i >= content_.labels->texts.size()) return {};
    const QString number = content_.values[i] ? inFull(*content_.values[i]) : tr("not defined");
    return QStringLiteral("%1: %2").arg(labelAt(*content_.labels, value, 2), number);
}

void Chart::mousePressEvent(QMouseEvent* event) {
    const int value = at(event->pos());
    if (event->button() == Qt::LeftButton && value >= 0) emit picked(value);
}

void Chart::resizeEvent(QResizeEvent*) {
    if (!theme_) return;
    drawAxes();
    drawValues();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool Chart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int value = at(help->pos());
    QToolTip::showText(help->globalPos(), value < 0 ? QString() : plainTip(wordsOf(value)), this);
    return true;
}

} // namespace headlight
