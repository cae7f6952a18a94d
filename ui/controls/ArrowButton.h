#pragma once

#include <QStyleOptionToolButton>
#include <QToolButton>

namespace headlight {

/// A button that opens a popup, and has the arrow of a menu while it is enabled.
class ArrowButton : public QToolButton {
public:
    using QToolButton::QToolButton;

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override {
        QToolButton::initStyleOption(option);
        if (isEnabled()) option->features |= QStyleOptionToolButton::HasMenu;
    }
};

} // namespace headlight
