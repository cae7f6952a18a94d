#pragma once

#include "session/drawNumbers.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace headlight {

class Workbench;

/// Asks which numbers are to be drawn, from which seed and how, and shows the lines of Python that draw the same. OK is
/// one step of history.
class DrawDialog : public QDialog {
    Q_OBJECT

public:
    /// `ref`: the parameter that is shown; X: the embeddings. `last`: the last choices, which are replaced by OK.
    DrawDialog(Workbench& workbench, const ParameterRef& ref, DrawRequest& last, QWidget* parent = nullptr);

    void accept() override;

private:
    struct Choice {
        QString text;
        DrawRequest::Which which;
        ParameterRef ref;
    };
    void addChoices(const ParameterRef& ref);
    QWidget* makeForm();
    QWidget* makePython();
    void change(); ///< takes the request from the controls
    QString stepLabel() const;

    Workbench& workbench_;
    DrawRequest& last_;
    DrawRequest request_;
    std::vector<Choice> choices_;
    QFormLayout* form_;
    QComboBox *which_, *initialiser_, *order_, *shape_;
    QCheckBox* embeddings_;
    QLineEdit* seed_;
    QLabel *draws_, *problem_;
    QPlainTextEdit* python_;
    QPushButton* ok_;
};

} // namespace headlight
