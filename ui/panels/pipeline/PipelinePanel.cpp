#include "panels/pipeline/PipelinePanel.h"

#include "controls/IconButton.h"
#include "document/Workbench.h"
#include "panels/pipeline/ModeTip.h"
#include "panels/pipeline/OperationPopup.h"
#include "panels/pipeline/OperationWord.h"
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageTile.h"
#include "style/textSize.h"
#include "words/wording.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr double kLiveCells = 4e6; // of a map: a picture of more waits for the end of a drag
constexpr int kLiveRollout = 256;  // tokens: it takes their third power

/// At rest; else its picture stays empty.
bool hasPicture(const StageInfo& info, const Sizes& sizes) {
    const Index rows = lengthOf(info.rows, sizes), cols = lengthOf(info.cols, sizes);
    return rows > 0 && cols > 0 && !(info.isRollout && rows > kLiveRollout);
}

QString shapeText(Index rows, Index cols) { return QStringLiteral(u"%1 × %2").arg(rows).arg(cols); }

} // namespace

PipelinePanel::PipelinePanel(Workbench& bench, QWidget* parent) : Panel(bench, parent) {
    setProperty("role", "pipeline");
    setAttribute(Qt::WA_StyledBackground);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    build();
    connect(strip_, &PipelineStrip::stagePicked, this, &PipelinePanel::showStage);
    connect(strip_, &PipelineStrip::operationOpened, this, [this](const Operation* one) { open(*one); });
    connect(strip_, &PipelineStrip::focused, this,
            [this](const QWidget* item) { scroll_->ensureWidgetVisible(const_cast<QWidget*>(item), 40, 0); });
    foldAction_ = new QAction(tr("Pi&ctures of the pipeline"), this);
    foldAction_->setCheckable(true);
    foldAction_->setToolTip(tr("Show pictures of the stages instead of one line of names"));
    addAction(foldAction_); // in the View menu
    const auto turn = [this] {
        setFolded(!isFolded());
        emit foldChosen(isFolded());
    };
    connect(foldAction_, &QAction::triggered, this, turn);
    connect(fold_, &IconButton::clicked, this, turn);
    followTextSize(*this, [this] { updateScrolling(); });
}

PipelinePanel::~PipelinePanel() = default;

void PipelinePanel::build() {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 1, 12, 0); // below the line above it
    row->setSpacing(4);
    earlier_ = new IconButton("chevron-left", tr("Earlier stages"), tr("Scroll to the left"), this);
    later_ = new IconButton("chevron-right", tr("Later stages"), tr("Scroll to the right"), this);
    fold_ = new IconButton("chevron-up", tr("Collapse or expand the pipeline"), tr("Collapse or expand the pipeline"),
                           this);
    scroll_ = new QScrollArea(this);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidgetResizable(true);
    strip_ = new PipelineStrip(scroll_->viewport());
    scroll_->setWidget(strip_);
    for (const Operation& one : operations())
        if (one.comparedWith) tips_.push_back(new ModeTip(one, *strip_->word(one), this));
    scroll_->viewport()->installEventFilter(this);
    for (IconButton* button : {earlier_, later_, fold_}) {
        button->setProperty("role", "link");
        button->setFocusPolicy(Qt::NoFocus); // the keyboard walks the strip, and has the View menu
    }
    connect(earlier_, &IconButton::clicked, this, [this] { scroll(-1); });
    connect(later_, &IconButton::clicked, this, [this] { scroll(1); });
    row->addWidget(earlier_);
    row->addWidget(scroll_, 1);
    row->addWidget(later_);
    row->addWidget(add_ = makeAdd());
    row->addWidget(fold_);
    const auto ends = [this] {
        const QScrollBar& bar = *scroll_->horizontalScrollBar();
        earlier_->setEnabled(bar.value() > bar.minimum());
        later_->setEnabled(bar.value() < bar.maximum());
    };
    connect(scroll_->horizontalScrollBar(), &QScrollBar::valueChanged, this, ends);
    connect(scroll_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, ends);
}

