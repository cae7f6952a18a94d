#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// A question that is asked before something is lost that undo cannot bring back. The default button loses nothing; in
/// all other dialogs it does what the dialog is for.
struct Question {
    QString text, reason;
    QString usual, other; ///< the answers: that of Enter, and one that loses something
    bool mayCancel = true;
    QString third = {}; ///< a third answer, which may lose something, too; empty: none
};

enum class Choice { Usual, Other, Third, Cancelled };

/// Asks the question. If it may not be cancelled, closing it is the usual answer.
Choice ask(const Question& question, QWidget* window);

} // namespace headlight
