#include "panels/pipeline/OperationPopup.h"

#include "document/Workbench.h"
#include "panels/pipeline/OperationForm.h"
#include "style/fieldHabits.h"
#include "style/textSize.h"

#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {

OperationPopup::OperationPopup(Workbench& workbench, const Operation& operation, QWidget* parent)
    : QFrame(parent, Qt::Popup), workbench_(workbench) {
    setProperty("role", "popup");
    setAccessibleName(operation.shownName());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 14);
    auto* title = new QLabel(operation.shownName());
    title->setProperty("role", "title");
    auto* tip = new QLabel(operation.shownTip());
    tip->setProperty("role", "caption");
    tip->setWordWrap(true);
    form_ = new OperationForm(operation.settings, operation.mayBeOfAllLayers);
    for (QWidget* one : std::initializer_list<QWidget*>{title, tip, form_}) column->addWidget(one);
    column->insertSpacing(2, 4);
    followTextSize(*this, [this, column] {
        const QMargins margins = column->contentsMargins();
        setFixedWidth(std::max(textPx(300), form_->leastWidth() + margins.left() + margins.right() + 2));
    });
    connect(form_, &OperationForm::chosen, this,
            [this](const Setting* setting, double value) { take(*setting, value, gesture_); });
    connect(form_, &OperationForm::stepped, this, [this](const Setting* setting, double value) {
        take(*setting, value, steps_.begin(workbench_, workbench_.now()));
        steps_.made(workbench_);
    });
    connect(form_, &OperationForm::edited, this, [this](const QString& label, const SettingEdit& edit, double numbers) {
        label_ = label;
        makeRoom(numbers);
        sayWhyNot(choose(workbench_, label, edit, form_->isOfAllLayers(), gesture_, numbers));
    });
    connect(form_, &OperationForm::takenBack, this, &OperationPopup::takeBack);
    connect(&workbench_, &Workbench::documentReplaced, this, [this] {
        if (gesture_ > 0) setDragging(false); // Esc must not bring the old one back
    });
    connect(form_, &OperationForm::dragging, this, &OperationPopup::setDragging);
    applyFieldHabits(*this);
}

void OperationPopup::take(const Setting& setting, double value, int gesture) {
    const ViewState& state = workbench_.state();
    if (setting.numbers) makeRoom(setting.numbers(state.session, state.view));
    sayWhyNot(choose(workbench_, setting, value, form_->isOfAllLayers(), gesture));
}

/// What may take long has a window of its own, which no popup may cover.
void OperationPopup::makeRoom(double numbers) {
    if (numbersIn(workbench_, numbers, form_->isOfAllLayers()) > Workbench::kMany) hide();
}

void OperationPopup::sayWhyNot(bool isDone) {
    form_->say({});
    if (!isDone && isVisible()) {
        form_->say(workbench_.state().problem);
        workbench_.report({}); // it is said here
    }
    fitHeight();
}

void OperationPopup::setDragging(bool on) {
    gesture_ = on ? workbench_.newGesture() : 0;
    before_ = on ? workbench_.state().session : Session();
    workbench_.setDragging(on);
}

/// The gesture ends where it began, in every layer: no step of history stays.
void OperationPopup::takeBack() {
    if (gesture_ == 0) return;
    workbench_.apply(
        label_, [before = before_](const Session&, const Watch&) { return before; }, gesture_);
}

void OperationPopup::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    if (gesture_ > 0) setDragging(false);
}

void OperationPopup::begin(const ViewState& state) {
    form_->forgetRefused();
    present(state);
}

void OperationPopup::present(const ViewState& state) {
    form_->present(state.session, state.view, *state.theme);
    fitHeight();
}

void OperationPopup::remark(const QString& text) {
    form_->remark(text);
    fitHeight();
}

/// Fields appear and disappear, and a refusal may take several lines.
void OperationPopup::fitHeight() {
    layout()->activate();
    resize(width(), layout()->totalHeightForWidth(width()));
}

void OperationPopup::showBelow(const QWidget& button, const QWidget& strip) {
    ensurePolished();
    fitHeight();
    const QRect screen = button.screen()->availableGeometry();
    const QPoint below(button.mapToGlobal(QPoint((button.width() - width()) / 2, 0)).x(),
                       strip.mapToGlobal(QPoint(0, strip.height() + 2)).y());
    move(std::clamp(below.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         std::clamp(below.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    show();
}

} // namespace headlight
