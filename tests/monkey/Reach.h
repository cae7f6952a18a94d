#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <map>

class QWidget;

namespace headlight {
class MainWindow;
struct ViewState;
} // namespace headlight

namespace headlight::monkey {

/// Counts what a run reaches of the program, so that what it never reaches can be seen. GUI thread.
class Reach : public QObject {
    Q_OBJECT

public:
    void follow(MainWindow&); ///< a new window: its menus
    void look(MainWindow&);   ///< what is open and under way now; cheap
    void count(const QString& what) { ++counts_[what]; }
    void countPressed();   ///< what lies under the pointer
    QString table() const; ///< a line each, by name

private:
    void countSession(const ViewState&);

    std::map<QString, int> counts_;
    QPointer<QWidget> dialog_;
    QString said_;
    std::size_t looks_ = 0;
};

} // namespace headlight::monkey
