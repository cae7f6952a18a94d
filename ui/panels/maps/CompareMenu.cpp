#include "panels/maps/CompareMenu.h"

#include "dialogs/dialogColumn.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "session/edits.h"
#include "style/Theme.h"
#include "words/wording.h"

#include <QActionGroup>
#include <QInputDialog>

namespace headlight {
namespace {

/// Returns the name of a pin for a menu, in which & marks a key.
QString menuText(const std::string& name) { return shownPin(name).replace(QLatin1Char('&'), QStringLiteral("&&")); }

} // namespace

CompareMenu::CompareMenu(Workbench& workbench, QWidget& panel) : QMenu(&panel), workbench_(workbench) {
    const auto add = [&](const QString& text, const QString& name, const QKeySequence& key = {}) {
        auto* action = new QAction(text, &panel);
        action->setIconText(name);
        action->setShortcut(key);
        return action;
    };
    next_ = add(tr("Compare &next"), tr("Compare next"), QKeySequence(Qt::Key_D));
    next_->setToolTip(tr("Show the maps of the other state, then the difference, then the maps again"));
    connect(next_, &QAction::triggered, this, &CompareMenu::goOn);
    bringBack_ = add(tr("&Bring that state back"), tr("Bring back"));
    connect(bringBack_, &QAction::triggered, this, &CompareMenu::bringBackOther);
    pin_ = add(tr("&Pin this state\u2026"), tr("Pin this state"), QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(pin_, &QAction::triggered, this, &CompareMenu::askForPin);
    menuAction()->setText(tr("Compare with"));
    menuAction()->setIconText(tr("Compare with"));
    menuAction()->setToolTip(tr("Choose what the maps are compared with"));
    setAccessibleName(menuAction()->iconText());
    setToolTipsVisible(true);
    // These actions stay for ever: after an action is removed and added again, its shortcut does not work.
    for (QAction* action : {next_, bringBack_, pin_}) addAction(action);
    addSeparator();
    connect(this, &QMenu::aboutToShow, this, &CompareMenu::fill);
    fill();
}

/// Compares in the next way, or says why it cannot. The action is never disabled: its key would then type into a table.
void CompareMenu::goOn() {
    const ViewState& state = workbench_.state();
    if (state.maps.overview)
        return workbench_.messages().tell(tr("The overview is not compared; press Esc to leave it."));
    if (!state.other)
        return workbench_.messages().tell(tr("There is nothing to compare with yet: change something first."));
    workbench_.look([](MapOptions& maps) {
        const int next = static_cast<int>(maps.compared) + 1;
        maps.compared = next > static_cast<int>(Compared::Difference) ? Compared::Now : static_cast<Compared>(next);
    });
}

void CompareMenu::addChoice(QMenu& menu, const QString& text, const Counterpart& counterpart) {
    QAction* choice = group_->addAction(text);
    menu.addAction(choice);
    choice->setCheckable(true);
    choice->setChecked(workbench_.state().maps.counterpart == counterpart);
    connect(choice, &QAction::triggered, this, [this, counterpart] {
        workbench_.look([counterpart](MapOptions& maps) {
            maps.counterpart = counterpart;
            if (maps.compared == Compared::Now) maps.compared = Compared::Other;
        });
    });
}

/// Fills the menu anew, whenever it opens.
void CompareMenu::fill() {
    const ViewState& state = workbench_.state();
    qDeleteAll(findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    delete group_;
    group_ = new QActionGroup(this);
    addChoice(*this, tr("Before the &last step"), {});
    actions().back()->setEnabled(state.before.has_value());
    auto* removed = new QMenu(tr("&Remove pin"), this);
    for (const Pin& pin : state.session.pins ? *state.session.pins : std::vector<Pin>()) {
        addChoice(*this, menuText(pin.name), pin.name);
        connect(removed->addAction(menuText(pin.name)), &QAction::triggered, this, [this, name = pin.name] {
            workbench_.apply(tr("Remove pin \u201c%1\u201d").arg(shownPin(name)),
                             [name](const Session& session, const Watch&) { return withoutPin(session, name); });
        });
    }
    auto* heads = new QMenu(tr("Another &head"), this);
    const int count = sizesOf(state.session, state.view.layer).heads;
    for (int head = 0; head < count; ++head)
        if (head != state.view.head) addChoice(*heads, titleOfHead(head), head);
    const bool canCompare = canCompareHeads(state.session, state.view.layer);
    addMenu(heads)->setEnabled(count > 1 && canCompare);
    if (!canCompare)
        heads->menuAction()->setToolTip(tr("Not with dropout: what it drops is drawn for each head, so another one in "
                                           "its place would have numbers that it has nowhere"));
    auto* layers = new QMenu(tr("Another la&yer"), this);
    for (int layer = 0; layer < static_cast<int>(state.session.layers.size()); ++layer)
        if (layer != state.view.layer) addChoice(*layers, titleOfLayer(layer), OtherLayer{layer});
    addMenu(layers)->setEnabled(!layers->isEmpty());
    if (const auto* file = std::get_if<OtherFile>(&state.maps.counterpart))
        addChoice(*this, QString(file->name).replace(u'&', QLatin1String("&&")), *file);
    auto* file = new QAction(tr("A &file\u2026"), group_);
    file->setToolTip(tr("Compare with another file of as many layers, tokens and heads"));
    connect(file, &QAction::triggered, this, &CompareMenu::fileWanted);
    addAction(file);
    addMenu(removed)->setEnabled(!removed->isEmpty());
}

void CompareMenu::present(const ViewState& state) {
    bringBack_->setEnabled(state.other && !isOtherPart(state.maps.counterpart));
    bringBack_->setToolTip(
        !bringBack_->isEnabled() ? QString()
        : std::holds_alternative<std::monostate>(state.maps.counterpart)
            ? tr("Go back to before the step \u201c%1\u201d; this can be undone").arg(state.stepFromBefore)
            : tr("Go back to \u201c%1\u201d; this can be undone").arg(nameOf(state.maps.counterpart)));
}

void CompareMenu::askForPin() {
    const auto& pins = workbench_.state().session.pins;
    QInputDialog dialog(parentWidget());
    dialog.setWindowTitle(tr("Pin this state"));
    dialog.setLabelText(tr("<p><b>Under which name?</b></p><span style='color: %1'>The session keeps the state, to "
                           "compare the maps with it.</span>")
                            .arg(currentTheme().muted.name()));
    dialog.setTextValue(tr("State %1").arg(pins ? pins->size() + 1 : 1));
    dialog.setOkButtonText(tr("Pin"));
    dialog.layout()->setContentsMargins(kDialogMargin, kDialogMargin, kDialogMargin, kDialogMargin);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString name = dialog.textValue().simplified();
    const bool isPinned = workbench_.apply(
        tr("Pin \u201c%1\u201d").arg(shownPin(name.toStdString())),
        [name](const Session& session, const Watch&) { return withPin(session, name.toStdString()); });
    if (isPinned) workbench_.messages().tell(tr("Pinned: %1").arg(shownPin(name.toStdString())));
}

/// Brings the state compared with back, as an edit: doing it twice restores the session. All pins stay.
void CompareMenu::bringBackOther() {
    const ViewState& state = workbench_.state();
    if (!state.other) return;
    const auto* pin = std::get_if<std::string>(&state.maps.counterpart);
    workbench_.apply(
        tr("Bring \u201c%1\u201d back").arg(nameOf(state.maps.counterpart)),
        [other = *state.other, name = pin ? *pin : ""](const Session& now, const Watch&) -> Result<Session> {
            if (!name.empty()) return withPinnedState(now, name);
            Session brought = other;
            brought.pins = now.pins;
            return brought;
        });
    workbench_.look([](MapOptions& maps) { maps.compared = Compared::Now; }); // Now is the state brought back
}

} // namespace headlight
