#include "attentionMenu.h"

#include "document/Workbench.h"
#include "panels/pipeline/PipelinePanel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <type_traits>
#include <variant>

namespace headlight {
namespace {

QAction* addChoices(QMenu& menu, const Setting& setting, const Setting::Choice& of, Workbench& workbench) {
    QMenu* choices = menu.addMenu(setting.shownName());
    choices->setAccessibleName(setting.shownName());
    auto* one = new QActionGroup(choices); // one of them is chosen
    const QStringList names = of.choices();
    for (int i = 0; i < names.size(); ++i) {
        QAction* action = choices->addAction(names[i], one, [&workbench, &setting, &of, i] {
            choose(workbench, setting.step(workbench.state(), of, i), false);
        });
        action->setActionGroup(one);
        action->setCheckable(true);
    }
    QObject::connect(choices, &QMenu::aboutToShow, one, [&workbench, one, &of] {
        const ViewState& state = workbench.state();
        one->actions().at(of.value(state.session, state.view))->setChecked(true);
    });
    return choices->menuAction();
}

QAction* addSetting(QMenu& menu, const Operation& operation, const Setting& setting, Workbench& workbench,
                    PipelinePanel& pipeline) {
    const auto add = [&]<class Kind>(const Kind& of) {
        if constexpr (std::is_same_v<Kind, Setting::Choice>) {
            return addChoices(menu, setting, of, workbench);
        } else if constexpr (std::is_same_v<Kind, Setting::Switch>) {
            QAction* entry = menu.addAction(setting.shownName());
            entry->setCheckable(true);
            QObject::connect(entry, &QAction::triggered, &pipeline, [&workbench, &setting, &of](bool on) {
                choose(workbench, setting.step(workbench.state(), of, on), false);
            });
            return entry;
        } else if constexpr (std::is_same_v<Kind, Setting::Act>) {
            return menu.addAction(setting.shownName(), &pipeline, [&workbench, &setting, &of] {
                choose(workbench, setting.step(workbench.state(), of), false);
            });
        } else {
            return menu.addAction(setting.shownName() + u'…', &pipeline,
                                  [&pipeline, &operation, &setting] { pipeline.open(operation, {}, &setting); });
        }
    };
    return std::visit(add, setting.kind);
}

} // namespace

void addSettings(QMenu& menu, Workbench& workbench, PipelinePanel& pipeline) {
    menu.setToolTipsVisible(true);
    for (const Operation& operation : operations()) {
        if (operation.settings.empty()) continue;
        QMenu* choices = &menu; // a single setting needs no menu of its own
        if (operation.settings.size() > 1) {
            choices = menu.addMenu(operation.shownName());
            choices->setAccessibleName(operation.shownName());
            choices->setToolTipsVisible(true);
        }
        for (const Setting& setting : operation.settings) {
            QAction* entry = addSetting(*choices, operation, setting, workbench, pipeline);
            QObject::connect(&menu, &QMenu::aboutToShow, entry, [&workbench, &setting, entry] {
                const ViewState& state = workbench.state();
                entry->setEnabled(setting.isApplicable(state.session, state.view));
                if (!entry->menu()) entry->setToolTip(setting.shownTip(state.session, state.view));
                if (const auto* one = std::get_if<Setting::Switch>(&setting.kind))
                    entry->setChecked(one->value(state.session, state.view));
            });
        }
    }
}

} // namespace headlight
