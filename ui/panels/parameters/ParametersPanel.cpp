#include "panels/parameters/ParametersPanel.h"

#include "controls/SegmentButton.h"
#include "controls/buttons.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/costs.h"
#include "panels/parameters/ParametersCaption.h"
#include "panels/parameters/ParametersEmbeddings.h"
#include "panels/parameters/ParametersHeads.h"
#include "panels/parameters/ParametersSizes.h"
#include "panels/parameters/ParametersTable.h"
#include "panels/parameters/SensitivityBox.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "session/givenStages.h"
#include "style/layouts.h"
#include "style/wrappedLabel.h"
#include "table/MatrixTableModel.h"
#include "words/parameterWords.h"

#include <QAction>
#include <QApplication>
#include <QFrame>
#include <QGridLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kMinWidth = 189; // px, of three columns of embeddings at 110 %
constexpr int kMargin = 12, kTabsInARow = 4;
constexpr int kBar = 11; // px, the width of a scroll bar, see style/styleSheet.cpp

/// Returns the place of the tab of a given stage of a head.
std::optional<int> placeOfGiven(Parameter parameter) {
    switch (parameter) {
    case Parameter::GivenQ:
    case Parameter::GivenScores:
    case Parameter::GivenWeights: return 0; // only one of them is there
    case Parameter::GivenK: return 1;
    case Parameter::GivenV: return 2;
    default: return std::nullopt;
    }
}

} // namespace

ParametersPanel::ParametersPanel(Workbench& bench, QWidget* parent) : Panel(bench, parent) {
    setAccessibleName(tr("Parameters"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* rows = laidOut<QGridLayout>(scrollable(kMinWidth), {kMargin, kMargin, kMargin - kBar, kMargin});
    rows->setHorizontalSpacing(0);
    rows->setVerticalSpacing(8);
    rows->setColumnStretch(0, 1);
    rows->setColumnMinimumWidth(1, kBar);
    sizes_ = new ParametersSizes(workbench(), this);
    rows->addWidget(heading_ = new ElidedLabel({}, "title"), 0, 0);
    rows->addWidget(sizes_->button(), 1, 0);
    buildWeights(*rows);
    embeddings_ = new ParametersEmbeddings(workbench(), *rows, this);
    connect(&embeddings_->table(), &ParametersTable::drawWanted, this, &ParametersPanel::drawWanted);
    connect(embeddings_, &ParametersEmbeddings::otherChosen, this, [this] { present(workbench().state()); });
    rows->addItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding), rows->rowCount(), 0);
    sensitivity_ = new SensitivityBox;
    connect(sensitivity_->action(), &QAction::toggled, this, [this] { workbench().presentAgain(*this); });
    connect(sensitivity_, &SensitivityBox::wanted, this, &ParametersPanel::goTo);
    addAction(sensitivity_->action()); // in the View menu
    layout()->addWidget(sensitivity_);
    edits_ << sizes_->button() << simplified_;
    for (const ParametersTable* table : {weightTable_, &embeddings_->table()})
        connect(table, &MatrixView::editRefused, this, [this] { workbench().messages().tell(refused_ = refusal()); });
}

QWidget* ParametersPanel::makeTabs() {
    auto* track = new QFrame;
    track->setObjectName("track");
    auto* grid = laidOut<QGridLayout>(track, {3, 3, 3, 3}, 1);
    int weights = 0;
    // The places of weights, from left to right; a bias is below its weight. A given stage of a head is where a weight
    // would be, which the layer then does not have.
    std::map<Parameter, int> places;
    for (const ParameterInfo& info : parameters()) {
        const Parameter kind = info.parameter;
        auto* tab = new SegmentButton(symbolText(kind), SegmentButton::Kind::Formula);
        tab->setToolTip(purposeOf(kind));
        connect(tab, &QPushButton::clicked, this,
                [this, kind] { workbench().look([kind](Look& look) { look.parameter = kind; }); });
        const int place = places[kind] = info.weight ? places[*info.weight] : placeOfGiven(kind).value_or(weights);
        weights += place == weights;
        grid->addWidget(tab, place / kTabsInARow * 2 + (info.weight ? 1 : 0), place % kTabsInARow);
        tabs_[kind] = tab;
    }
    return track;
}

void ParametersPanel::buildWeights(QGridLayout& rows) {
    heads_ = new ParametersHeads(workbench());
    connect(heads_, &ParametersHeads::allWanted, this, [this](bool areAll) {
        workbench().set(&ViewState::isSplit, areAll);
        workbench().presentAgain(*this); // also if only the button has changed
    });
    weightTable_ = new ParametersTable(workbench());
    weightTable_->setAccessibleName(symbolText(kind_));
    weightCaption_ = new ParametersCaption(weightTable_, tr("Matrix menu"), heads_->actions());
    connect(weightTable_, &ParametersTable::drawWanted, this, &ParametersPanel::drawWanted);
    simplified_ = makeSimplified();
    weights_ = {makeTabs(), heads_, weightCaption_, weightTable_};
    for (QWidget* one : QWidgetList{simplified_} + weights_) rows.addWidget(one, rows.rowCount(), 0);
}

