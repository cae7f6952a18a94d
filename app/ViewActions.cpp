#include "ViewActions.h"

#include "Settings.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "focusKeys.h"
#include "panels.h"
#include "panels/Panel.h"
#include "panels/find/FindPanel.h"
#include "words/conventions.h"

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
    ids_ = menu.addAction(tr("Token ids"));
    ids_->setCheckable(true);
    ids_->setToolTip(tr("Show the id of each token: its row in the table of embeddings"));
    connect(ids_, &QAction::triggered, this,
            [this](bool on) { workbench_.look([on](Look& look) { look.tokenIds = on; }); });
    for (const Panel* panel : panels_.all) menu.addActions(panel->actions());
    menu.addSeparator();
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

void ViewActions::fillGo(QMenu& menu) {
    menu.setToolTipsVisible(true);
    addSteps(menu);
    menu.addSeparator();
    addHeads(menu);
    menu.addSeparator();
    addEntry(menu, tr("&Go to cell…"), Qt::CTRL | Qt::Key_G, tr("Select a cell by its query and key"), panels_.find,
             &FindPanel::openGoTo);
    menu.addSeparator();
    const QString tip = tr("Move the focus: sentence, tokens, pipeline, parameters, maps, inspector");
    addEntry(menu, tr("Next &area"), Qt::Key_F6, tip, this, [this] { goToArea(panels_, true); });
    addEntry(menu, tr("Pre&vious area"), Qt::SHIFT | Qt::Key_F6, tip, this, [this] { goToArea(panels_, false); });
}

void ViewActions::addSteps(QMenu& menu) {
    const QString tip = tr("Go through the computation of the selected query, one operation at a time");
    const auto go = [this](int by) { return [this, by] { workbench_.goToStep(workbench_.state().stepAfter(by)); }; };
    addEntry(menu, tr("Step &through"), Qt::Key_N, tip, this, go(1));
    addEntry(menu, tr("Step &back"), Qt::SHIFT | Qt::Key_N, tip, this, go(-1));
}

/// Adds entries that are enabled also at the ends: there a key must not begin to type into a table.
void ViewActions::addHeads(QMenu& menu) {
    const auto add = [&](const QString& text, Qt::Key key, auto alter) {
        addEntry(menu, text, key, tr("Select it in all panels; the key works unless you are typing text"), this,
                 [this, alter] { workbench_.look(alter); });
    };
    add(tr("&Previous head"), Qt::Key_BracketLeft, [](View& view) { --view.head; });
    add(tr("&Next head"), Qt::Key_BracketRight, [](View& view) { ++view.head; });
    add(tr("Previous &layer"), Qt::Key_BraceLeft, [](View& view) { --view.layer; });
    add(tr("Ne&xt layer"), Qt::Key_BraceRight, [](View& view) { ++view.layer; });
}

void ViewActions::addConventions(QMenu& view) {
    QMenu& menu = *view.addMenu(tr("Con&ventions"));
    menu.setAccessibleName(tr("Conventions"));
    menu.setToolTipsVisible(true);
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
    ids_->setChecked(state.tokenIds);
    themes_.at(state.theme)->setChecked(true);
}

} // namespace headlight
