#include "panels/maps/MapsHeader.h"

#include "controls/SegmentButton.h"
#include "controls/makeTrack.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/mapActions.h"
#include "document/mapPresets.h"
#include "panels/maps/CompareMenu.h"
#include "panels/maps/pullCell.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QAction>
#include <QComboBox>
#include <QFrame>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace headlight {
namespace {

QString tooSmallWords() {
    return MapsHeader::tr("The cells are too small for numbers. Enlarge a head (\u2922 or Ctrl+L), or zoom in.");
}

constexpr int kFewHeads = 4; // of one layer: all are visible, so no overview is offered

/// Updates whether a button is under the pointer after its menu hides: Qt does not tell a button that the pointer left
/// for its menu.
void leaveWithMenu(QToolButton* button, const QMenu* menu) {
    const auto look = [button] {
        button->setAttribute(Qt::WA_UnderMouse, button->rect().contains(button->mapFromGlobal(QCursor::pos())));
        button->update();
    };
    QObject::connect(menu, &QMenu::aboutToHide, button, look, Qt::QueuedConnection);
}

} // namespace

MapsHeader::MapsHeader(Workbench& workbench, QAction& colours, CompareMenu& compare) : workbench_(workbench) {
    setAccessibleName(tr("Options of the maps"));
    setContextMenuPolicy(Qt::PreventContextMenu);
    setContentsMargins(4, 0, 4, 0); // in line with the cards below
    nameExtension();
    layers_ = addLayers();
    overview_ = addSwitch(overviewAction());
    scoresAction_ = addScores();
    presets_ = addPresets();
    mask_ = addSwitch(maskAction());
    comparedAction_ = addCompared();
    auto* with = new QToolButton; // its visibility is its own: the View menu shows the action always
    with->setMenu(&compare);
    with->setPopupMode(QToolButton::InstantPopup);
    with->setDefaultAction(compare.menuAction());
    with->setAccessibleName(compare.menuAction()->iconText());
    with->setFocusPolicy(Qt::StrongFocus);
    leaveWithMenu(with, &compare);
    comparing_ = {comparedAction_, addWidget(with)};
    auto* space = new QWidget;
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    pull_ = addPull(); // after the space: an item that Qt replaces by the extension button needs a width
    for (const MapAction& action : mapActions())
        if (action.isOfPictures) addSwitch(action);
    add(&colours);
}

/// Adds an action. Its button gets a name and the focus by Tab, which Qt does not give to buttons of a tool bar.
QToolButton* MapsHeader::add(QAction* action) {
    addAction(action);
    auto* button = static_cast<QToolButton*>(widgetForAction(action));
    button->setAccessibleName(action->iconText());
    button->setFocusPolicy(Qt::StrongFocus);
    if (const QMenu* menu = action->menu()) leaveWithMenu(button, menu);
    return button;
}

QAction* MapsHeader::addSwitch(const MapAction& action) {
    auto* made = new QAction(action.shownName(), this);
    made->setToolTip(action.shownTip());
    made->setCheckable(true);
    connect(made, &QAction::triggered, this, [this, &action](bool on) {
        turnMaps(workbench_, action, on);
        if (on && action.isOfCells && !doNumbersFit_) workbench_.messages().tell(tooSmallWords());
    });
    add(made);
    return switches_[&action] = made;
}

QAction* MapsHeader::addLayers() {
    layer_ = new QComboBox;
    layer_->setAccessibleName(tr("Layer"));
    layer_->setToolTip(tr("Layer shown in all panels; press { or } to change it"));
    layer_->setFocusPolicy(Qt::StrongFocus);
    layer_->setMaxVisibleItems(16);
    layer_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    layer_->setObjectName("layer");
    connect(layer_, &QComboBox::activated, this,
            [this](int layer) { workbench_.look([layer](View& view) { view.layer = layer; }); });
    return addWidget(layer_);
}

QAction* MapsHeader::addScores() {
    for (const Stage stage : {Stage::Scores, Stage::Scaled}) {
        const bool isScaled = stage == Stage::Scaled;
        auto* button = stages_[stage] = new SegmentButton(isScaled ? tr("Scaled scores") : tr("Scores"));
        button->setAccessibleName(button->text());
        button->setToolTip(isScaled ? tr("The scores after scale and temperature, before the mask")
                                    : tr("Query times key, before the scale"));
        connect(button, &QPushButton::clicked, this,
                [this, stage] { workbench_.look([stage](MapOptions& options) { options.showScoresAs(stage); }); });
    }
    scores_ = makeTrack({stages_[Stage::Scores], stages_[Stage::Scaled]});
    return addWidget(scores_);
}

QAction* MapsHeader::addPresets() {
    auto* menu = new QMenu(this);
    for (const MapPreset& preset : mapPresets())
        connect(menu->addAction(preset.shownName()), &QAction::triggered, this,
                [this, &preset] { showMaps(workbench_, preset); });
    auto* action = menu->menuAction();
    action->setText(tr("Presets"));
    action->setToolTip(tr("Common sets of maps"));
    menu->setAccessibleName(action->text());
    add(action)->setPopupMode(QToolButton::InstantPopup);
    return action;
}

