#include "dialogs/Question.h"

#include "dialogs/dialogColumn.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace headlight {

Choice ask(const Question& question, QWidget* window) {
    QMessageBox box(QMessageBox::NoIcon, QCoreApplication::translate("Question", "Headlight"), question.text,
                    QMessageBox::NoButton, window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(question.reason);
    QPushButton* usual = box.addButton(question.usual,
                                       question.mayCancel ? QMessageBox::AcceptRole : QMessageBox::RejectRole);
    const QPushButton* other = box.addButton(question.other, QMessageBox::DestructiveRole);
    const QPushButton* third = nullptr;
    if (!question.third.isEmpty()) third = box.addButton(question.third, QMessageBox::DestructiveRole);
    if (question.mayCancel) box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(usual);
    constexpr int kIndent = 21; // px, which QMessageBox leaves where it has no icon
    box.layout()->setContentsMargins(kDialogMargin - kIndent, kDialogMargin, kDialogMargin, kDialogMargin);
    box.exec();
    const QAbstractButton* clicked = box.clickedButton();
    if (clicked == usual) return Choice::Usual;
    if (clicked == other) return Choice::Other;
    return third && clicked == third ? Choice::Third : Choice::Cancelled;
}

} // namespace headlight
