#include "dialogs/Question.h"

#include "dialogs/dialogColumn.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
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

namespace {

QString tr(const char* text) { return QCoreApplication::translate("savePath", text); }

bool mayReplace(const QStringList& files, QWidget* window) {
    const QString first = QFileInfo(files.first()).fileName();
    const QString text =
        files.size() == 1
            ? tr("“%1” already exists. Replace it?").arg(first)
            : tr("“%1” and others, %2 files in all, already exist. Replace them?").arg(first).arg(files.size());
    return ask({text,
                files.size() == 1 ? tr("Its contents will be overwritten.") : tr("Their contents will be overwritten."),
                tr("&Choose another name"), tr("&Replace"), false},
               window) == Choice::Other;
}

} // namespace

QString savePath(QFileDialog& dialog, const QString& proposed, const QString& suffix,
                 const std::function<QStringList(const QString& path)>& written) {
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    if (written) dialog.setOption(QFileDialog::DontConfirmOverwrite); // the named file itself is not written
    dialog.selectFile(proposed);
    while (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        QString path = dialog.selectedFiles().constFirst();
        const bool isWhole = QFileInfo(path).fileName().contains(u'.');
        if (isWhole && !written) return path; // the dialog has asked
        if (!isWhole) path += u'.' + suffix;
        QStringList there;
        for (const QString& file : written ? written(path) : QStringList{path})
            if (QFileInfo::exists(file)) there << file;
        if (there.isEmpty() || mayReplace(there, dialog.parentWidget())) return path;
    }
    return {};
}

} // namespace headlight
