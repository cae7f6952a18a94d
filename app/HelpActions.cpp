#include "HelpActions.h"

#include "base/version.h"

#include <QAction>
#include <QMenu>
#include <QMessageBox>

namespace headlight {

HelpActions::HelpActions(QWidget* window) : QObject(window), window_(window) {}

void HelpActions::fill(QMenu& menu) {
    QAction* keys = menu.addAction(tr("&Keys and mouse"));
    keys->setShortcut(QKeySequence::HelpContents);
    connect(keys, &QAction::triggered, this, &HelpActions::showKeys);
    connect(menu.addAction(tr("&About Headlight")), &QAction::triggered, this, &HelpActions::showAbout);
}

void HelpActions::showKeys() {
    QMessageBox box(QMessageBox::NoIcon, tr("Keys and mouse"), tr("<h3>Keys and mouse</h3>"), QMessageBox::Close,
                    window_);
    box.setInformativeText(tr(
        "<p><b>In a table.</b> Type to replace a number (<code>1e-3</code>, <code>-0.5</code>, <code>1/3</code>); Enter "
        "takes it, Esc leaves it. Drag a cell sideways to change it continuously: Shift is finer, Ctrl coarser, Esc gives "
        "the old value back. Ctrl+C and Ctrl+V copy and paste blocks.</p>"
        "<p><b>In a map.</b> Click a cell to select it; the arrow keys move on. The wheel zooms (with Ctrl where the "
        "maps scroll), dragging moves, a double click or 0 fits. Enter or Ctrl+L shows one head large, Esc all of them. "
        "<code>&gt;0</code> and <code>&lt;0</code> are not zero, but too small for their cell: the tool tip has all "
        "digits.</p>"
        "<p><b>The bars of a row.</b> Click one to select its key; Ctrl and the wheel look closer, dragging moves, a double "
        "click shows all.</p>"
        "<p><b>A token.</b> Click it to make it the query, Shift+click to make it the key.</p>"
        "<p><b>Everywhere.</b> Ctrl+Z takes back, Ctrl+Shift+Z makes again. Ctrl + and Ctrl - change the size of "
        "all text, Ctrl+0 brings the usual one back; F5 is for a projector, Esc ends that.</p>"));
    box.exec();
}

void HelpActions::showAbout() {
    QMessageBox::about(window_, tr("About Headlight"),
                       tr("<h3>Headlight %1</h3><p>A desktop microscope for attention.</p>"
                          "<p>Free software under the GNU General Public License, version 3 or later. It uses Qt, "
                          "QCustomPlot, Eigen, ICU, libzip and CLI11, and makes no network "
                          "connections.</p>")
                           .arg(QLatin1String(kVersion)));
}

} // namespace headlight