QWidget* ParametersPanel::makeSimplified() {
    auto* simplified = new QWidget;
    auto* note = laidOut<QVBoxLayout>(simplified, {0, 2, 0, 0}, 8);
    told_ = new ElidedLabel({}, "title");
    told_->setWordWrap(true);
    QLabel* why = wrappedLabel(
        tr("Each token's embedding is also its query, key and value. Change the embeddings below."), "caption");
    why->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    QPushButton* use = textButton(tr("&Use trainable weights"), tr("Use trainable weights"), {});
    connect(use, &QPushButton::clicked, this, [this] {
        const ViewState& state = workbench().state();
        const int layer = state.view.layer;
        const Session before = state.session;
        workbench().apply(
            tr("Use trainable weights"),
            [layer](const Session& s, const Watch&) { return withTrainableWeights(s, layer); }, 0,
            numbersOfHeads(1, sizesOf(before, layer)));
        workbench().messages().tellLoss(before);
    });
    note->addWidget(told_);
    note->addWidget(why);
    note->addWidget(use, 0, Qt::AlignLeft);
    return simplified;
}

// Presenting

/// Shows the state compared with if the maps do; it cannot be edited.
void ParametersPanel::present(const ViewState& state) {
    const bool isOfCounterpart = state.maps.compared == Compared::Other;
    const QString whose = isOfCounterpart ? nameOf(state.maps.counterpart) : QString();
    const QString heading = isOfCounterpart ? tr("Parameters \u00b7 %1").arg(whose) : tr("Parameters");
    heading_->setShorter(whose);
    if (heading_->text() != heading) heading_->setText(heading);
    if (std::exchange(isOfCounterpart_, isOfCounterpart) != isOfCounterpart) presentReadOnly();
    const bool isSaid = !refused_.isEmpty() && state.notice == refused_;
    if (isSaid && (!isOfCounterpart || refused_ != refusal())) workbench().messages().tell({}); // it is out of date
    heads_->setEnabled(!isOfCounterpart || !std::holds_alternative<int>(state.maps.counterpart));
    ViewState shown = shownState(state);
    if (const auto* head = std::get_if<int>(&state.maps.counterpart); head && isOfCounterpart) { // it replaces all
        shown.view.head = *head;
        shown.isSplit = false;
    }
    presentNumbers(shown);
    presentSensitivity(state);
    presentLight(state);
    if (std::exchange(entry_, state.entry) != state.entry && shown.entry) makeCurrent(*shown.entry);
}

void ParametersPanel::presentReadOnly() {
    QWidget* focus = QApplication::focusWidget();
    const auto hasFocus = [focus](const QWidget* one) { return one == focus || one->isAncestorOf(focus); };
    if (isOfCounterpart_ && std::ranges::any_of(edits_, hasFocus)) {
        focus_ = focus;
        setFocus(); // else Qt gives the focus to the next widget
    }
    weightTable_->setReadOnly(isOfCounterpart_);
    for (QWidget* one : edits_) one->setEnabled(!isOfCounterpart_);
    if (!isOfCounterpart_ && QWidget::hasFocus() && focus_) focus_->setFocus();
}

QString ParametersPanel::refusal() const {
    return tr("The tables show %1, which cannot be edited; press D for the present")
        .arg(nameOf(workbench().state().maps.counterpart));
}

/// Says why editing is refused: keys and clicks on disabled widgets come here.
bool ParametersPanel::event(QEvent* event) {
    const auto* key = event->type() == QEvent::KeyPress ? static_cast<const QKeyEvent*>(event) : nullptr;
    const bool isTyped = key && !key->text().isEmpty() && key->text().front().isPrint();
    if ((!isTyped && event->type() != QEvent::MouseButtonPress) || !isOfCounterpart_) return Panel::event(event);
    setFocus();
    workbench().messages().tell(refused_ = refusal());
    return true;
}

void ParametersPanel::presentNumbers(const ViewState& state) {
    Sizes sizes = sizesOf(state.session, state.view.layer);
    sizes.d = sizesOf(state.session).d; // the field changes the size of the embeddings
    const Layer& layer = state.session.layers.at(static_cast<std::size_t>(state.view.layer));
    const bool simplified = isSimplified(layer);
    sizes_->present(sizes, simplified);
    sizes_->button()->setVisible(!layer.isGiven()); // they follow from what is given
    heads_->present(layer.heads(), state.view.head, state.isSplit,
                    !isOfCounterpart_ && !simplified && sizes.heads < kMaxHeads, !isOfCounterpart_);
    simplified_->setVisible(simplified);
    if (simplified)
        told_->setText(tr("No trainable weights: %1").arg(unweightedFormula(state.session, state.view.layer)));
    const bool hasAny = presentTabs(state); // maybe a W_o, although there are no weights W_q, W_k, W_v
    for (QWidget* one : weights_) one->setVisible(hasAny && !(simplified && one == heads_));
    if (hasAny) presentWeights(state);
    if (readsEmbeddings(state.session) || readsSecondSentence(state.session))
        embeddings_->present(state, isOfCounterpart_);
    else
        embeddings_->hide();
}