/// Offers what the formula does not have.
QPushButton* PipelinePanel::makeAdd() {
    auto* button = new QPushButton(tr("+ Add"));
    button->setAccessibleName(button->text());
    button->setToolTip(tr("Add an operation: a mask, positions, a second sentence, dropout, layers"));
    auto* menu = new QMenu(button);
    menu->setAccessibleName(button->text());
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const ViewState& state = workbench().state();
        for (const Operation* one : absentFrom(state.session, state.view)) {
            QAction* action = menu->addAction(one->shownName());
            action->setToolTip(one->shownTip());
            connect(action, &QAction::triggered, this, [this, one] { open(*one); });
        }
    });
    connect(button, &QPushButton::clicked, menu,
            [menu, button] { menu->popup(button->mapToGlobal(QPoint(0, button->height() + 2))); });
    return button;
}

void PipelinePanel::scroll(int direction) {
    QScrollBar* bar = scroll_->horizontalScrollBar();
    bar->setValue(bar->value() + direction * bar->pageStep() * 2 / 3);
}

bool PipelinePanel::isFolded() const { return strip_->isFolded(); }

void PipelinePanel::setFolded(bool folded) {
    foldAction_->setChecked(!folded);
    if (folded != strip_->isFolded()) {
        strip_->setFolded(folded);
        fold_->setIconName(folded ? "chevron-down" : "chevron-up");
        workbench().presentAgain(*this); // asks for pictures, or no longer
    }
    updateScrolling();
}

/// For the strip, beside the buttons that add to it and fold it.
int PipelinePanel::room() const {
    const QMargins margins = layout()->contentsMargins();
    return width() - margins.left() - margins.right() - fold_->width() - add_->sizeHint().width() -
           2 * layout()->spacing();
}

void PipelinePanel::updateScrolling() {
    const bool scrolls = !isFolded() && strip_->leastWidth() > room();
    earlier_->setVisible(scrolls);
    later_->setVisible(scrolls);
    strip_->setMinimumWidth(scrolls ? strip_->leastWidth() : 0);
    updateGeometry(); // and no fixed height: a widget that changes it while it is being resized is not laid out again
    strip_->settle();
}

/// Before it is seen its width is not known, and many lines would make the window higher.
QSize PipelinePanel::sizeHint() const {
    constexpr int kAround = 4; // px above and below the strip
    return {0, strip_->heightFor(isVisible() ? room() : QWIDGETSIZE_MAX, isFolded()) + kAround};
}

void PipelinePanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    updateScrolling();
}

bool PipelinePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == scroll_->viewport() && event->type() == QEvent::Wheel) {
        const QPoint turn = static_cast<QWheelEvent*>(event)->angleDelta();
        QScrollBar* bar = scroll_->horizontalScrollBar();
        bar->setValue(bar->value() - (turn.x() ? turn.x() : turn.y()) / 2);
        return true;
    }
    return Panel::eventFilter(watched, event);
}

void PipelinePanel::showStage(Stage stage, bool added) {
    workbench().changeMaps(
        [=](MapOptions& options) { added ? options.show(stage, !options.shows(stage)) : options.showOnly({stage}); });
    workbench().presentAgain(*this); // also where nothing has changed: the last map stays
}

ModeTip* PipelinePanel::tipOf(const Operation& operation) const {
    const auto of = [&](const ModeTip* tip) { return &tip->operation() == &operation; };
    const auto found = std::ranges::find_if(tips_, of);
    return found == tips_.end() ? nullptr : *found;
}

void PipelinePanel::open(const Operation& operation) {
    OperationPopup*& popup = popups_[&operation];
    if (!popup) {
        popup = new OperationPopup(workbench(), operation, this);
        if (ModeTip* tip = tipOf(operation)) connect(tip, &ModeTip::changed, popup, &OperationPopup::remark);
    }
    popup->begin(workbench().state());
    if (ModeTip* tip = tipOf(operation)) {
        tip->want();
        popup->remark(tip->text());
    }
    QWidget* word = strip_->word(operation);
    const bool isThere = !word->isHidden();
    if (isThere) scroll_->ensureWidgetVisible(word, 40, 0);
    popup->showBelow(isThere ? *word : *add_, *this);
}

