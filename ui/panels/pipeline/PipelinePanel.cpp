#include "panels/pipeline/PipelinePanel.h"

#include "controls/buttons.h"
#include "controls/keyboardStop.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/selection.h"
#include "panels/pipeline/OperationPopup.h"
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageButton.h"
#include "plot/MapStage.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "words/wording.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headlight {

constexpr double kLiveCells = 4e6; // cells of a map: a picture of a larger one waits for the end of a drag
constexpr int kLiveRollout = 256;  // tokens: with more there is no picture, since the time grows with their cube

PipelinePanel::PipelinePanel(Workbench& bench, QWidget* parent) : Panel(bench, parent, "pipeline") {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    build();
    connect(strip_, &PipelineStrip::stagePicked, this, &PipelinePanel::showStage);
    connect(strip_, &PipelineStrip::operationOpened, this, [this](const Operation* one) { open(*one); });
    foldAction_ = new QAction(tr("Pi&ctures of the pipeline"), this);
    foldAction_->setCheckable(true);
    foldAction_->setChecked(true);
    foldAction_->setToolTip(tr("Show pictures of the stages instead of one line of names"));
    addAction(foldAction_); // in the View menu
    connect(foldAction_, &QAction::triggered, this, [this](bool hasPictures) {
        setFolded(!hasPictures);
        emit foldChosen(!hasPictures);
    });
    connect(fold_, &QAbstractButton::clicked, foldAction_, &QAction::trigger);
    followTextSize(*this, [this] {
        if (!std::exchange(shown_, {}).empty()) workbench().presentAgain(*this); // scrolls to the stages anew
    });
}

void PipelinePanel::build() {
    auto* row = laidOut<QHBoxLayout>(this, {12, 1, 12, 0}, 8); // below the line above it
    strip_ = new PipelineStrip;
    earlier_ = new IconButton("chevron-left", tr("Earlier stages"), tr("Scroll to the left"));
    later_ = new IconButton("chevron-right", tr("Later stages"), tr("Scroll to the right"));
    fold_ = new IconButton("chevron-up", tr("Collapse or expand the pipeline"), tr("Collapse or expand the pipeline"));
    for (IconButton* button : {earlier_, later_, fold_}) {
        button->setObjectName("link");
        button->setFocusPolicy(Qt::NoFocus); // keys move in the strip, and the View menu folds it
    }
    row->addWidget(strip_, 1);
    for (QWidget* button : std::initializer_list<QWidget*>{earlier_, later_, add_ = makeAdd()}) row->addWidget(button);
    row->addWidget(fold_, 0, Qt::AlignTop); // it keeps its place
    makeOneStop(*this);
    QScrollBar* bar = strip_->horizontalScrollBar();
    connect(earlier_, &QAbstractButton::clicked, bar, [bar] { bar->triggerAction(QScrollBar::SliderPageStepSub); });
    connect(later_, &QAbstractButton::clicked, bar, [bar] { bar->triggerAction(QScrollBar::SliderPageStepAdd); });
    connect(bar, &QScrollBar::valueChanged, this, &PipelinePanel::updateScrollButtons);
    // The call is queued, since Qt does not place buttons that appear while the row is laid out.
    connect(bar, &QScrollBar::rangeChanged, this, &PipelinePanel::updateScrollButtons, Qt::QueuedConnection);
}

void PipelinePanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    QMetaObject::invokeMethod(this, &PipelinePanel::updateScrollButtons, Qt::QueuedConnection);
}

/// Shows the scroll buttons if the strip does not fit without them. Deciding by the space beside them could alternate.
void PipelinePanel::updateScrollButtons() {
    const QMargins margins = layout()->contentsMargins();
    const auto widthOf = [this](const QWidget& one) {
        return one.isHidden() ? 0 : one.sizeHint().width() + layout()->spacing();
    };
    const int space = width() - margins.left() - margins.right() - widthOf(*add_) - widthOf(*fold_);
    const bool scrolls = strip_->widget()->minimumSizeHint().width() > space;
    const QScrollBar* bar = strip_->horizontalScrollBar();
    earlier_->setVisible(scrolls);
    later_->setVisible(scrolls);
    earlier_->setEnabled(bar->value() > 0);
    later_->setEnabled(bar->value() < bar->maximum());
}

