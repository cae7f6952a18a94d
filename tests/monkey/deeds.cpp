#include "deeds.h"

#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "sight.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>

namespace headlight::monkey {
namespace {

/// The folder that the program was started in: the sandbox.
QString inSandbox(const QString& name) { return QDir::current().absoluteFilePath(name); }

void choose(const QString& name, MainWindow& window) {
    for (QAction* entry : menuEntries(window))
        if (nameOf(*entry) == name) return entry->trigger();
}

void fillIn(QFileDialog& dialog, const QString& name) {
    if (name.isEmpty()) return dialog.reject();
    dialog.findChild<QLineEdit*>()->setText(inSandbox(name));
    QMetaObject::invokeMethod(&dialog, "accept");
}

void answer(QWidget& dialog, int n) {
    const auto buttons = buttonsOf(dialog);
    if (n >= 0 && !buttons.empty())
        buttons[static_cast<std::size_t>(n) % buttons.size()]->click();
    else
        QMetaObject::invokeMethod(&dialog, "reject");
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
        if (dialog && !qobject_cast<QFileDialog*>(dialog)) answer(*dialog, action.n);
        return;
    default: break;
    }
    if (dialog || openPopup()) return;
    switch (action.kind) {
    case Kind::Resize: window.resize(action.x, action.y); return;
    case Kind::Menu: return choose(action.text, window);
    case Kind::Example:
        return window.files().openExample(examples()[static_cast<std::size_t>(action.n) % examples().size()]);
    case Kind::Open: return window.files().openPath(inSandbox(action.text));
    default: return;
    }
}

} // namespace headlight::monkey
