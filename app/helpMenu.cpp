#include "helpMenu.h"

#include "base/version.h"
#include "controls/menuEntries.h"
#include "dialogs/helpDialogs.h"
#include "document/Workbench.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>

namespace headlight {
namespace {

struct Help {
    Q_DECLARE_TR_FUNCTIONS(Help)

public:
    static std::vector<KeyGroup> keys();
    static void fill(QMenu&, const Workbench&, QMainWindow& window);
};

/// Returns the keys that are not shortcuts of menus, in the order of the window.
std::vector<KeyGroup> Help::keys() {
    return {
        {tr("Tokens"),
         {{tr("Click"), tr("selects the token as query; with Shift as key")},
          {tr("Left, Right, Home, End"), tr("selects another query, or, with Shift, another key")}}},
        {tr("Sentence"), {{tr("Enter, Esc"), tr("goes to the maps; Shift+Enter breaks the line")}}},
        {tr("Pipeline"),
         {{tr("Click, Enter"), tr("shows the maps of a picture, opens the settings of a step, or adds one")},
          {tr("Ctrl+Click, Ctrl+Enter"), tr("adds the maps of a picture to the view, or removes them")},
          {tr("Left, Right"), tr("moves to the next or previous picture or step")},
          {tr("Hold Shift while choosing"), tr("applies the choice to all layers")}}},
        {tr("Tables"),
         {{tr("Type"), tr("replaces the number, for example 1e-3, -0.5 or 1/3")},
          {tr("Enter, Tab"), tr("accepts a typed number and moves down or to the next cell; with Shift back")},
          {tr("Esc"), tr("cancels typing and restores the number")},
          {tr("Drag sideways"), tr("changes the number and updates the maps: Shift finer, Ctrl coarser, Esc cancels")},
          {tr("Ctrl+Up, Ctrl+Down"), tr("increases or decreases the number; with Shift in smaller steps")},
          {tr("Ctrl+Shift+V"), tr("pastes numbers transposed")},
          {tr("Shift and arrows"), tr("selects a block")},
          {tr("Del"), tr("sets the selected cells to 0")}}},
        {tr("Maps"),
         {{tr("Click"), tr("selects a cell: its query, its key and its head")},
          {tr("Arrows, Home, End, PgUp, PgDn"),
           tr("selects another cell of the map; Ctrl+Home and Ctrl+End select a corner")},
          {tr("Ctrl and arrows"), tr("moves to the map in that direction")},
          {tr("Enter"), tr("enlarges one head, or shows all heads again")},
          {tr("Wheel, +, -"), tr("zooms; if the maps scroll, hold Ctrl to zoom with the wheel")},
          {tr("Drag"), tr("moves a zoomed map")},
          {tr("Double click, 0"), tr("shows the whole map")},
          {tr("Pale number"), tr("not zero, but rounded to zero; the tool tip has all digits")}}},
        {tr("Overview"),
         {{tr("Click"), tr("selects a layer and a head and shows their maps")},
          {tr("Arrows, Home, End"), tr("selects another head or layer")},
          {tr("Enter"), tr("shows the maps of the selected head")}}},
        {tr("Statistics"),
         {{tr("Click, arrows"), tr("selects the head or the query; in a picture a click selects what stands there")},
          {tr("Click on a title, Space"), tr("sorts by the column; again in reverse order")}}},
        {tr("Edit mask"),
         {{tr("Click, Space"), tr("switches a cell between “may attend” and “hidden”; with Shift in all layers")},
          {tr("Drag"), tr("sets all cells on the way to the same value; Esc cancels")}}},
        {tr("Drag weights"),
         {{tr("Drag up or down"), tr("gives a score or weight another value; Esc cancels")},
          {tr("Space"), tr("asks for its value")}}},
        {tr("Presentation"),
         {{tr("PgDn, PgUp"),
           tr("goes to the next or previous step, or, while there is none, to the next or previous lesson")},
          {tr("Alt, F10"), tr("shows the menus")},
          {tr("Click on a cell"), tr("also shows the inspector")}}},
        {tr("Find"), {{tr("Enter, Shift+Enter"), tr("finds the next or the previous token")}}},
        {tr("Everywhere"),
         {{tr("Tab, Shift+Tab"),
           tr("moves forward or back; arrows move within a table, a row of buttons or a page of links")},
          {tr("Esc"),
           tr("closes what was opened last: a bar, a walk, an enlarged head, a comparison, the full screen")}}}};
}

void addFrom(const QMenu& menu, KeyGroup& group) {
    for (const QAction* action : menu.actions()) {
        if (action->menu()) addFrom(*action->menu(), group);
        QStringList keys;
        for (const QKeySequence& each : action->shortcuts()) keys << each.toString(QKeySequence::NativeText);
        QString text = action->text();
        if (!keys.isEmpty()) group.lines.push_back({keys.join(QStringLiteral(", ")), text.remove(QLatin1Char('&'))});
    }
}

std::vector<KeyGroup> keyGroups(const QMenuBar& menus) {
    std::vector<KeyGroup> groups = Help::keys();
    for (const QAction* menu : menus.actions())
        if (menu->menu()) addFrom(*menu->menu(), groups.back());
    return groups;
}

void Help::fill(QMenu& menu, const Workbench& workbench, QMainWindow& window) {
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

} // namespace

void addHelp(QMenu& menu, const Workbench& workbench, QMainWindow& window) { Help::fill(menu, workbench, window); }

} // namespace headlight
