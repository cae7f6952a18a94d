#include "ViewActions.h"

#include "Settings.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "document/mapPresets.h"
#include "panels.h"
#include "panels/Panel.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>

namespace headlight {

ViewActions::ViewActions(Workbench& workbench, Settings& settings, const Panels& panels, QWidget* window)
    : QObject(window), workbench_(workbench), settings_(settings), panels_(panels), window_(window) {}

void ViewActions::fill(QMenu& menu) {
    menu.setToolTipsVisible(true);
    const auto add = [&](QMenu& to, const QString& text, auto turn) {
        QAction* action = to.addAction(text);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, turn](bool on) {
            turn(on);
            present(workbench_.state()); // the last map cannot be hidden
        });
        return action;
    };
    QMenu* maps = menu.addMenu(tr("&Maps"));
    maps->setAccessibleName(tr("Maps"));
    for (const MapPreset& preset : mapPresets())
        connect(maps->addAction(preset.shownName()), &QAction::triggered, this,
                [this, &preset] { showMaps(workbench_, preset); });
    maps->addSeparator();
    for (const StageInfo& info : stages())
        stages_[info.stage] = add(*maps, titleOf(info.stage), [this, &info](bool on) {
            workbench_.look([&info, on](MapOptions& options) { options.show(info.stage, on); });
        });
    for (const MapAction& one : mapActions()) {
        QAction* action = add(menu, one.shownMenuText(), [this, &one](bool on) { turnMaps(workbench_, one, on); });
        action->setToolTip(one.shownTip());
        if (one.keys) action->setShortcut(QKeySequence(QString::fromLatin1(one.keys)));
        maps_[&one] = action;
    }
    ids_ = add(menu, tr("Token ids"), [this](bool on) { workbench_.look([on](Look& look) { look.tokenIds = on; }); });
    ids_->setToolTip(tr("Show the id of each token: its row in the table of embeddings"));
    for (const Panel* panel : panels_.all) menu.addActions(panel->actions());
    menu.addSeparator();
    addSteps(menu);
    addHeads(menu);
    addConventions(menu);
    menu.addSeparator();
    addPanels(menu);
    menu.addSeparator();
    addTheme(menu);
    QAction* full = addEntry(menu, tr("&Full screen"), Qt::Key_F11,
                             tr("Show the window on the whole screen; press Esc to exit"));
    full->setCheckable(true);
    const auto isFull = [this] { return window_->isFullScreen(); }; // the restored window may be full screen
    connect(&menu, &QMenu::aboutToShow, full, [full, isFull] { full->setChecked(isFull()); });
    connect(full, &QAction::triggered, window_, [this, full, isFull] {
        window_->setWindowState(window_->windowState() ^ Qt::WindowFullScreen); // keeps the state of being maximised
        full->setChecked(isFull());
    });
}

void ViewActions::addSteps(QMenu& menu) {
    const QString tip = tr("Go through the computation of the selected query, one operation at a time");
    const auto go = [this](int by) { return [this, by] { workbench_.goToStep(workbench_.state().stepAfter(by)); }; };
    addEntry(menu, tr("Step throu&gh"), Qt::Key_N, tip, this, go(1));
    addEntry(menu, tr("Step bac&k"), Qt::SHIFT | Qt::Key_N, tip, this, go(-1));
}

/// Adds entries that are enabled also at the ends: there a key must not begin to type into a table.
void ViewActions::addHeads(QMenu& menu) {
    const auto add = [&](const QString& text, Qt::Key key, auto alter) {
        addEntry(menu, text, key, tr("Select it in all panels; the key works unless you are typing text"), this,
                 [this, alter] { workbench_.look(alter); });
    };
    add(tr("Pre&vious head"), Qt::Key_BracketLeft, [](View& view) { --view.head; });
    add(tr("Next hea&d"), Qt::Key_BracketRight, [](View& view) { ++view.head; });
    add(tr("Previous la&yer"), Qt::Key_BraceLeft, [](View& view) { --view.layer; });
    add(tr("N&ext layer"), Qt::Key_BraceRight, [](View& view) { ++view.layer; });
}

void ViewActions::addConventions(QMenu& menu) {
    const auto add = [&](const QString& text, const QString& tip, bool Conventions::*one) {
        QAction* action = addEntry(menu, text, {}, tip, this, [this, one](bool on) {
            Conventions wanted = conventions();
            wanted.*one = on;
            settings_.setConventions(wanted);
            workbench_.calls().run([this, wanted] { changeConventions(wanted, *window_); });
        });
        action->setCheckable(true);
        action->setChecked(conventions().*one);
    };
    add(tr("Count from &0"), tr("Number heads, tokens, rows and columns from 0, as NumPy does"),
        &Conventions::fromZero);
    add(tr("Show &weights as in PyTorch: [out, in]"),
        tr("Show weights as nn.Linear stores them: the transpose of the matrix that X is multiplied by"),
        &Conventions::outByIn);
}

void ViewActions::addPanels(QMenu& menu) {
    for (const auto& [panel, id, text, keys] : panels_.optional) {
        const QString name = QString::fromLatin1(id);
        const bool isHidden = settings_.hiddenPanels().contains(name);
        QAction* action = addEntry(menu, text, QKeySequence(QString::fromLatin1(keys)), tr("Show or hide this panel"));
        action->setCheckable(true);
        action->setChecked(!isHidden);
        connect(&menu, &QMenu::aboutToShow, action,
                [action, panel = panel] { action->setChecked(!panel->isHidden()); }); // also in a presentation
        connect(action, &QAction::triggered, panel, [this, action, panel = panel, name] {
            const bool on = panel->isHidden();
            action->setChecked(on);
            panel->setVisible(on);
            QStringList hidden = settings_.hiddenPanels();
            hidden.removeAll(name);
            if (!on) hidden << name;
            settings_.setHiddenPanels(hidden);
        });
    }
}

void ViewActions::hidePanels() {
    const QStringList hidden = settings_.hiddenPanels();
    for (const Panels::Optional& one : panels_.optional)
        if (hidden.contains(QLatin1String(one.name))) one.panel->hide();
}

void ViewActions::addTheme(QMenu& menu) {
    QMenu* choice = menu.addMenu(tr("&Theme"));
    choice->setAccessibleName(tr("Theme"));
    auto* group = new QActionGroup(choice);
    for (const Theme* theme : themes()) {
        QAction* action = group->addAction(theme->shownName());
        choice->addAction(action);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, theme] {
            applyTheme(*qApp, *theme);
            workbench_.set(&ViewState::theme, theme);
            settings_.setTheme(theme->id);
        });
        themes_[theme] = action;
    }
}

void ViewActions::present(const ViewState& state) {
    for (const auto& [stage, action] : stages_) {
        action->setChecked(state.maps.shows(stage));
        action->setEnabled(hasStage(stage, state.session, state.view.layer));
    }
    ids_->setChecked(state.tokenIds);
    for (const auto& [one, action] : maps_) action->setChecked(one->isOn(state.maps));
    themes_.at(state.theme)->setChecked(true);
}

} // namespace headlight
