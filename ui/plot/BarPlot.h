#pragma once

#include "style/Theme.h"

#include <QRectF>
#include <QString>

#include <vector>

class QCPBars;
class QCustomPlot;
class QWidget;

namespace headlight {

/// What stands for one bar, or for the bars that share a pixel.
struct Bar {
    double place = 0, width = 1; ///< of the axis, on which bar i goes from i to i + 1
    double above = 0, below = 0; ///< of the zero line
    bool masked = false, notANumber = false, highlighted = false;
    QString number;         ///< over it; empty: none
    bool isUpright = false; ///< its number, read from below
};

struct BarsLook {
    double low = 0, high = 1;    ///< the ends of the axis of values
    double first = 0, count = 1; ///< of the axis of bars
    const Theme* theme = nullptr;
};

/// The bars themselves, on axes, as QCustomPlot draws them.
class BarPlot {
public:
    explicit BarPlot(QWidget* parent);
    /// `area`: of the bars, within the parent; the numbers of the axis stand left of it.
    void show(const std::vector<Bar>& bars, const BarsLook& look, const QRectF& area, int height);
    static double axisWidth(const BarsLook& look); ///< what those numbers take

private:
    void updateAxes(const BarsLook& look);
    void addNumbers(const std::vector<Bar>& bars, const BarsLook& look);

    QCustomPlot* plot_;
    std::vector<QCPBars*> kinds_;
};

QFont barNumberFont();

} // namespace headlight