QAction* MapsHeader::addPull() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    QAction* on = switches_[&pullAction()] = menu->addAction(pullAction().shownMenuText());
    on->setToolTip(pullAction().shownTip());
    on->setCheckable(true);
    connect(on, &QAction::triggered, this, [this](bool isOn) { turnMaps(workbench_, pullAction(), isOn); });
    menu->addSeparator();
    const auto add = [&](const QString& text, const QString& tip, bool PullFreedom::*one) {
        QAction* made = pulls_.emplace_back(one, menu->addAction(text)).second;
        made->setToolTip(tip);
        made->setCheckable(true);
        connect(made, &QAction::triggered, this, [this, one](bool isOn) {
            workbench_.look([one, isOn](MapOptions& options) { options.pull.*one = isOn; });
        });
    };
    add(tr("Change W_q and W_&k"), tr("A smaller change of both is enough, but more cells move"), &PullFreedom::wk);
    add(tr("Change the query's &embedding, too"), tr("In the first layer, without a norm before the heads"),
        &PullFreedom::x);
    add(tr("Keep all &other rows"), tr("Only W_q changes, and so that the queries of other tokens stay"),
        &PullFreedom::onlyThisRow);
    QAction* action = menu->menuAction();
    action->setText(pullAction().shownName());
    action->setCheckable(true);
    menu->setAccessibleName(action->text());
    MapsHeader::add(action)->setPopupMode(QToolButton::InstantPopup);
    return action;
}

void MapsHeader::presentPull(const ViewState& state) {
    const QString why = state.maps.compared == Compared::Now
                            ? whyNoPull(state.session, state.view.layer)
                            : tr("Only present numbers can be pulled; press D for them");
    pull_->setVisible(!state.maps.overview);
    pull_->setEnabled(why.isEmpty());
    pull_->setToolTip(why.isEmpty() ? pullAction().shownTip() : why);
    pull_->setChecked(state.maps.hand == MapHand::Pull);
    const PullFreedom& free = state.maps.pull;
    const bool hasEmbedding = state.view.layer == 0 && !layerAt(state.session, 0).hasNorm(Norm::Place::Before);
    for (const auto& [one, action] : pulls_) {
        action->setChecked(free.*one);
        const bool isThere = one != &PullFreedom::x || hasEmbedding;
        action->setEnabled(isThere && (one == &PullFreedom::onlyThisRow || !free.onlyThisRow));
    }
}

QAction* MapsHeader::addCompared() {
    const auto add = [this](Compared compared, const QString& text, const QString& tip) {
        auto* button = compared_[compared] = new SegmentButton(text);
        button->setAccessibleName(text);
        button->setToolTip(tr("%1 (D)").arg(tip));
        connect(button, &QPushButton::clicked, this, [this, compared] {
            workbench_.look([compared](MapOptions& options) { options.compared = compared; });
        });
        return button;
    };
    return addWidget(
        makeTrack({add(Compared::Now, tr("Now"), tr("The maps as they are")),
                   add(Compared::Other, tr("Before"), tr("The maps of the other state")),
                   add(Compared::Difference, tr("Difference"), tr("Now minus the other state")),
                   add(Compared::SideBySide, tr("Both"), tr("Both states of the selected head side by side"))}));
}

void MapsHeader::presentCompared(const ViewState& state) {
    constexpr int kLongest = 16; // letters
    QString name = nameOf(state.maps.counterpart);
    if (name.size() > kLongest) name = name.left(kLongest - 1) + QChar(0x2026);
    name[0] = name[0].toUpper();
    QPushButton* other = compared_[Compared::Other];
    if (other->text() != name) other->setText(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
    other->setAccessibleName(name);
    compared_[state.maps.compared]->setChecked(true);
}

void MapsHeader::nameExtension() {
    auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
    more->setAccessibleName(tr("More options"));
    more->setToolTip(more->accessibleName());
    more->setFocusPolicy(Qt::StrongFocus);
}

void MapsHeader::presentLayers(const ViewState& state) {
    const auto layers = static_cast<int>(state.session.layers.size());
    if (layer_->count() != layers || layer_->itemText(0) != titleOfLayer(0)) { // layers may be counted from 0 now
        layer_->clear();
        for (int layer = 0; layer < layers; ++layer) layer_->addItem(titleOfLayer(layer));
    }
    layer_->setCurrentIndex(state.view.layer);
    layers_->setVisible(layers > 1);
}

void MapsHeader::showWhetherNumbersFit(bool doFit) {
    doNumbersFit_ = doFit;
    for (const auto& [action, made] : switches_)
        if (action->isOfCells)
            made->setToolTip(doFit ? action->shownTip() : action->shownTip() + QLatin1Char('\n') + tooSmallWords());
}

void MapsHeader::present(const ViewState& state) {
    const MapOptions& maps = state.maps;
    presentLayers(state);
    const bool areMany = sizesOf(state.session, state.view.layer).heads > kFewHeads;
    overview_->setVisible(maps.overview || state.session.layers.size() > 1 || areMany);
    // These replace each other, so that nothing else moves.
    const bool isComparing = maps.compared != Compared::Now && !maps.overview;
    scoresAction_->setVisible(!maps.overview && !isComparing);
    presets_->setVisible(!maps.overview && !isComparing);
    for (QAction* action : comparing_) action->setVisible(isComparing);
    presentCompared(state);
    const Layer& layer = state.session.layers.at(static_cast<std::size_t>(state.view.layer));
    mask_->setVisible(!maps.overview && !isComparing && layer.options.mask.given);
    presentPull(state);
    // Enabled only if exactly one of them is shown; else the strip of the pipeline decides.
    const std::vector<Stage> shown = state.shownStages();
    const auto shows = [&](Stage stage) { return std::ranges::find(shown, stage) != shown.end(); };
    const bool isOne = shows(Stage::Scores) != shows(Stage::Scaled);
    if (isOne) stages_[shows(Stage::Scores) ? Stage::Scores : Stage::Scaled]->setChecked(true);
    scores_->setEnabled(isOne);
    for (const auto& [action, made] : switches_) {
        made->setChecked(action->isOn(maps));
        if (action->isOfCells) made->setVisible(!maps.overview);
    }
}

} // namespace headlight
