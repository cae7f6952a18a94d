#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace headlight {

/// If the widget that has the focus is hidden, disabled or deleted, Qt moves the focus to the next widget, where the
/// next key may do something unwanted. This moves it to the heir instead.
class FocusKeeper : public QObject {
public:
    FocusKeeper(QWidget& window, std::function<void()> toHeir);

private:
    bool eventFilter(QObject*, QEvent*) override;
    void follow(QWidget* before, QWidget* now);
    void pass(QWidget* from); ///< null: from none

    QWidget& window_;
    std::function<void()> toHeir_;
    QPointer<QWidget> last_;                ///< of the window
    bool hadOne_ = false, wasGone_ = false; ///< when it lost the focus; an editor goes because it does
};

} // namespace headlight
