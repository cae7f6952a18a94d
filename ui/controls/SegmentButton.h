#pragma once
// ui/controls: controls that Qt does not have. A control uses the Theme and never a Workbench: its owner sets what it
// shows, and it emits signals for what the user does. GUI thread only.

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
