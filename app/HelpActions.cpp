#include "HelpActions.h"

#include "base/version.h"
#include "dialogs/ComputerDialog.h"
#include "document/Workbench.h"
#include "keyList.h"
#include "menuEntries.h"

#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>

namespace headlight {

void HelpActions::fill(QMenu& menu, const Workbench& workbench, QMainWindow& window) {
    addEntry(menu, tr("&Keyboard and mouse shortcuts"), QKeySequence::HelpContents, {}, &window,
             [&window] { KeysDialog(keyGroups(*window.menuBar()), &window).exec(); });
    menu.addAction(tr("System &information"), &window,
                   [&workbench, &window] { ComputerDialog(machineFacts(workbench.state()), &window).exec(); });
    menu.addAction(tr("&About Headlight"), &window, [&window] {
        QMessageBox::about(&window, tr("About Headlight"),
                           tr("<h3>Headlight %1</h3><p>A desktop microscope for attention.</p>"
                              "<p>Free software under the GNU General Public License, version 3 or later. It uses Qt, "
                              "QCustomPlot, Eigen, Highway, ICU, libzip and CLI11, and makes no "
                              "network connections.</p>")
                               .arg(QLatin1String(kVersion)));
    });
}

} // namespace headlight
