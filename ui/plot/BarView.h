#pragma once

#include "plot/BarPlot.h"
#include "plot/TokenLabels.h"

#include <QWidget>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// One row of weights as bars on an axis from 0 to 1, or to the row's largest, with their numbers above and their
/// tokens beneath, upright where bars are narrower, the key's in its colour. Where there are more bars than pixels each
/// pixel shows the largest of its bars; a part of them can be looked at closer. Negative values hang below a zero line.
/// Masked keys have a grey foot.
class BarView : public QWidget {
    Q_OBJECT

public:
    struct Content {
        std::vector<float> values;
        std::vector<bool> masked; ///< empty: none
        std::shared_ptr<const TokenLabels> labels;
        int highlighted = -1;
        const Theme* theme = nullptr;
        friend bool operator==(const Content&, const Content&);
    };

    explicit BarView(QWidget* parent = nullptr); ///< accessible name "Weights of the row"
    ~BarView() override;
    void setContent(const Content& content); ///< repaints only if it differs
    const Content& content() const { return content_; }
    void setUpToLargest(bool);      ///< else up to 1
    int barAt(QPointF point) const; ///< -1: none
    QRectF barRect(int bar) const;  ///< of a value that is positive, without the gap beside it
    QString textOf(int bar) const;  ///< "feet\n0.0147": all digits

    struct Name {
        int bar;
        QString text;
        double left, width;
    };
    std::vector<Name> names() const; ///< beneath the bars: none over another
    std::vector<Bar> bars() const;   ///< as they are drawn

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, 56}; }

signals:
    void clicked(int bar); ///< the user picks another key

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;
    bool event(QEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;

private:
    /// What takes measuring: made by updateMeasures() alone, for painting asks for it with each name.
    struct Layout {
        BarsLook look;
        double pitch = 0;    ///< px of a bar with its gap
        bool stands = false; ///< names, upright, since they are wider than their bars
        double names = 0;    ///< px, their height
        bool numbersStand = false;
        QRectF plot;
    };
    Layout layout() const;
    BarsLook measuredLook() const;
    double widestName(const BarsLook& look) const; ///< of those in sight
    const BarsLook& look() const { return at_.look; }
    const QRectF& plotRect() const { return at_.plot; }
    double pitch() const { return at_.pitch; }
    double namesHeight() const { return at_.names; }
    bool namesStand() const { return at_.stands; }
    double middleOf(int bar) const;
    int begin() const { return std::max(0, static_cast<int>(at_.look.first)); } ///< of those in sight
    int end() const { return std::min(count(), static_cast<int>(std::ceil(at_.look.first + at_.look.count))); }
    QString numberAbove(int bar, bool upright) const; ///< empty: it has no room
    bool allHaveNumbers() const;                      ///< in sight, and they say how much
    Bar joined(int first, int end) const;             ///< what these look like as one
    void lookAt(double first, double count);
    void updateMeasures();
    int count() const { return static_cast<int>(content_.values.size()); }

    Content content_;
    Layout at_;
    std::unique_ptr<BarPlot> plot_;
    bool upToLargest_ = false;
    double first_ = 0, seen_ = 0; ///< of the bars that are looked at; 0: all
    std::optional<QPointF> pressed_;
    double firstWhenPressed_ = 0;
    bool dragged_ = false;
};

} // namespace headlight
