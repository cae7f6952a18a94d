#include "deeds.h"

#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "settings.h"
#include "sight.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace headlight::monkey {
namespace {

/// Returns the path in the working folder, which is the sandbox.
QString inSandbox(const QString& name) { return QDir::current().absoluteFilePath(name); }

void choose(const QString& name, MainWindow& window) {
    for (const Entry& entry : menuEntries(window))
        if (entry.path == name || nameOf(*entry.action) == name) return entry.action->trigger();
}

void fillIn(QFileDialog& dialog, const QString& name) {
    if (name.isEmpty()) return dialog.reject();
    dialog.findChild<QLineEdit*>()->setText(inSandbox(name));
    QMetaObject::invokeMethod(&dialog, "accept");
}

void answer(QWidget& dialog, int n, const QString& name) {
    const auto buttons = buttonsOf(dialog);
    for (QPushButton* button : buttons)
        if (!name.isEmpty() && button->text().remove(QLatin1Char('&')) == name) return button->click();
    if (!name.isEmpty()) return; // the open dialog is not the expected one
    if (n >= 0 && !buttons.empty())
        buttons[static_cast<std::size_t>(n) % buttons.size()]->click();
    else
        QMetaObject::invokeMethod(&dialog, "reject");
}

void spin(const QWidget& dialog, int n, int value) {
    const auto boxes = dialog.findChildren<QSpinBox*>();
    if (!boxes.empty()) boxes[n % boxes.size()]->setValue(value);
}

void disturb(const QString& path, Disturbance how) {
    QFile file(path);
    const auto fill = [](const QString& to, const QByteArray& bytes) {
        QFile other(to);
        if (other.open(QIODevice::WriteOnly)) other.write(bytes);
    };
    QFile example(examples()[static_cast<std::size_t>(path.size()) % examples().size()].resource);
    const QByteArray another = example.open(QIODevice::ReadOnly) ? example.readAll() : QByteArray();
    switch (how) {
    case Disturbance::Touch:
        if (file.open(QIODevice::ReadWrite))
            file.setFileTime(QDateTime::currentDateTime().addSecs(1), QFileDevice::FileModificationTime);
        return;
    case Disturbance::Rewrite: return fill(path, another);
    case Disturbance::Replace:
        fill(path + QStringLiteral(".new"), another);
        file.remove();
        QFile::rename(path + QStringLiteral(".new"), path);
        return;
    case Disturbance::Ruin: return fill(path, another.left(another.size() / 2));
    case Disturbance::Remove:
        file.remove();
        QDir().rmdir(path);
        return;
    case Disturbance::Folder:
        if (file.remove()) QDir().mkdir(path);
        return;
    case Disturbance::ReadOnly: file.setPermissions(QFileDevice::ReadOwner); return;
    case Disturbance::Writable:
    case Disturbance::End: file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner); return;
    }
}

/// Does nothing if the path is outside the sandbox.
void disturbInSandbox(const QString& path, int n) {
    if (!path.startsWith(QDir::currentPath() + QLatin1Char('/'))) return;
    disturb(path, Disturbance(static_cast<unsigned>(n) % static_cast<unsigned>(Disturbance::End)));
}

} // namespace

void doDirectly(const Action& action, MainWindow& window) {
    QWidget* dialog = openDialog();
    switch (action.kind) {
    case Kind::Clip: QApplication::clipboard()->setText(action.text); return;
    case Kind::File:
        if (auto* files = qobject_cast<QFileDialog*>(dialog)) fillIn(*files, action.text);
        return;
    case Kind::Answer:
        if (dialog && !qobject_cast<QFileDialog*>(dialog)) answer(*dialog, action.n, action.text);
        return;
    case Kind::Spin:
        if (dialog && !qobject_cast<QFileDialog*>(dialog)) spin(*dialog, action.n, action.x);
        return;
    case Kind::Disturb:
        return disturbInSandbox(action.text.isEmpty() ? window.workbench().state().filePath : inSandbox(action.text),
                                action.n);
    default: break;
    }
    if (dialog || openPopup()) return;
    switch (action.kind) {
    case Kind::Resize: window.resize(action.x, action.y); return;
    case Kind::Menu: return choose(action.text, window);
    case Kind::Example:
        return window.files().pickExample(examples()[static_cast<std::size_t>(action.n) % examples().size()]);
    case Kind::Set: return set(action.text, action.n == 1, window.workbench());
    case Kind::Open: return window.files().openPath(inSandbox(action.text));
    default: return;
    }
}

} // namespace headlight::monkey
