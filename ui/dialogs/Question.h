#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QFileDialog;
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

/// Asks in that dialog where to save, and proposes a name. A name without a suffix gets `suffix`; this function then
/// asks before it replaces a file, since a desktop's own dialog knows only the name that was typed. Returns nothing if
/// it is cancelled. `written` returns the files that a name stands for, if that is not one; this function asks about
/// all that exist at once.
QString savePath(QFileDialog& dialog, const QString& proposed, const QString& suffix,
                 const std::function<QStringList(const QString& path)>& written = {});

} // namespace headlight
