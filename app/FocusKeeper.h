#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace headlight {

/// Where a widget of the window goes away with the keyboard (hidden, disabled or deleted, also while a dialog is open),
/// Qt gives that to the next one that takes it, where the next key does what nobody meant. Then it goes to the heir.
class FocusKeeper : public QObject {
public:
    FocusKeeper(QWidget& window, std::function<void()> toHeir);

private:
    void follow(QWidget* before, QWidget* now);
    void pass(QWidget* from); ///< null: from none

    QWidget& window_;
    std::function<void()> toHeir_;
    QPointer<QWidget> last_; ///< of the window
    bool hadOne_ = false;
};

} // namespace headlight
