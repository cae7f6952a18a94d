#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// What has to be asked before something is lost.
struct Question {
    QString text, reason;
    QString usual, other; ///< the answers: what Enter means, and what loses something
    bool mayCancel = true, isWarning = false;
    QString third = {}; ///< another answer; empty: none
};

enum class Choice { Usual, Other, Third, Cancelled };

/// Where it may not be cancelled, closing it is the usual answer.
Choice ask(const Question& question, QWidget* window);

} // namespace headlight
