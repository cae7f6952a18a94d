#pragma once
// ui/panels: the parts of the window: a file pair for each panel, or a folder for one of several parts. A panel shows
// what present() brings and asks for changes through the Workbench; panels do not know each other. GUI thread only.

#include "document/ViewState.h"

#include <QWidget>

class QScrollBar;

namespace headlight {

class Workbench;

class Panel : public QWidget, public Presenter {
    Q_OBJECT

public:
    explicit Panel(Workbench& workbench, QWidget* parent = nullptr,
                   const char* look = ""); ///< `look`: see styleSheet.h

    const Request& request() const { return request_; } ///< applies while the panel is visible

protected:
    Workbench& workbench() const { return workbench_; }
    /// Asks for a computation for as long as the panel is visible; its answer will be state.responseTo(*this).
    void ask(Request request);
    /// Adds a scroll area below what the panel already has, and returns its content, which has the width of the panel,
    /// and at least that of keepWidth().
    QWidget* scrollable(int minWidth);
    /// Gives the panel a minimum width of `minWidth` px at the usual text size, plus the scroll bar, and its content,
    /// if there is one, that without the bar. It grows with the text up to 28 % of the screen's width.
    void keepWidth(int minWidth, const QScrollBar& bar, QWidget* content = nullptr);
    bool event(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override; ///< handles Esc, see Closeables
    /// Forgets texts with numbers of positions, which are now counted differently (words/conventions.h). The panel is
    /// presented afterwards.
    virtual void forgetWords() {}

private:
    Workbench& workbench_;
    Request request_;
};

} // namespace headlight