/// Makes the button that offers the operations that the formula does not have.
QToolButton* PipelinePanel::makeAdd() {
    auto* button = toolButton(tr("+ Add"),
                              tr("Add an operation: a mask, positions, a second sentence, dropout, layers"));
    button->setObjectName("add");
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    menu->setAccessibleName(button->text());
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const ViewState& state = workbench().state();
        for (const Operation* one : absentFrom(state.session, state.view)) {
            QAction* action = menu->addAction(one->shownName());
            action->setToolTip(one->shownTip());
            connect(action, &QAction::triggered, this, [this, one] { add(*one); });
        }
    });
    return button;
}

bool PipelinePanel::isFolded() const { return strip_->isFolded(); }

void PipelinePanel::setFolded(bool folded) {
    foldAction_->setChecked(!folded);
    if (folded == isFolded()) return;
    strip_->setFolded(folded);
    fold_->setIconName(folded ? "chevron-down" : "chevron-up");
    workbench().presentAgain(*this); // begins or ceases to ask for pictures
}

void PipelinePanel::showStage(Stage stage, bool added) {
    const Session& session = workbench().state().session;
    workbench().look([&](Look& look) {
        added ? look.maps.show(stage, !look.maps.shows(stage)) : look.maps.showOnly({stage});
        shown_ = look.maps.stages; // so that the strip does not scroll under the pointer
        std::erase_if(shown_, [&](Stage one) { return !isOffered(one, session, look.view.layer); });
        if (look.maps.shows(selectedCell(session, look.view).stage)) return;
        View shown = look.view; // the inspector tells of a number that is shown
        shown.stage = infoOf(look.maps.shows(stage) ? stage : look.maps.stages.front()).id;
        look.view = selecting(selectedCell(session, shown), look.view);
        look.entry.reset();
    });
    workbench().presentAgain(*this); // also without a change: the last map stays
}

void PipelinePanel::add(const Operation& operation) {
    const bool isAdded = choose(workbench(), operation.addition(workbench().state()), false);
    const QString problem = isAdded ? QString() : workbench().state().problem;
    if (!isAdded) workbench().messages().report({}); // the popup says it
    open(operation, problem);
}

void PipelinePanel::open(const Operation& operation, const QString& problem, const Setting* wanted) {
    OperationPopup*& popup = popups_[&operation];
    if (!popup) popup = new OperationPopup(workbench(), operation, this);
    popup->begin(workbench().state(), problem);
    QToolButton& button = strip_->operation(operation);
    const bool isThere = !button.isHidden();
    if (isThere) reveal({&button});
    popup->showBelow(isThere ? button : *add_, *this);
    if (wanted) popup->focusOn(*wanted);
}

/// Scrolls to these buttons, to the last one if they do not fit.
void PipelinePanel::reveal(const QWidgetList& buttons) {
    updateScrollButtons();                                              // a new button may need them
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // places all of them
    for (QWidget* button : buttons)
        if (!button->isHidden()) strip_->ensureWidgetVisible(button, 40, 0);
}

void PipelinePanel::present(const ViewState& state) {
    const bool isThere = viewIn(state.maps.compared, state).layer >= 0; // else its pictures are empty, as the maps are
    const ViewState there = isThere ? shownState(state) : state;
    presentItems(state, there);
    presentPictures(state, there);
    for (const auto& [operation, popup] : popups_)
        if (popup->isVisible()) popup->present(state);
}

