#pragma once
// ui/panels: what a person sees and touches: a file pair for each panel, or a folder for one of several parts. A panel
// shows what present() brings and asks for change through the Workbench; panels do not know each other. GUI thread
// only.

#include "document/Presenter.h"
#include "document/RequestBoard.h"

#include <QWidget>

class QScrollBar;

namespace headlight {

class Workbench;

class Panel : public QWidget, public Presenter {
    Q_OBJECT

public:
    explicit Panel(Workbench& workbench, QWidget* parent = nullptr) : QWidget(parent), workbench_(workbench) {}

    const Request& request() const { return request_; } ///< what it wants as long as it is shown

protected:
    Workbench& workbench() const { return workbench_; }
    /// What it wants computed for it, as long as it is shown: state.responseTo(*this) will be that.
    void ask(Request request);
    /// A place for what the panel shows, under what stands in it already: at least so wide, at the usual size of text,
    /// and scrolling where there is less room.
    QWidget* scrollable(int leastWidth);
    /// It is at least so wide, at the usual size of text, beside the scroll bar of what it shows; but takes no more of
    /// a small screen than a good quarter.
    void keepWidth(int leastWidth, const QScrollBar& bar);
    bool event(QEvent*) override;
    /// Positions are counted otherwise (words/conventions.h): what it keeps of them is out of date, and it is presented
    /// anew.
    virtual void forgetWords() {}

private:
    Workbench& workbench_;
    Request request_;
};

} // namespace headlight