void PipelinePanel::present(const ViewState& state) {
    presentItems(state);
    presentPictures(state);
    for (ModeTip* tip : tips_) tip->present(state);
    askFor(state);
    for (const auto& [operation, popup] : popups_) {
        if (!popup->isVisible()) continue;
        popup->present(state);
        if (ModeTip* tip = tipOf(*operation); tip && !state.isDragging) tip->want();
    }
}

void PipelinePanel::presentItems(const ViewState& state) {
    const Session& session = state.session;
    const Sizes sizes = sizesOf(session, state.view.layer);
    strip_->setTheme(*state.theme);
    const std::vector<PipelineItem> items = pipelineOf(session, state.view);
    for (const auto& [stage, operation] : items) {
        if (operation) {
            strip_->word(*operation)->present(operation->word(session, state.view), *state.theme);
            continue;
        }
        const QString title = titleOf(stage->stage, state.view.layer), formula = formulaOf(stage->stage);
        const QString what = formula.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, formula);
        const QString tip = (formula.isEmpty()
                                 ? tr("%1: click to show only this map, Ctrl + click to add or remove it")
                                 : tr("%1. Click to show only this map, Ctrl + click to add or remove it"))
                                .arg(what);
        const QString shape = shapeText(lengthOf(stage->rows, sizes), lengthOf(stage->cols, sizes));
        strip_->tile(stage->stage)->present(shape, tip, state.maps.shows(stage->stage), *state.theme);
    }
    strip_->setItems(items);
    add_->setEnabled(!absentFrom(session, state.view).empty());
    if (std::exchange(leastWidth_, strip_->leastWidth()) != leastWidth_) updateScrolling();
}

void PipelinePanel::presentPictures(const ViewState& state) {
    const auto response = state.responseTo(*this);
    const Sizes sizes = sizesOf(state.session, state.view.layer);
    for (const StageInfo& info : stages()) {
        if (!hasStage(info.stage, state.session, state.view.layer)) continue;
        const bool isAskedFor = hasPicture(info, sizes);
        const int head = info.scope == Scope::Head ? state.view.head : 0;
        std::shared_ptr<const Tile> found;
        if (response && isAskedFor)
            for (const auto& tile : response->tiles)
                if (tile && tile->demand.stage == info.stage && tile->demand.layer == state.view.layer &&
                    tile->demand.head == head)
                    found = tile;
        if (!found && isAskedFor && response && !response->tiles.empty())
            continue; // the one before stays until it is there
        const Options& options = state.session.layers[static_cast<std::size_t>(state.view.layer)].options;
        const MapStage stage{info.stage, state.view.layer, {}, isSigned(info.stage, options)};
        strip_->tile(info.stage)
            ->setPicture(found, lookOf(stage, found ? rangeToColour(*found) : Range{}, *state.theme, state.maps));
    }
}

void PipelinePanel::askFor(const ViewState& state) {
    Request request{{}, {}, Priority::Later};
    const Sizes sizes = sizesOf(state.session, state.view.layer);
    for (const StageInfo& info : stages()) {
        if (isFolded() || !hasStage(info.stage, state.session, state.view.layer) || !hasPicture(info, sizes)) continue;
        const auto rows = static_cast<int>(lengthOf(info.rows, sizes)),
                   cols = static_cast<int>(lengthOf(info.cols, sizes));
        if (state.isDragging && double(rows) * cols > kLiveCells) continue;
        const MapArea area{QRectF(QPointF(0, 0), QSizeF(StageTile::picture())), wholeMap(rows, cols),
                           devicePixelRatioF()};
        request.maps.push_back(
            demandFor(area, info.stage, state.view.layer, info.scope == Scope::Head ? state.view.head : 0, rows, cols));
        request.maps.back().pooling = state.maps.pooling;
    }
    ask(request.maps.empty() ? Request{} : std::move(request));
}

} // namespace headlight
