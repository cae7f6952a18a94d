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

/// Counts the parts of the program that a run reaches, so that missing ones can be found. GUI thread.
class Reach : public QObject {
    Q_OBJECT

public:
    void follow(MainWindow&); ///< counts the menu entries of a new window
    void look(MainWindow&);   ///< counts the open dialog, the message and the session; cheap
    void count(const QString& what) { ++counts_[what]; }
    void countPressed();   ///< counts the widget under the pointer
    QString table() const; ///< one line for each count, sorted by name

private:
    void countSession(const ViewState&);

    std::map<QString, int> counts_;
    QPointer<QWidget> dialog_;
    QString said_;
    std::size_t looks_ = 0;
};

} // namespace headlight::monkey
