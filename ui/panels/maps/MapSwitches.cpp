#include "panels/maps/MapSwitches.h"

#include "document/Workbench.h"
#include "document/mapActions.h"
#include "panels/maps/pullCell.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace headlight {

MapSwitches::MapSwitches(Workbench& workbench, QWidget& panel)
    : QObject(&panel),
      workbench_(workbench),
      show_(addMenu(panel, tr("&Show"), tr("Show"), tr("Choose the stages and heads whose maps are shown"))),
      drag_(addMenu(panel, tr("Dra&g weights"), pullAction().shownName(), pullAction().shownTip())) {
    addShow();
    addDrag();
    addSwitch(maskAction()); // of the tool row alone
}

QMenu* MapSwitches::addMenu(QWidget& panel, const QString& text, const QString& name, const QString& tip) {
    auto* menu = new QMenu(text, &panel);
    menu->setAccessibleName(name);
    menu->setToolTipsVisible(true);
    menu->menuAction()->setIconText(name);
    menu->menuAction()->setToolTip(tip);
    return menu;
}

template <class Turn>
QAction* MapSwitches::add(const QString& text, Turn turn) {
    auto* action = new QAction(text, this);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, turn](bool on) {
        workbench_.look([turn, on](MapOptions& options) { turn(options, on); });
        present(workbench_.state()); // the last map cannot be hidden
    });
    return action;
}

QAction* MapSwitches::addSwitch(const MapAction& action) {
    QAction* made = switches_[&action] = add(action.shownMenuText(), action.turn);
    made->setIconText(action.shownName());
    made->setToolTip(action.shownTip());
    if (action.keys) made->setShortcut(QKeySequence(QString::fromLatin1(action.keys)));
    return made;
}

void MapSwitches::addShow() {
    std::vector<Stage> all;
    for (const StageInfo& info : stages()) all.push_back(info.stage);
    for (const auto& [name, wanted] : {std::pair(tr("Scores and weights"), std::vector{Stage::Scores, Stage::Weights}),
                                       {tr("Weights only"), {Stage::Weights}},
                                       {tr("Q, K and V"), {Stage::Q, Stage::K, Stage::V}},
                                       {tr("Everything"), all}})
        show_->addAction(name, this, [this, stages = wanted] {
            workbench_.look([stages](MapOptions& options) { options.showOnly(stages); });
        });
    show_->addSection(tr("Stages"));
    for (const StageInfo& info : stages())
        show_->addAction(stages_[info.stage] = add(
                             titleOf(info.stage), [stage = info.stage](MapOptions& o, bool on) { o.show(stage, on); }));
    show_->addSection(tr("Heads"));
    for (const MapAction& action : mapActions())
        if (!action.isOfPictures) show_->addAction(addSwitch(action));
}

void MapSwitches::addDrag() {
    drag_->addAction(addSwitch(pullAction()));
    drag_->addSeparator();
    const auto free = [&](const QString& text, const QString& tip, bool PullFreedom::*one) {
        QAction* made = add(text, [one](MapOptions& options, bool on) { options.pull.*one = on; });
        made->setToolTip(plainTip(tip));
        drag_->addAction(freedoms_.emplace_back(one, made).second);
    };
    free(tr("Change W_q and W_&k"), tr("A smaller change of both is enough, but more cells move"), &PullFreedom::wk);
    free(tr("Change the query's &embedding, too"), tr("In the first layer, without a norm before the heads"),
         &PullFreedom::x);
    free(tr("Keep all &other rows"), tr("Only W_q changes, and so that the queries of other tokens stay"),
         &PullFreedom::onlyThisRow);
}

void MapSwitches::presentDrag(const ViewState& state) {
    const QString why = state.maps.compared == Compared::Now
                            ? whyNoPull(state.session, state.view.layer)
                            : tr("Only present numbers can be dragged; press D for them");
    for (QAction* drag : {&of(pullAction()), drag_->menuAction()}) {
        drag->setEnabled(why.isEmpty());
        drag->setToolTip(plainTip(why.isEmpty() ? pullAction().shownTip() : why));
    }
    const PullFreedom& free = state.maps.pull;
    const bool hasEmbedding = state.view.layer == 0 && !layerAt(state.session, 0).hasNorm(Norm::Place::Before);
    for (const auto& [one, action] : freedoms_) {
        action->setChecked(free.*one);
        const bool isThere = one != &PullFreedom::x || hasEmbedding;
        action->setEnabled(isThere && (one == &PullFreedom::onlyThisRow || !free.onlyThisRow));
    }
}

void MapSwitches::present(const ViewState& state) {
    const std::vector<Stage> shown = state.shownStages();
    for (const auto& [stage, action] : stages_) {
        action->setChecked(std::ranges::count(shown, stage) > 0);
        action->setVisible(isOffered(stage, state.session, state.view.layer));
    }
    for (const auto& [one, action] : switches_) action->setChecked(one->isOn(state.maps));
    presentDrag(state);
}

} // namespace headlight
