#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace headlight {

class ParametersTable;

/// The row above a table, with its title, shortened if there is little space, and with Copy and Paste.
class ParametersCaption : public QWidget {
    Q_OBJECT

public:
    /// The accessible names of the buttons of one table, which tell them from those of another table.
    struct Buttons {
        QString copy, paste;
        bool haveMnemonics = false;
        QString copyTip;
    };
    /// `look`: the object name of the title, by which the style sheet knows it.
    ParametersCaption(const char* look, ParametersTable* table, const Buttons& names);

    /// Shows the first of the texts that fits. `origin`, for the tool tip: where the numbers come from.
    void present(const QStringList& texts, const QString& origin);
    void setReadOnly(bool); ///< also makes the table read-only

protected:
    void resizeEvent(QResizeEvent*) override { fit(); }

private:
    void fit();

    QLabel* caption_;
    ParametersTable* table_;
    QPushButton *copy_, *paste_;
    QStringList texts_; ///< the longest first
    QString origin_;
};

} // namespace headlight
