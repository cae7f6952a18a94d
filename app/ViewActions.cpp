#include "ViewActions.h"

#include "Settings.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "focusKeys.h"
#include "panels.h"
#include "panels/Panel.h"
#include "panels/find/FindPanel.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/parameters/ParametersPanel.h"
#include "style/textSize.h"
#include "words/conventions.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QSplitter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {
namespace {

constexpr std::array kPercents{80, 90, 100, 110, 125, 150, 175, 200};

/// Returns the next number of the list above or below `percent`, which need not be in the list.
int percentAfter(int percent, int step) {
    const auto above = std::ranges::upper_bound(kPercents, percent),
               notBelow = std::ranges::lower_bound(kPercents, percent);
    if (step > 0) return above == kPercents.end() ? kPercents.back() : *above;
    return notBelow == kPercents.begin() ? kPercents.front() : *(notBelow - 1);
}

} // namespace

ViewActions::ViewActions(Workbench& workbench, Settings& settings, const Panels& panels, QMainWindow& window)
    : QObject(&window), workbench_(workbench), settings_(settings), panels_(panels), window_(window) {}

void ViewActions::fill(QMenu& menu) {
    menu.setToolTipsVisible(true);
    QAction* ids = addEntry(menu, tr("Token ids"), {},
                            tr("Show the id of each token: its row in the table of embeddings"));
    ids->setCheckable(true);
    connect(ids, &QAction::triggered, this,
            [this](bool on) { workbench_.look([on](Look& look) { look.tokenIds = on; }); });
    connect(&menu, &QMenu::aboutToShow, ids, [this, ids] { ids->setChecked(workbench_.state().tokenIds); });
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
    // The restored window may be full screen.
    connect(&menu, &QMenu::aboutToShow, full, [this, full] { full->setChecked(window_.isFullScreen()); });
    connect(full, &QAction::triggered, this, [this, full] {
        window_.setWindowState(window_.windowState() ^ Qt::WindowFullScreen); // keeps the state of being maximised
        full->setChecked(window_.isFullScreen());
    });
    addSizes(menu);
    present_ = addEntry(menu, tr("P&resentation"), Qt::Key_F5,
                        tr("Full screen with larger text, for a projector; press F5 or Esc to exit"), this,
                        &ViewActions::setPresenting);
    present_->setCheckable(true);
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
            workbench_.calls().run([this, wanted] { changeConventions(wanted, window_); });
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
        QAction* action = addEntry(menu, text, QKeySequence(QString::fromLatin1(keys)), tr("Show or hide this panel"));
        action->setCheckable(true);
        action->setChecked(!settings_.hiddenPanels().contains(QLatin1String(id)));
        connect(&menu, &QMenu::aboutToShow, action,
                [action, panel = panel] { action->setChecked(!panel->isHidden()); }); // also in a presentation
        connect(action, &QAction::triggered, panel, [this, action, panel = panel, name = QString::fromLatin1(id)] {
            const bool on = panel->isHidden();
            action->setChecked(on);
            panel->setVisible(on);
            if (isPresenting()) return; // its panels are not kept
            QStringList hidden = settings_.hiddenPanels();
            hidden.removeAll(name);
            if (!on) hidden << name;
            settings_.hiddenPanels.set(hidden);
        });
    }
}

void ViewActions::hidePanels(const QStringList& hidden) {
    for (const Panels::Optional& one : panels_.optional)
        one.panel->setVisible(!hidden.contains(QLatin1String(one.name)));
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
            settings_.theme.set(theme->id);
        });
        action->setChecked(theme == workbench_.state().theme);
    }
}

void ViewActions::addSizes(QMenu& menu) {
    QMenu* sizes = menu.addMenu(tr("Te&xt size"));
    sizes->setAccessibleName(tr("Text size"));
    const auto add = [&](const QString& text, const QList<QKeySequence>& keys, int step) {
        sizes->addAction(text, this, [this, step] { resize(step); })->setShortcuts(keys);
    };
    // "+" needs Shift on many keyboards, so that its key without Shift works, too.
    add(tr("&Larger text"), {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}, 1);
    add(tr("&Smaller text"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, -1);
    add(tr("&Default size"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, 0);
}

void ViewActions::resize(int step) {
    const int now = percent();
    settings_.setTextPercent(isPresenting(),
                             step == 0 ? Settings::usualTextPercent(isPresenting()) : percentAfter(now, step));
    applySize();
    emit resized();
    workbench_.messages().tell(tr("Text size: %1 %").arg(percent()));
}

/// Text is never smaller in a presentation than without it.
int ViewActions::percent() const {
    const int own = settings_.textPercent(false);
    return isPresenting() ? std::max(own, settings_.textPercent(true)) : own;
}

void ViewActions::applySize() { applyTextSize(*qApp, *workbench_.state().theme, percent() / 100.0, window_.screen()); }

void ViewActions::setWidths(QList<int> widths) {
    for (int i = 0; i < widths.size(); ++i)
        if (widths[i] == 0)
            widths[i] = panels_.columns->sizes().at(i); // a panel that was hidden keeps its present width
    panels_.columns->setSizes(widths);
}

ViewActions::Arrangement ViewActions::arrangement() const {
    return before_ ? before_->arrangement : Arrangement{window_.saveGeometry(), panels_.columns->sizes()};
}

void ViewActions::setPresenting(bool on) {
    present_->setChecked(on);
    if (on == isPresenting()) return;
    QToolTip::hideText(); // it would stay where the control was
    if (!on) {
        const Before before = *std::exchange(before_, std::nullopt);
        hidePanels(before.hidden);
        window_.setWindowState(before.window);
        workbench_.set(&ViewState::isPresenting, false);
        emit presentingChanged(false);
        applySize();
        // Only if it was moved, since a restored panel keeps at least the width that this text needs, also for smaller.
        if (panels_.columns->saveState() != before.panels) panels_.columns->restoreState(before.panels);
        workbench_.messages().tell({});
        return;
    }
    before_ = Before{arrangement(), panels_.columns->saveState(), window_.windowState(), {}};
    for (const Panels::Optional& one : panels_.optional)
        if (one.panel->isHidden()) before_->hidden << QLatin1String(one.name);
    panels_.parameters->hide();
    panels_.inspector->hide();
    window_.setWindowState(window_.windowState() | Qt::WindowFullScreen);
    workbench_.set(&ViewState::isPresenting, true);
    emit presentingChanged(true);
    applySize();
    workbench_.messages().tell(tr("Presentation mode, press Esc to exit"));
}

void ViewActions::showInspector() {
    if (isPresenting()) panels_.inspector->show();
}

} // namespace headlight