/// Shows the formula of `there`, the state that the maps show. An operation is added to the present one.
void PipelinePanel::presentItems(const ViewState& state, const ViewState& there) {
    const Session& session = there.session;
    const Sizes sizes = sizesOf(session, there.view.layer);
    const std::vector<PipelineItem> items = pipelineOf(session, there.view);
    const std::vector<Stage> shown = state.shownStages();
    for (const auto& [stage, operation] : items) {
        if (operation) {
            strip_->setWord(*operation, operation->word(session, there.view));
            continue;
        }
        const QString title = titleOf(stage->stage), formula = formulaOf(stage->stage);
        const QString what = formula.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, formula);
        const QString tip = tr("%1. Click to show only this map, Ctrl+click to add or remove it").arg(what);
        const QString shape =
            QStringLiteral(u"%1 × %2").arg(lengthOf(stage->rows, sizes)).arg(lengthOf(stage->cols, sizes));
        StageButton& button = strip_->stage(stage->stage);
        button.present(shape, tip, std::ranges::find(shown, stage->stage) != shown.end());
        button.setEnabled(isOffered(stage->stage, state.session, state.view.layer)); // the maps are of stages of both
    }
    strip_->setItems(items);
    if (std::exchange(shown_, shown) != shown) // queued: nothing may be laid out while panels are presented
        QMetaObject::invokeMethod(
            this,
            [this] {
                QWidgetList buttons;
                for (const Stage stage : shown_) buttons << &strip_->stage(stage);
                reveal(buttons);
            },
            Qt::QueuedConnection);
    add_->setEnabled(!absentFrom(state.session, state.view).empty());
    strip_->setReadOnly(state.isPresenting);
    for (QWidget* one : QWidgetList{add_, fold_}) one->setVisible(!state.isPresenting);
}

/// Shows the pictures that are known, and asks for those of the state that the maps show.
void PipelinePanel::presentPictures(const ViewState& state, const ViewState& there) {
    const auto response = state.responseTo(*this);
    const Compared compared = state.maps.compared == Compared::Other ? Compared::Other : Compared::Now;
    const View& view = state.view; // also for a map of another state
    const Sizes sizes = sizesOf(there.session, there.view.layer);
    const Options& options = layerAt(there.session, there.view.layer).options;
    Request request{{}, {}, Priority::Later};
    for (const StageInfo& info : stages()) {
        if (!isInStrip(info) || !hasStage(info.stage, there.session, there.view.layer)) continue;
        const auto rows = static_cast<int>(lengthOf(info.rows, sizes)),
                   cols = static_cast<int>(lengthOf(info.cols, sizes));
        const int head = info.scope == Scope::Head ? view.head : 0;
        const bool isEmpty = rows == 0 || cols == 0 || (info.isRollout && rows > kLiveRollout);
        std::shared_ptr<const Tile> found;
        if (response && !isEmpty)
            for (const auto& tile : response->tiles)
                if (tile && tile->demand.stage == info.stage && tile->demand.layer == view.layer &&
                    tile->demand.head == head && isOf(tile->demand, compared))
                    found = tile;
        if (found || isEmpty || !response || response->tiles.empty()) { // else the picture before stays
            const MapStage stage{info.stage, view.layer, {}, isSigned(info.stage, options)};
            const std::vector<const Tile*> tiles(found ? 1 : 0, found.get());
            strip_->stage(info.stage).setPicture(found, lookOf(stage, tiles, *state.theme, state.maps));
        }
        if (isEmpty || isFolded() || (state.isDragging && double(rows) * cols > kLiveCells)) continue;
        const MapArea area{QRectF(QPointF(0, 0), QSizeF(StageButton::picture())), wholeMap(rows, cols),
                           devicePixelRatioF()};
        request.maps.push_back(demandOf(compared, demandFor(area, info.stage, view.layer, head, rows, cols)));
        request.maps.back().pooling = state.maps.pooling;
    }
    ask(request.maps.empty() ? Request{} : std::move(request));
}

} // namespace headlight
