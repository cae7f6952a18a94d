// Gestures that need no position: menu entries, files, failures.
#include "MainWindow.h"
#include "Monkey.h"
#include "deeds.h"
#include "examples.h"
#include "settings.h"
#include "sight.h"
#include "words.h"

#include <QAction>

namespace headlight::monkey {
namespace {

const QString kWay = QStringLiteral(" > "); ///< the separator in the path of an Entry

} // namespace

void Monkey::chooseEntry() {
    const auto entries = menuEntries(*window_);
    if (entries.empty()) return;
    for (const Entry& entry : entries) // a hidden panel is shown again more often than it is hidden
        if (nameOf(*entry.action) == QLatin1String("Parameters") && !entry.action->isChecked())
            return say(Kind::Menu, entry.path);
    // Every menu has the same chance, whatever its length: first a menu is drawn, then one of its entries.
    const QString menu = entries[static_cast<std::size_t>(pick(0, static_cast<int>(entries.size()) - 1))].path.section(
        kWay, 0, -2);
    std::vector<QString> paths;
    for (const Entry& entry : entries)
        if (entry.path.section(kWay, 0, -2) == menu) paths.push_back(entry.path);
    say(Kind::Menu, paths[static_cast<std::size_t>(pick(0, static_cast<int>(paths.size()) - 1))]);
}

void Monkey::chooseSetting() {
    for (int i = pick(1, 3); i > 0; --i)
        say(Kind::Set, anySetting(window_->workbench().state(), [this](int min, int max) { return pick(min, max); }),
            chance(20));
    if (chance(20)) undoSome();
}

/// Changes the open file behind the program, then saves. Opens a file if none is open.
void Monkey::meddle() {
    if (window_->workbench().state().filePath.isEmpty()) return say(Kind::Open, any(kSessions));
    static constexpr std::array kOften{Disturbance::Rewrite, Disturbance::Replace, Disturbance::Ruin};
    const int how = chance(60) ? static_cast<int>(kOften[static_cast<std::size_t>(pick(0, 2))])
                               : pick(0, static_cast<int>(Disturbance::End) - 1);
    const auto before = [&] { say(Kind::Disturb, {}, how); };
    if (chance(70)) before();
    if (chance(60)) editCell();
    if (chance(30)) before();
    if (chance(30)) say(Kind::Settle); // so that the program notices the change
    say(Kind::Key, chance(90) ? QStringLiteral("Ctrl+S") : QStringLiteral("Ctrl+Shift+S"));
    static constexpr std::array kAnswers{u"Save as…", u"Save anyway", u"Reload", u"Cancel"};
    if (chance(80)) say(Kind::Answer, any(kAnswers));
    if (chance(15)) say(Kind::Menu, QStringLiteral("Reload"));
    if (chance(50)) say(Kind::Disturb, {}, static_cast<int>(chance(50) ? Disturbance::Writable : Disturbance::Remove));
}

void Monkey::exportLarge() {
    say(Kind::Key, QStringLiteral("Ctrl+E"));
    queue_.push_back({Kind::Spin, pick(1500, 4000), 0, 0, {}});
    say(Kind::Answer, QStringLiteral("Save…"));
}

void Monkey::openLarge() { say(Kind::Open, QStringLiteral("large.headlight")); }

/// Works on a session that takes long to save and to journal.
void Monkey::workAtLength() {
    if (chance(40)) editCell();
    if (chance(40)) return kill();
    say(Kind::Key, QStringLiteral("Ctrl+Shift+S"));
}

void Monkey::failSome() { queue_.push_back({Kind::Fail, chance(70) ? pick(1, 3) : pick(4, 60), 0, pick(0, 3), {}}); }

void Monkey::kill() { say(Kind::Kill); }

void Monkey::resize() { queue_.push_back({Kind::Resize, pick(300, 1900), pick(200, 1050), 0, {}}); }

void Monkey::save() { say(Kind::Key, chance(60) ? QStringLiteral("Ctrl+S") : QStringLiteral("Ctrl+Shift+S")); }

void Monkey::open() {
    if (chance(50))
        say(Kind::Open, any(kFiles));
    else
        say(Kind::Key, QStringLiteral("Ctrl+O"));
}

void Monkey::example() { say(Kind::Example, {}, pick(0, static_cast<int>(examples().size()) - 1)); }

void Monkey::exportMaps() { say(Kind::Key, QStringLiteral("Ctrl+E")); }

void Monkey::settle() { say(Kind::Settle); }

} // namespace headlight::monkey
