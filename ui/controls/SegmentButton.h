#pragma once
// ui/controls: what a panel is made of where Qt has nothing like it. A control knows the Theme and never a Workbench:
// it is told what to show, and says what a person did. GUI thread only.

#include <QPushButton>

namespace headlight {

/// One choice of several in a row. "W_q" is drawn as W with a small q below.
class SegmentButton : public QPushButton {
    Q_OBJECT

public:
    explicit SegmentButton(const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;
};

} // namespace headlight
