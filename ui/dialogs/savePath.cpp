#include "dialogs/savePath.h"

#include "dialogs/Question.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace headlight {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("savePath", text); }

bool mayReplace(const QString& path, QWidget* window) {
    return ask({tr("“%1” already exists. Replace it?").arg(QFileInfo(path).fileName()),
                tr("Its contents will be overwritten."), tr("&Choose another name"), tr("&Replace"), false, true},
               window) == Choice::Other;
}

} // namespace

QString savePath(QFileDialog& dialog, const QString& proposed, const QString& suffix) {
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.selectFile(proposed);
    while (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        QString path = dialog.selectedFiles().constFirst();
        if (QFileInfo(path).fileName().contains(u'.')) return path;
        path += u'.' + suffix;
        if (!QFileInfo::exists(path) || mayReplace(path, dialog.parentWidget())) return path;
    }
    return {};
}

} // namespace headlight
