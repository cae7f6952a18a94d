#include "HelpActions.h"

#include "base/version.h"
#include "dialogs/ComputerDialog.h"
#include "document/Workbench.h"
#include "keyList.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

namespace headlight {

HelpActions::HelpActions(const Workbench& workbench, QMainWindow* window)
    : QObject(window), workbench_(workbench), window_(window) {}

void HelpActions::fill(QMenu& menu) {
    QAction* keys = menu.addAction(tr("&Keyboard and mouse shortcuts"));
    keys->setShortcut(QKeySequence::HelpContents);
    connect(keys, &QAction::triggered, this, &HelpActions::showKeys);
    connect(menu.addAction(tr("System &information")), &QAction::triggered, this,
            [this] { ComputerDialog(machineFacts(workbench_.state()), window_).exec(); });
    connect(menu.addAction(tr("&About Headlight")), &QAction::triggered, this, &HelpActions::showAbout);
}

void HelpActions::showKeys() { KeysDialog(keyGroups(*window_->menuBar()), window_).exec(); }

void HelpActions::showAbout() {
    QMessageBox::about(window_, tr("About Headlight"),
                       tr("<h3>Headlight %1</h3><p>A desktop microscope for attention.</p>"
                          "<p>Free software under the GNU General Public License, version 3 or later. It uses Qt, "
                          "QCustomPlot, Eigen, Highway, ICU, libzip and CLI11, and makes no "
                          "network connections.</p>")
                           .arg(QLatin1String(kVersion)));
}

} // namespace headlight
