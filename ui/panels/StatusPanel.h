#pragma once

#include "panels/Panel.h"

class QLabel;

namespace headlight {

/// The strip at the bottom: backend, sizes, the time from edit to pixels, saved or not.
class StatusPanel : public Panel {
    Q_OBJECT

public:
    explicit StatusPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    void presentTime(const ViewState&) override;

private:
    QLabel* backend_;
    QLabel* sizes_;
    QLabel* time_;
    QLabel* notice_;
    QLabel* saved_;
};

} // namespace headlight
