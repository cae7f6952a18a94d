#pragma once

#include <QDialog>
#include <QString>

#include <vector>

class QTreeWidget;

namespace headlight {

/// Work that was unsaved when its program ended.
struct LostWork {
    QString title;
    QString file; ///< the file that it belongs to; empty: none
    qint64 time;  ///< the time of the last edit, in seconds since 1970
    int edits;    ///< the number of edits since it was saved or begun
};

/// Returns the local date and time of a number of seconds since 1970.
QString timeText(qint64 time);

/// Offers lost work: to restore one, to delete one, or to keep all for later, which closing does, too.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecoveryDialog(const std::vector<LostWork>& works, QWidget* parent = nullptr);

    void remove(int row); ///< removes what was deleted; without any left the dialog closes
    int chosen() const;   ///< the row to restore, if it was accepted

signals:
    void deleteWanted(int row);

private:
    QTreeWidget* list_;
};

} // namespace headlight
