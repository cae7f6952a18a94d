#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"

class QLabel;

namespace headlight {

/// What went wrong, or was done in part or well, in one sentence and the colours of its kind, until it is dismissed or
/// the next edit succeeds. Floats over the lower edge of its parent, so that nothing under the pointer moves when it
/// comes.
class MessagePanel : public Panel {
    Q_OBJECT

public:
    explicit MessagePanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void showKind(MessageKind);
    void settle(); ///< to its place over the parent

    QLabel* text_;
};

} // namespace headlight
