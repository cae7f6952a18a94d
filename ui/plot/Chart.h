#pragma once

#include "plot/TokenLabels.h"
#include "style/Theme.h"

#include <QWidget>

#include <optional>

class QCustomPlot;
class QPaintDevice;

namespace headlight {

/// A row of numbers.
struct ChartContent {
    enum class Kind { Bars, Line };
    Kind kind = Kind::Bars;
    std::vector<std::optional<double>> values;
    std::shared_ptr<const TokenLabels> labels = std::make_shared<TokenLabels>(); ///< one for each value
    int marked = -1;      ///< index of the selected value; -1: none
    bool areKeys = false; ///< true to mark the value in the colour of keys
    QString across, up;   ///< titles of the axes
    bool isSame(const ChartContent& other) const;
};

/// Bars or a line over axes, drawn by QCustomPlot. The vertical axis begins at 0, or at the smallest number if that is
/// negative. Where only some labels fit, keys are named by their weights: the marked one and the largest. The chart is
/// redrawn only when the content, the size or the theme changes.
class Chart : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);
    void setContent(ChartContent content, const Theme& theme);

    const ChartContent& content() const { return content_; }
    /// Paints the chart, which need not be visible, with `scale` device pixels per logical pixel. False: no memory.
    bool paintOn(QPaintDevice& device, double scale);

    int at(QPoint place) const; ///< index of the value at that x; -1: none, or outside the axes
    QPoint placeOf(int value) const;

signals:
    void picked(int value); ///< the user clicked this value

protected:
    void mousePressEvent(QMouseEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    bool event(QEvent*) override; ///< shows tool tips

private:
    double cell() const; ///< px of a value
    std::vector<int> largestLabels() const;
    void drawAxes();
    void fitNumbers();
    void drawValues();
    QString wordsOf(int value) const;

    QCustomPlot* plot_;
    ChartContent content_;
    const Theme* theme_ = nullptr;
};

} // namespace headlight
