#pragma once

#include "panels/Panel.h"

class QLabel;
class QToolButton;

namespace headlight {

/// The strip at the bottom: how much there is, how far a compared backend is off, what moved most or is marked, how
/// much of a long computation is done, good news, and whether it is saved, or how far that is.
class StatusPanel : public Panel {
    Q_OBJECT

public:
    explicit StatusPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    int newsWidth() const; ///< of good news and whether it is saved, at the right end

private:
    QLabel* sizes_;
    QLabel* compared_;
    QLabel* moved_;
    QLabel* computing_;
    QToolButton* cancel_; ///< while that is said
    QLabel* notice_;
    QLabel* saved_;
    QToolButton* cancelSaving_; ///< while it is said how far that is
};

} // namespace headlight
