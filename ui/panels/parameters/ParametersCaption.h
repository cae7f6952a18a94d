#pragma once

#include <QStringList>
#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace headlight {

class ParametersTable;

/// The row above a table, with its title, shortened if there is little space, and with the menu of the whole matrix.
class ParametersCaption : public QWidget {
    Q_OBJECT

public:
    /// `menu`: the accessible name of the menu and its button. `more`: actions at its end.
    ParametersCaption(ParametersTable* table, const QString& menu, const QList<QAction*>& more = {});

    /// Shows the first of the texts that fits. `origin`, for the tool tip: where the numbers come from.
    void present(const QStringList& texts, const QString& origin);

protected:
    void resizeEvent(QResizeEvent*) override { fit(); }

private:
    void fit();

    QLabel* caption_;
    QToolButton* button_;
    QStringList texts_; ///< the longest first
    QString origin_;
};

} // namespace headlight
