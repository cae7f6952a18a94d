#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace headlight {

class ParametersTable;

/// The row above a table: what it shows, in full where that has room, else short; and Copy and Paste for it.
class ParametersCaption : public QWidget {
    Q_OBJECT

public:
    /// What tells the buttons of one table from those of another.
    struct Buttons {
        QString copy, paste;
        bool haveMnemonics = false;
        QString copyTip;
    };
    /// In the style sheet's words for the role of its text.
    ParametersCaption(const char* role, ParametersTable* table, const Buttons& names);

    /// The first of the texts that fits. `origin` is for the tool tip: where the numbers come from.
    void present(const QStringList& texts, const QString& origin);
    void setReadOnly(bool); ///< the table, too

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
