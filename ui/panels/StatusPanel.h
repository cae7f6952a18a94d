#pragma once

#include "panels/Panel.h"

class QLabel;
class QToolButton;

namespace headlight {

/// The strip at the bottom. It says the sizes, the deviation of a compared backend, what moved most or is marked, the
/// progress of a long computation, good news, and whether all is saved, or the progress of saving.
class StatusPanel : public Panel {
    Q_OBJECT

public:
    explicit StatusPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    int newsWidth() const; ///< px of the texts at the right end: good news and "Saved"

private:
    QLabel* backend_;
    QLabel* compared_;
    QLabel* moved_;
    QLabel* computing_;
    QToolButton* cancel_; ///< visible while computing_ has a text
    QLabel* notice_;
    QLabel* saved_;
    QToolButton* cancelSaving_; ///< visible while saved_ shows the progress
};

} // namespace headlight
