#pragma once
// ui/controls: what a panel is made of where Qt has nothing like it. A control knows the Theme and never a Workbench:
// it is told what to show, and says what a person did. GUI thread only.

#include "style/Theme.h"

#include <QPushButton>

namespace headlight {

/// One choice of several in a row. "W_q" is drawn as W with a small q below.
class SegmentButton : public QPushButton {
    Q_OBJECT

public:
    explicit SegmentButton(const QString& text, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    const Theme* theme_ = &lightTheme();
};

/// The sunken ground that segments lie on.
class SegmentTrack : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void setTheme(const Theme& theme);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    const Theme* theme_ = &lightTheme();
};

/// A small square button with a drawn sign.
class IconButton : public QPushButton {
    Q_OBJECT

public:
    enum class Sign { Plus, Minus, Duplicate, Left, Right, Up, Down };
    IconButton(Sign sign, const QString& name, const QString& tip, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void setSign(Sign sign);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    Sign sign_;
    const Theme* theme_ = &lightTheme();
};

} // namespace headlight
