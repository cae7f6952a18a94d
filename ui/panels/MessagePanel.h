#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"

class QFrame;
class QLabel;

namespace headlight {

/// Says in one sentence, in the colours of its kind, what went wrong or was done only in part, until it is dismissed or
/// the next edit succeeds. A notice that comes meanwhile stands below it, since the status line is covered. In a
/// presentation, which has no status line, it also shows a notice alone. It does not change while a number is dragged.
class MessagePanel : public Panel {
    Q_OBJECT

public:
    explicit MessagePanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

private:
    QFrame* card_;
    QLabel *text_, *notice_;
};

} // namespace headlight