void ParametersPanel::presentLight(const ViewState& state) {
    const ViewState shown = shownState(state);
    weightTable_->showLight(shown);
    embeddings_->table().showLight(shown);
}

void ParametersPanel::presentSensitivity(const ViewState& state) {
    if (const Request wanted = sensitivity_->request(state); request() != wanted) ask(wanted);
    sensitivity_->present(state, state.responseTo(*this));
    const auto tint = [&](ParametersTable& table, const ParameterRef& ref, bool isTransposed) {
        table.matrixModel().setTints(isOfCounterpart_ ? std::nullopt
                                                      : sensitivity_->tints(ref, state.session, isTransposed));
    };
    tint(*weightTable_, shownWeight(state), isTransposed(kind_));
    tint(embeddings_->table(), embeddings_->shown(), false);
}

/// Goes to an entry in its table; the input of a layer above the first has no table, but a map.
void ParametersPanel::goTo(const Mover& mover) {
    const ParameterRef& ref = mover.ref;
    if (areEmbeddings(ref.parameter) && ref.layer > 0)
        return workbench().select(
            {ref.parameter == Parameter::X ? Stage::X : Stage::XKv, ref.layer, 0, mover.row, mover.col});
    if (!areEmbeddings(ref.parameter)) workbench().look([=](Look& look) { look.parameter = ref.parameter; });
    makeCurrent({ref.parameter, ref.layer, ref.head, mover.row, mover.col});
    (areEmbeddings(ref.parameter) ? &embeddings_->table() : weightTable_)->setFocus();
}

void ParametersPanel::makeCurrent(const ParameterCell& entry) {
    ParametersTable& table = areEmbeddings(entry.parameter) ? embeddings_->table() : *weightTable_;
    if (areEmbeddings(entry.parameter) && embeddings_->shown().parameter != entry.parameter)
        embeddings_->choose(entry.parameter);
    const auto place = table.placeOf(entry, workbench().state().session);
    const QModelIndex at = place ? table.model()->index(place->first, place->second) : QModelIndex();
    if (at.isValid() && at != table.currentIndex()) table.setCurrentIndex(at); // a selected block around it stays
}

void ParametersPanel::forgetWords() {
    for (ParametersTable* table : {weightTable_, &embeddings_->table()}) table->forget();
    sensitivity_->forgetWords();
}

bool ParametersPanel::presentTabs(const ViewState& state) {
    const auto has = [&](Parameter parameter) {
        return static_cast<bool>(matrixOf(state.session, {parameter, state.view.layer, state.view.head}));
    };
    const auto first = std::ranges::find_if(parameters(), has, &ParameterInfo::parameter);
    if (first == parameters().end()) return false;
    kind_ = has(state.parameter) ? state.parameter : first->parameter;
    for (const auto& [parameter, tab] : tabs_) tab->setVisible(has(parameter));
    tabs_[kind_]->setChecked(true);
    return true;
}

/// Returns the parameter to show. If only some heads have it (a bias), it is that of the selected head.
ParameterRef ParametersPanel::shownWeight(const ViewState& state) const {
    const int layer = state.view.layer;
    if (!belongsToHead(kind_)) return {kind_, layer, 0};
    const ParameterRef all{kind_, layer, kAllHeads};
    const bool areAll = state.isSplit && blocksOf(state.session, all).size() > 1;
    return areAll ? all : ParameterRef{kind_, layer, state.view.head};
}

ParameterRef ParametersPanel::shown() const {
    const ViewState& state = workbench().state();
    const ParameterRef ref = shownWeight(state);
    return isOfAllHeads(ref) || matrixOf(state.session, ref) ? ref : ParameterRef{Parameter::X, state.view.layer, 0};
}

void ParametersPanel::presentWeights(const ViewState& state) {
    const ParameterRef ref = shownWeight(state);
    weightTable_->show(state, ref);
    const int rows = weightTable_->matrixModel().rowCount(), columns = weightTable_->matrixModel().columnCount();
    weightCaption_->present({matrixCaption(ref, rows, columns, inputWords(state.session, ref.layer)),
                             matrixSize(ref, rows, columns), symbolHtml(symbolText(kind_))},
                            weightTable_->origin().title);
}

} // namespace headlight
