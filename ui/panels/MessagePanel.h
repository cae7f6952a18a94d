#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"

class QFrame;
class QLabel;

namespace headlight {

/// What went wrong, or was done in part, in one sentence and the colours of its kind, until it is dismissed or
/// the next edit succeeds. A notice that comes meanwhile stands below it: the status line is covered. While a number is
/// dragged it stays as it is.
class MessagePanel : public Panel {
    Q_OBJECT

public:
    explicit MessagePanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

private:
    void showKind(MessageKind);

    QFrame* card_;
    QLabel *text_, *notice_;
};

} // namespace headlight
