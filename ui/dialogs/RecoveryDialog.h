#pragma once

#include "journal/WorkFolder.h"

#include <QDialog>

#include <vector>

class QTreeWidget;

namespace headlight {

/// Offers work that was unsaved when its program ended: to restore one, to delete one, or to keep all for later, which
/// closing does, too.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecoveryDialog(const std::vector<JournalNote>& works, QWidget* parent = nullptr);

    void remove(int row); ///< removes what was deleted; without any left the dialog closes
    int chosen() const;   ///< the row to restore, if it was accepted

signals:
    void deleteWanted(int row);

private:
    QTreeWidget* list_;
};

} // namespace headlight
