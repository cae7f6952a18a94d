#pragma once

#include <QDialog>
#include <QString>

#include <vector>

class QPushButton;
class QTreeWidget;

namespace headlight {

/// Work that was edited when its program came to an end.
struct LostWork {
    QString title;
    QString file; ///< where it is saved; empty: nowhere
    qint64 time;  ///< of the last edit, in seconds since 1970
    int edits;    ///< since it was saved or begun
};

/// As a person reads it, of a number of seconds since 1970.
QString timeText(qint64 time);

/// Offers it: to restore one, to delete one, or to keep all for later, which closing does, too.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecoveryDialog(const std::vector<LostWork>& works, QWidget* parent = nullptr);

    void remove(int row); ///< it is deleted; without any left the dialog closes
    int chosen() const;   ///< the row to restore, if it was accepted

signals:
    void deleteWanted(int row);

private:
    QTreeWidget* list_;
    QPushButton *restore_, *delete_;
};

} // namespace headlight
