#include "EditActions.h"

#include "FileActions.h"
#include "Settings.h"
#include "controls/menuEntries.h"
#include "dialogs/DrawDialog.h"
#include "document/Workbench.h"
#include "document/exportName.h"
#include "document/lookedAt.h"
#include "examples.h"
#include "focusKeys.h"
#include "panels.h"
#include "panels/find/FindPanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/parameters/ParametersPanel.h"
#include "session/edits.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QWidget>

#include <algorithm>
#include <set>

namespace headlight {
namespace {

QString withMnemonic(QString text) { return QLatin1Char('&') + text.replace(QLatin1Char('&'), QLatin1String("&&")); }

} // namespace

EditActions::EditActions(Workbench& workbench, Settings& settings, FileActions& files, const Panels& panels,
                         QWidget* window)
    : QObject(window), workbench_(workbench), settings_(settings), files_(files), panels_(panels), window_(window) {
    workbench_.document().history().setBound(Settings::bytesOf(settings_.historyMegabytes()));
}

QString EditActions::otherDocument(int by) const {
    const History& history = workbench_.document().history();
    const int to = history.index() + by;
    const bool isThere = to >= 0 && to <= history.count() && history.segment(to).id != history.segment().id;
    return isThere ? workbench_.document().titleAt(to) : QString();
}

/// True if a step stops, with a message, because it leads to another document. It stops once: again it goes on.
bool EditActions::stops(int by) {
    const QString other = otherDocument(by);
    const std::pair here(by, viewOf(workbench_.state()));
    if (other.isEmpty() || isInMenu_ || told_ == here) return false;
    told_ = here;
    const bool isNew = workbench_.document().history().segment().title.isEmpty();
    const QString title = shownTitle(workbench_.state());
    workbench_.messages().tell(
        by > 0  ? tr("This is where “%1” was left. Redo again to return to “%2”.").arg(title, other)
        : isNew ? tr("This is where the new session began. Undo again to return to “%1”.").arg(other)
                : tr("This is where “%1” was opened. Undo again to return to “%2”.").arg(title, other));
    return true;
}

/// Undoes or redoes a step and says so, in place of messages about the step before. The user is asked before refused
/// text in a sentence's field is discarded. Without maps the sentence has the focus; if another session has maps, they
/// get the focus.
void EditActions::go(int by) {
    const History& history = workbench_.document().history();
    if (!(by < 0 ? history.canUndo() : history.canRedo()) || stops(by)) return;
    const QString other = otherDocument(by);
    const ViewState& state = workbench_.state();
    const bool drops = other.isEmpty() ? state.dropsRefused(by < 0 ? history.before() : history.after())
                                       : !state.refused.empty();
    if (drops && !files_.mayDropRefused()) return;
    const QString done = by < 0 ? tr("Undone: %1").arg(history.undoText()) : tr("Redone: %1").arg(history.redoText());
    const bool wasEmpty = history.session().text.sentence.empty();
    if (workbench_.state().problemKind != MessageKind::NotSaved) workbench_.messages().report({});
    by < 0 ? workbench_.undo() : workbench_.redo();
    workbench_.messages().tell(other.isEmpty() ? done : tr("Returned to “%1”").arg(shownTitle(workbench_.state())));
    if (wasEmpty && !history.session().text.sentence.empty() && !other.isEmpty()) panels_.maps->takeFocus();
}

/// Returns a text that names the beginning of the current segment of the history, whatever the file is called now.
QString EditActions::resetText() const {
    const QString title = workbench_.document().history().segment().title;
    if (title.isEmpty()) return tr("Start over");
    const bool isExample = std::ranges::any_of(examples(), [&](const Example& e) { return e.shownTitle() == title; });
    return isExample ? tr("Reset to the example “%1”").arg(title) : tr("Reset to the opened session");
}

void EditActions::reset() {
    const Session opened = workbench_.state().opened;
    if (sameValues(workbench_.state().session, opened)) return;
    const bool isAsked = workbench_.state().dropsRefused(opened) && !workbench_.state().losesRefused(opened);
    if (isAsked && !files_.mayDropRefused()) return;
    workbench_.apply(resetText(), [opened](const Session&, const Watch&) -> Result<Session> { return opened; });
}

void EditActions::fill(QMenu& menu) {
    menu.setToolTipsVisible(true);
    undo_ = addEntry(menu, tr("Undo"), QKeySequence::Undo, tr("Undo the last change"), this, [this] { go(-1); });
    redo_ = addEntry(menu, tr("Redo"), {}, tr("Redo the change that was undone last"), this, [this] { go(1); });
    redo_->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    connect(&workbench_.document().history(), &History::changed, this, &EditActions::showHistory);
    connect(&menu, &QMenu::aboutToShow, this, [this] { isInMenu_ = true; });
    connect( // queued, so that it follows the chosen action
        &menu, &QMenu::aboutToHide, this, [this] { isInMenu_ = false; }, Qt::QueuedConnection);
    showHistory();
    menu.addSeparator();
    addClipboard(menu);
    menu.addSeparator();
    FindPanel* find = panels_.find;
    addEntry(menu, tr("&Find token…"), Qt::CTRL | Qt::Key_F, tr("Find a token by its text"), find,
             &FindPanel::openFind);
    addEntry(menu, tr("Find &next"), Qt::Key_F3, tr("Select the next token that contains the text"), find,
             &FindPanel::findNext);
    addEntry(menu, tr("Find &previous"), Qt::SHIFT | Qt::Key_F3, tr("Select the previous token that contains the text"),
             find, &FindPanel::findPrevious);
    menu.addSeparator();
    menu.addAction(&panels_.maps->dragging());
    addDrawing(menu);
    menu.addSeparator();
    addBounds(*menu.addMenu(tr("Undo &memory")));
}

void EditActions::addDrawing(QMenu& menu) {
    addEntry(menu, tr("Ran&domise weights…"), {}, tr("Generate random weights from a seed, the same as PyTorch"), this,
             [this] { drawNumbers(panels_.parameters->shown()); });
    QAction* reset = addEntry(menu, {}, {}, tr("Restore all values of that session; this can be undone"), this,
                              &EditActions::reset);
    const auto name = [this, reset] { reset->setText(withMnemonic(resetText())); };
    const auto show = [this, reset, name] {
        name();
        reset->setEnabled(!(workbench_.state().session == workbench_.state().opened));
    };
    connect(&menu, &QMenu::aboutToShow, this, show);
    connect(&menu, &QMenu::aboutToHide, reset, [reset] { reset->setEnabled(true); });
    connect(&workbench_, &Workbench::documentReplaced, reset, name);
    name();
}

void EditActions::drawNumbers(const ParameterRef& ref) {
    DrawDialog dialog(workbench_, ref, drawing_, window_);
    dialog.exec();
}

/// Adds entries that call a slot of the widget with the focus. Their keys go to that widget without the menu, which
/// only shows them, so that each field and table handles them in its own way.
void EditActions::addClipboard(QMenu& menu) {
    const auto add = [&](const QString& text, QKeySequence::StandardKey key, const char* slot) {
        QAction* action = menu.addAction(text, this, [slot] { callAtFocus(slot); });
        action->setShortcut(QKeySequence(key));
        action->setShortcutContext(Qt::WidgetShortcut); // the menu itself does not handle it
        connect(&menu, &QMenu::aboutToShow, action, [action, key] { action->setEnabled(focusTakes(key)); });
        connect(&menu, &QMenu::aboutToHide, action, [action] { action->setEnabled(true); });
    };
    add(tr("Cu&t"), QKeySequence::Cut, "cut");
    add(tr("&Copy"), QKeySequence::Copy, "copy");
    add(tr("P&aste"), QKeySequence::Paste, "paste");
    add(tr("Se&lect all"), QKeySequence::SelectAll, "selectAll");
}

void EditActions::addBounds(QMenu& menu) {
    const auto text = [](int size) { return History::boundText(Settings::bytesOf(size)); };
    const QString tip = tr("Maximum size of the undo history; the oldest steps are removed first");
    addNumberChoices(menu, {64, 256, 1024}, settings_.historyMegabytes(), text, tip, [this](int size) {
        settings_.historyMegabytes.set(size);
        workbench_.document().history().setBound(Settings::bytesOf(size));
    });
}

void EditActions::showHistory() {
    const History& history = workbench_.document().history();
    told_.reset();
    const auto show = [](QAction& action, const QString& text, bool isPossible, const QString& step) {
        action.setEnabled(isPossible);
        action.setText(step.isEmpty() ? text // an "&" of a token is no mnemonic
                                      : text + QLatin1Char(' ') + QString(step).replace(u'&', QLatin1String("&&")));
    };
    const auto text = [this](int by, const QString& step) {
        const QString other = otherDocument(by);
        return other.isEmpty() ? step : tr("and return to “%1”").arg(other);
    };
    show(*undo_, tr("Undo"), history.canUndo(), text(-1, history.undoText()));
    show(*redo_, tr("Redo"), history.canRedo(), text(1, history.redoText()));
}

} // namespace headlight
