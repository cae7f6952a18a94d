#include "keyList.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

namespace headlight {
namespace {

struct Line {
    const char *group, *keys, *does;
};

// In the order of the window. A new key needs a line here, unless it is a shortcut of a menu.
constexpr std::array kLines{
    Line{QT_TRANSLATE_NOOP("Keys", "Tokens"), QT_TRANSLATE_NOOP("Keys", "Click"),
         QT_TRANSLATE_NOOP("Keys", "selects the token as query; with Shift as key")},
    Line{"Tokens", QT_TRANSLATE_NOOP("Keys", "Left, Right, Home, End"),
         QT_TRANSLATE_NOOP("Keys", "selects another query, or, with Shift, another key")},
    Line{QT_TRANSLATE_NOOP("Keys", "Sentence"), QT_TRANSLATE_NOOP("Keys", "Enter, Esc"),
         QT_TRANSLATE_NOOP("Keys", "goes to the maps; Shift+Enter breaks the line")},
    Line{QT_TRANSLATE_NOOP("Keys", "Pipeline"), QT_TRANSLATE_NOOP("Keys", "Click, Enter"),
         QT_TRANSLATE_NOOP("Keys", "shows the maps of a picture, or opens the settings of a step")},
    Line{"Pipeline", QT_TRANSLATE_NOOP("Keys", "Ctrl+Click, Ctrl+Enter"),
         QT_TRANSLATE_NOOP("Keys", "adds the maps of a picture to the view, or removes them")},
    Line{"Pipeline", QT_TRANSLATE_NOOP("Keys", "Left, Right"),
         QT_TRANSLATE_NOOP("Keys", "moves to the next or previous picture or step")},
    Line{"Pipeline", QT_TRANSLATE_NOOP("Keys", "Hold Shift while choosing"),
         QT_TRANSLATE_NOOP("Keys", "applies the choice to all layers")},
    Line{QT_TRANSLATE_NOOP("Keys", "Tables"), QT_TRANSLATE_NOOP("Keys", "Type"),
         QT_TRANSLATE_NOOP("Keys", "replaces the number, for example 1e-3, -0.5 or 1/3")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Enter, Tab"),
         QT_TRANSLATE_NOOP("Keys", "accepts the number and moves down or to the next cell; with Shift back")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Ctrl+Tab"), QT_TRANSLATE_NOOP("Keys", "leaves the table")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Esc"),
         QT_TRANSLATE_NOOP("Keys", "cancels typing and restores the number")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Drag sideways"),
         QT_TRANSLATE_NOOP("Keys", "changes the number and updates the maps: Shift finer, Ctrl coarser, Esc cancels")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Ctrl+Up, Ctrl+Down"),
         QT_TRANSLATE_NOOP("Keys", "increases or decreases the number; with Shift in smaller steps")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Ctrl+Shift+V"), QT_TRANSLATE_NOOP("Keys", "pastes numbers transposed")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Shift and arrows"), QT_TRANSLATE_NOOP("Keys", "selects a block")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Del"), QT_TRANSLATE_NOOP("Keys", "sets the selected cells to 0")},
    Line{QT_TRANSLATE_NOOP("Keys", "Maps"), QT_TRANSLATE_NOOP("Keys", "Click"),
         QT_TRANSLATE_NOOP("Keys", "selects a cell: its query, its key and its head")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Arrows, Home, End, PgUp, PgDn"),
         QT_TRANSLATE_NOOP("Keys", "selects another cell of the map; Ctrl+Home and Ctrl+End select a corner")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Ctrl and arrows"),
         QT_TRANSLATE_NOOP("Keys", "moves to the map in that direction")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Enter"),
         QT_TRANSLATE_NOOP("Keys", "enlarges one head, or shows all heads again, as Esc does")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Wheel, +, -"),
         QT_TRANSLATE_NOOP("Keys", "zooms; if the maps scroll, hold Ctrl to zoom with the wheel")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Drag"), QT_TRANSLATE_NOOP("Keys", "moves a zoomed map")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Double click, 0"), QT_TRANSLATE_NOOP("Keys", "shows the whole map")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Pale number"),
         QT_TRANSLATE_NOOP("Keys", "not zero, but rounded to zero; the tool tip has all digits")},
    Line{QT_TRANSLATE_NOOP("Keys", "Overview"), "Click",
         QT_TRANSLATE_NOOP("Keys", "selects a layer and a head and shows their maps")},
    Line{"Overview", QT_TRANSLATE_NOOP("Keys", "Arrows, Home, End"),
         QT_TRANSLATE_NOOP("Keys", "selects another head or layer")},
    Line{"Overview", "Enter", QT_TRANSLATE_NOOP("Keys", "shows the maps of the selected head, as Esc does")},
    Line{QT_TRANSLATE_NOOP("Keys", "Statistics"), QT_TRANSLATE_NOOP("Keys", "Click, arrows"),
         QT_TRANSLATE_NOOP("Keys", "selects the head or the query; in a picture a click selects what stands there")},
    Line{"Statistics", QT_TRANSLATE_NOOP("Keys", "Click on a title, Space"),
         QT_TRANSLATE_NOOP("Keys", "sorts by the column; again in reverse order")},
    Line{QT_TRANSLATE_NOOP("Keys", "Edit mask"), QT_TRANSLATE_NOOP("Keys", "Click, Space"),
         QT_TRANSLATE_NOOP("Keys", "switches a cell between “may attend” and “hidden”; with Shift in all layers")},
    Line{"Edit mask", QT_TRANSLATE_NOOP("Keys", "Drag"),
         QT_TRANSLATE_NOOP("Keys", "sets all cells on the way to the same value; Esc cancels")},
    Line{"Edit mask", QT_TRANSLATE_NOOP("Keys", "Esc"), QT_TRANSLATE_NOOP("Keys", "ends editing")},
    Line{QT_TRANSLATE_NOOP("Keys", "Step through"), "Esc",
         QT_TRANSLATE_NOOP("Keys", "ends it and shows all numbers again")},
    Line{QT_TRANSLATE_NOOP("Keys", "Pull"), QT_TRANSLATE_NOOP("Keys", "Drag up or down"),
         QT_TRANSLATE_NOOP("Keys", "gives a score or weight another value; Esc cancels")},
    Line{"Pull", QT_TRANSLATE_NOOP("Keys", "Space"), QT_TRANSLATE_NOOP("Keys", "asks for its value")},
    Line{"Pull", QT_TRANSLATE_NOOP("Keys", "Esc"), QT_TRANSLATE_NOOP("Keys", "ends pulling")},
    Line{QT_TRANSLATE_NOOP("Keys", "Presentation"), QT_TRANSLATE_NOOP("Keys", "PgDn, PgUp"),
         QT_TRANSLATE_NOOP("Keys", "opens the next or the previous lesson of the course")},
    Line{QT_TRANSLATE_NOOP("Keys", "Find"), QT_TRANSLATE_NOOP("Keys", "Enter, Shift+Enter"),
         QT_TRANSLATE_NOOP("Keys", "finds the next or the previous token")},
    Line{"Find", QT_TRANSLATE_NOOP("Keys", "Esc"),
         QT_TRANSLATE_NOOP("Keys", "closes the bar and returns to where you were")},
};

QString say(const char* text) { return QCoreApplication::translate("Keys", text); }

void addFrom(const QMenu& menu, KeyGroup& group) {
    for (const QAction* action : menu.actions()) {
        if (action->menu()) addFrom(*action->menu(), group);
        QStringList keys;
        for (const QKeySequence& each : action->shortcuts()) keys << each.toString(QKeySequence::NativeText);
        QString text = action->text();
        if (!keys.isEmpty()) group.lines.push_back({keys.join(QStringLiteral(", ")), text.remove(QLatin1Char('&'))});
    }
}

} // namespace

std::vector<KeyGroup> keyGroups(const QMenuBar& menus) {
    std::vector<KeyGroup> groups;
    for (const Line& line : kLines) {
        if (groups.empty() || groups.back().title != say(line.group)) groups.push_back({say(line.group), {}});
        groups.back().lines.push_back({say(line.keys), say(line.does)});
    }
    groups.push_back({say("Everywhere"),
                      {{say("Tab, Shift+Tab"), say("moves forward or back: sentence, pipeline, parameters, maps, "
                                                   "inspector")}}});
    for (const QAction* menu : menus.actions())
        if (menu->menu()) addFrom(*menu->menu(), groups.back());
    return groups;
}

} // namespace headlight
