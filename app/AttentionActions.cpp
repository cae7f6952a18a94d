#include "AttentionActions.h"

#include "document/Workbench.h"
#include "panels/pipeline/PipelinePanel.h"

#include <QAction>
#include <QMenu>

#include <set>

namespace headlight {

AttentionActions::AttentionActions(Workbench& workbench, PipelinePanel& pipeline, QObject* parent)
    : QObject(parent), workbench_(workbench), pipeline_(pipeline) {}

void AttentionActions::fill(QMenu& menu) {
    menu.setToolTipsVisible(true);
    std::set<const Setting*> known; // the layer norm stands at two places of the pipeline
    for (const Operation& operation : operations()) {
        if (operation.settings.empty() || !known.insert(operation.settings.data()).second) continue;
        if (operation.settings.size() == 1) { // needs no menu of its own
            addSetting(menu, operation, operation.settings.front());
            continue;
        }
        QMenu* choices = menu.addMenu(operation.shownName());
        choices->setAccessibleName(operation.shownName());
        choices->setToolTipsVisible(true);
        for (const Setting& setting : operation.settings) addSetting(*choices, operation, setting);
    }
}

void AttentionActions::addSetting(QMenu& menu, const Operation& operation, const Setting& setting) {
    using Kind = Setting::Kind;
    if (setting.kind == Kind::Choice || setting.kind == Kind::Look) return addChoices(menu, setting);
    const bool isForm = setting.kind != Kind::Switch && setting.kind != Kind::Act;
    QAction* action = menu.addAction(isForm ? tr("%1\u2026").arg(setting.shownName()) : setting.shownName());
    action->setCheckable(setting.kind == Kind::Switch);
    connect(action, &QAction::triggered, this, [this, &operation, &setting, isForm](bool on) {
        const ViewState& state = workbench_.state();
        if (isForm) return pipeline_.open(shownTwin(operation, state.session, state.view));
        choose(workbench_, setting, on ? 1 : 0, false);
        present(workbench_.state()); // a refused change is taken back
    });
    actions_[&setting] = action;
}

/// Adds a menu that is filled when it opens, since its choices may change, as layers do.
void AttentionActions::addChoices(QMenu& menu, const Setting& setting) {
    QMenu* choices = menu.addMenu(setting.shownName());
    choices->setAccessibleName(setting.shownName());
    choices_[&setting] = choices;
    connect(choices, &QMenu::aboutToShow, this, [this, choices, &setting] {
        choices->clear();
        const ViewState& state = workbench_.state();
        const QStringList names = setting.choices(state.session, state.view);
        const int now = static_cast<int>(setting.value(state.session, state.view));
        for (int i = 0; i < names.size(); ++i) {
            QAction* action = choices->addAction(names[i]);
            action->setCheckable(true);
            action->setChecked(i == now);
            connect(action, &QAction::triggered, this, [this, &setting, i] { choose(workbench_, setting, i, false); });
        }
    });
}

void AttentionActions::present(const ViewState& state) {
    for (const auto& [setting, action] : actions_) {
        action->setEnabled(setting->isApplicable(state.session, state.view));
        action->setToolTip(setting->shownTip(state.session, state.view));
        if (action->isCheckable()) action->setChecked(setting->isOn(state.session, state.view));
    }
    for (const auto& [setting, menu] : choices_)
        menu->menuAction()->setEnabled(setting->isApplicable(state.session, state.view));
}

} // namespace headlight
