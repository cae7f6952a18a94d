#include "keyList.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

namespace headlight {
namespace {

struct Line {
    const char *group, *keys, *does;
};

// As the eye goes through the window. A new key has its line here; one of a menu needs none.
constexpr std::array kLines{
    Line{QT_TRANSLATE_NOOP("Keys", "Tokens"), QT_TRANSLATE_NOOP("Keys", "Click"),
         QT_TRANSLATE_NOOP("Keys", "makes it the query; with Shift the key")},
    Line{"Tokens", QT_TRANSLATE_NOOP("Keys", "Left, Right, Home, End"),
         QT_TRANSLATE_NOOP("Keys", "another query; with Shift another key")},
    Line{QT_TRANSLATE_NOOP("Keys", "Pipeline"), QT_TRANSLATE_NOOP("Keys", "Click, Enter"),
         QT_TRANSLATE_NOOP("Keys", "shows the maps of a picture; opens the choices of a word")},
    Line{"Pipeline", QT_TRANSLATE_NOOP("Keys", "Ctrl+Click, Ctrl+Enter"),
         QT_TRANSLATE_NOOP("Keys", "adds the maps of a picture to those that are shown, or takes them away")},
    Line{"Pipeline", QT_TRANSLATE_NOOP("Keys", "Left, Right"),
         QT_TRANSLATE_NOOP("Keys", "the picture or the word beside it")},
    Line{"Pipeline", QT_TRANSLATE_NOOP("Keys", "Shift and a choice"),
         QT_TRANSLATE_NOOP("Keys", "makes it in all layers")},
    Line{QT_TRANSLATE_NOOP("Keys", "Tables"), QT_TRANSLATE_NOOP("Keys", "Type"),
         QT_TRANSLATE_NOOP("Keys", "replaces the number: 1e-3, -0.5, 1/3")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Enter, Tab"),
         QT_TRANSLATE_NOOP("Keys", "takes it and goes down, or on to the next cell; with Shift back")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Ctrl+Tab"), QT_TRANSLATE_NOOP("Keys", "leaves the table")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Esc"), QT_TRANSLATE_NOOP("Keys", "leaves the number as it was")},
    Line{
        "Tables", QT_TRANSLATE_NOOP("Keys", "Drag sideways"),
        QT_TRANSLATE_NOOP("Keys", "changes it while the maps follow: Shift is finer, Ctrl coarser, Esc takes it back")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Ctrl+Up, Ctrl+Down"),
         QT_TRANSLATE_NOOP("Keys", "a little more, a little less; with Shift finer")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Shift and arrows"), QT_TRANSLATE_NOOP("Keys", "selects a block")},
    Line{"Tables", QT_TRANSLATE_NOOP("Keys", "Del"), QT_TRANSLATE_NOOP("Keys", "sets what is selected to 0")},
    Line{QT_TRANSLATE_NOOP("Keys", "Maps"), QT_TRANSLATE_NOOP("Keys", "Click"),
         QT_TRANSLATE_NOOP("Keys", "selects a cell: its query, its key and its head")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Arrows, Home, End, PgUp, PgDn"),
         QT_TRANSLATE_NOOP("Keys", "another cell of the map; Ctrl+Home and Ctrl+End a corner")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Ctrl and arrows"), QT_TRANSLATE_NOOP("Keys", "the map that stands there")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Enter"),
         QT_TRANSLATE_NOOP("Keys", "one head large, and all of them again; Esc, too")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Wheel, +, -"),
         QT_TRANSLATE_NOOP("Keys", "zooms; the wheel with Ctrl where the maps scroll")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Drag"), QT_TRANSLATE_NOOP("Keys", "moves a map that is zoomed")},
    Line{"Maps", QT_TRANSLATE_NOOP("Keys", "Double click, 0"), QT_TRANSLATE_NOOP("Keys", "shows all of it")},
    Line{"Maps", ">0, <0",
         QT_TRANSLATE_NOOP("Keys", "not zero, but too small for its cell: rest on it for all digits")},
    Line{QT_TRANSLATE_NOOP("Keys", "Overview"), "Click",
         QT_TRANSLATE_NOOP("Keys", "selects a layer and a head, and shows their maps")},
    Line{"Overview", QT_TRANSLATE_NOOP("Keys", "Arrows, Home, End"),
         QT_TRANSLATE_NOOP("Keys", "another head, another layer")},
    Line{"Overview", "Enter", QT_TRANSLATE_NOOP("Keys", "shows the maps of the selected one; Esc, too")},
    Line{QT_TRANSLATE_NOOP("Keys", "Bars"), "Click", QT_TRANSLATE_NOOP("Keys", "selects the key")},
    Line{"Bars", QT_TRANSLATE_NOOP("Keys", "Ctrl and wheel, drag"),
         QT_TRANSLATE_NOOP("Keys", "looks closer, and moves on")},
    Line{"Bars", QT_TRANSLATE_NOOP("Keys", "Double click"), QT_TRANSLATE_NOOP("Keys", "shows all of them")},
    Line{QT_TRANSLATE_NOOP("Keys", "Mask by hand"), QT_TRANSLATE_NOOP("Keys", "Click, Space"),
         QT_TRANSLATE_NOOP("Keys", "turns a cell around: may attend, or hidden")},
    Line{"Mask by hand", QT_TRANSLATE_NOOP("Keys", "Drag"),
         QT_TRANSLATE_NOOP("Keys", "gives all that it crosses the same value; Esc takes it back")},
    Line{"Mask by hand", QT_TRANSLATE_NOOP("Keys", "Arrows, Home, End"),
         QT_TRANSLATE_NOOP("Keys", "another cell; Ctrl+Home and Ctrl+End a corner")},
    Line{QT_TRANSLATE_NOOP("Keys", "Find"), QT_TRANSLATE_NOOP("Keys", "Enter, Shift+Enter"),
         QT_TRANSLATE_NOOP("Keys", "the next one, the one before it")},
    Line{"Find", QT_TRANSLATE_NOOP("Keys", "Esc"), QT_TRANSLATE_NOOP("Keys", "closes it and goes back")},
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
                      {{say("Tab, Shift+Tab"), say("on and back: sentence, pipeline, parameters, maps, inspector")}}});
    for (const QAction* menu : menus.actions())
        if (menu->menu()) addFrom(*menu->menu(), groups.back());
    return groups;
}

} // namespace headlight
