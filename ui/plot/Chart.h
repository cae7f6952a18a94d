#pragma once

#include "plot/TokenLabels.h"
#include "style/Theme.h"

#include <QWidget>

#include <optional>

class QCPBars;
class QCPGraph;
class QCustomPlot;
class QPaintDevice;

namespace headlight {

/// A row of numbers.
struct ChartContent {
    enum class Kind { Bars, Line };
    Kind kind = Kind::Bars;
    std::vector<std::optional<double>> values;
    std::shared_ptr<const TokenLabels> labels = std::make_shared<TokenLabels>(); ///< of each value
    int marked = -1;                                                             ///< the selected one
    bool areKeys = false;                                                        ///< which have a colour of their own
    QString across, up;                                                          ///< titles of the axes
    bool isSame(const ChartContent& other) const;
};

/// Bars or a line over true axes, as QCustomPlot draws them: from 0, or from the least number below it. It is drawn
/// anew only when its content, its size or the theme is another.
class Chart : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);
    void setContent(ChartContent content, const Theme& theme);

    const ChartContent& content() const { return content_; }
    /// Also of one that is not shown: of a file, whose pixels are so much finer. False: there was no memory.
    bool paintOn(QPaintDevice& device, double scale);

    int at(QPoint place) const; ///< which value stands over or under that place; -1: none
    QPoint placeOf(int value) const;

signals:
    void picked(int value); ///< by a click

protected:
    void mousePressEvent(QMouseEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    bool event(QEvent*) override; ///< tool tips

private:
    void drawAxes();
    void fitNumbers();
    void drawValues();
    QString wordsOf(int value) const;

    QCustomPlot* plot_;
    QCPBars *bars_, *markedBar_;
    QCPGraph *line_, *markedPoint_;
    ChartContent content_;
    const Theme* theme_ = nullptr;
};

} // namespace headlight
