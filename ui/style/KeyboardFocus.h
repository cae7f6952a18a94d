#pragma once

#include <QFocusFrame>
#include <QPointer>

namespace headlight {

/// Frames the widget with the focus after a key that moves the focus, until a mouse button is pressed: a click draws no
/// frame. Fields that are typed into, tables and menus mark the focus themselves. One for the application.
class KeyboardFocus : public QObject {
public:
    explicit KeyboardFocus(QObject* parent);

private:
    bool eventFilter(QObject*, QEvent*) override;
    void place();

    QPointer<QFocusFrame> frame_; ///< a child of the window that it is in, which may delete it
    bool isByKeys_ = false;
};

} // namespace headlight
