#pragma once

#include "base/Matrix.h"

#include <QDialog>
#include <QString>

#include <optional>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;
class QTableWidget;

namespace headlight {

/// One answer to the question which numbers to take, or how.
struct NumbersChoice {
    QString label;        ///< "Transpose to 2 × 3"
    FrozenMatrix numbers; ///< the numbers that would be taken
};

/// Asks before numbers from outside are taken that do not fit or are not the only ones: shows a list of choices, the
/// best first, and the first rows and columns of the chosen numbers.
class NumbersDialog : public QDialog {
    Q_OBJECT

public:
    struct Words {
        QString title, question, reason, button; ///< `button` is the text of the button that takes the numbers
    };
    /// `current` is chosen at first; null: none is, and the button is disabled until one is.
    NumbersDialog(const Words& words, std::vector<NumbersChoice> choices, std::optional<int> current = 0,
                  QWidget* parent = nullptr);

    int chosen() const; ///< the index of the choice, if it was accepted

private:
    void present(); ///< shows the current choice

    std::vector<NumbersChoice> choices_;
    QListWidget* list_;
    QLabel* size_;
    QTableWidget* preview_;
    QPushButton* take_;
};

/// Returns the index of the choice; null if it was cancelled.
std::optional<int> askForNumbers(const NumbersDialog::Words& words, std::vector<NumbersChoice> choices,
                                 std::optional<int> current, QWidget* parent);

} // namespace headlight
