#include "dialogs/savePath.h"

#include "dialogs/Question.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace headlight {
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
