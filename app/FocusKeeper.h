#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace headlight {

/// If the widget that has the focus is hidden, disabled or deleted, Qt moves the focus to the next widget, where the
/// next key may do something unwanted. This moves it to the heir instead, but never while a button of the mouse is
/// held, since the control that is being pressed must keep it.
class FocusKeeper : public QObject {
public:
    FocusKeeper(QWidget& window, std::function<void()> toHeir);

private:
    bool eventFilter(QObject*, QEvent*) override;
    void follow(QWidget* before, QWidget* now);
    void pass(QWidget* from); ///< null if no widget has the focus

    QWidget& window_;
    std::function<void()> toHeir_;
    QPointer<QWidget> last_; ///< the last widget of the window that had the focus
    bool hadOne_ = false;    ///< true if a widget has the focus
    bool wasGone_ = false;   ///< true if last_ was gone when it lost the focus
};

} // namespace headlight
