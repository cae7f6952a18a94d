#pragma once

#include "plot/TokenLabels.h"
#include "style/Theme.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace headlight {

/// One row of weights as bars with their tokens beneath, the key's bar in its colour. Where there are more bars than
/// pixels each pixel shows the largest of its bars. Negative values hang below a zero line. Masked keys have a grey
/// foot instead of a bar.
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
    void setContent(const Content& content);     ///< repaints only if it differs
    const Content& content() const { return content_; }
    int barAt(QPointF point) const; ///< -1: none

    struct Name {
        int bar;
        QString text;
        double left, width;
    };
    std::vector<Name> names() const; ///< beneath the bars: none over another

    QSize sizeHint() const override { return {240, 96}; }
    QSize minimumSizeHint() const override { return {80, 56}; }

signals:
    void clicked(int bar); ///< the user picks another key

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    QRectF plotRect() const;
    void paintBars(QPainter& painter, const QRectF& plot) const;
    void paintNames(QPainter& painter) const;
    int count() const { return static_cast<int>(content_.values.size()); }

    Content content_;
};

} // namespace headlight
