#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace headlight {

/// Help: keys and about.
class HelpActions : public QObject {
    Q_OBJECT

public:
    explicit HelpActions(QWidget* window);
    void fill(QMenu&);

private:
    void showKeys();
    void showAbout();

    QWidget* window_;
};

} // namespace headlight
