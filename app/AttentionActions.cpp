#include "AttentionActions.h"

#include "document/Workbench.h"
#include "panels/pipeline/PipelinePanel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <set>
#include <type_traits>
#include <variant>

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
    const QString name = setting.shownName();
    QAction*& entry = actions_[&setting];
    const auto add = [&]<class Kind>(const Kind& of) {
        if constexpr (std::is_same_v<Kind, Setting::Choice>) {
            entry = addChoices(menu, setting, of);
        } else if constexpr (std::is_same_v<Kind, Setting::Switch>) {
            entry = menu.addAction(name);
            entry->setCheckable(true);
            connect(entry, &QAction::triggered, this, [this, &setting, &of](bool on) {
                choose(workbench_, setting.step(workbench_.state(), of, on), false);
                present(workbench_.state()); // a refused change is taken back
            });
        } else if constexpr (std::is_same_v<Kind, Setting::Act>) {
            entry = menu.addAction(
                name, this, [this, &setting, &of] { choose(workbench_, setting.step(workbench_.state(), of), false); });
        } else {
            entry = menu.addAction(tr("%1\u2026").arg(name), this, [this, &operation] { pipeline_.open(operation); });
        }
    };
    std::visit(add, setting.kind);
}

QAction* AttentionActions::addChoices(QMenu& menu, const Setting& setting, const Setting::Choice& of) {
    QMenu* choices = menu.addMenu(setting.shownName());
    choices->setAccessibleName(setting.shownName());
    auto* one = new QActionGroup(choices); // one of them is chosen
    const QStringList names = of.choices();
    for (int i = 0; i < names.size(); ++i) {
        QAction* action = choices->addAction(names[i], this, [this, &setting, &of, i] {
            choose(workbench_, setting.step(workbench_.state(), of, i), false);
        });
        action->setActionGroup(one);
        action->setCheckable(true);
    }
    connect(choices, &QMenu::aboutToShow, one, [this, one, &of] {
        const ViewState& state = workbench_.state();
        one->actions().at(of.value(state.session, state.view))->setChecked(true);
    });
    return choices->menuAction();
}

void AttentionActions::present(const ViewState& state) {
    for (const auto& [setting, action] : actions_) {
        action->setEnabled(setting->isApplicable(state.session, state.view));
        if (!action->menu()) action->setToolTip(setting->shownTip(state.session, state.view));
        if (const auto* one = std::get_if<Setting::Switch>(&setting->kind))
            action->setChecked(one->value(state.session, state.view));
    }
}

} // namespace headlight
