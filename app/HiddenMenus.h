#pragma once

#include <QObject>

class QKeySequence;
class QMainWindow;
class QMenuBar;

namespace headlight {

/// The menu bar of a window, which can be hidden: its shortcuts work all the same. Alt alone or F10 then shows it with
/// its first menu open, until all menus are closed.
class HiddenMenus : public QObject {
    Q_OBJECT

public:
    explicit HiddenMenus(QMainWindow& window); ///< the menus must be filled

    void setHidden(bool hidden);

protected:
    bool eventFilter(QObject*, QEvent*) override; ///< watches the window for Alt

private:
    void open();
    void openOf(const QKeySequence& mnemonic);

    QMainWindow& window_;
    QMenuBar& bar_;
    bool isHidden_ = false;   ///< also while it is shown for a moment
    bool isAltAlone_ = false; ///< Alt was pressed, and nothing else since
};

} // namespace headlight
