#include "panels/pipeline/OperationPopup.h"

#include "style/fieldHabits.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"
#include "words/tokenText.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QVBoxLayout>

namespace headlight {

constexpr int kPopupWidth = 320; // px at the usual size of text

OperationPopup::OperationPopup(Workbench& workbench, const Operation& operation, QWidget* parent)
    : PopupBase(operation.shownName(), parent), workbench_(workbench), form_(new QFormLayout) {
    auto* column = laidOut<QVBoxLayout>(this, {16, 12, 16, 14});
    column->addWidget(wrappedLabel(operation.shownName(), "title"));
    column->addWidget(wrappedLabel(operation.shownTip(), "caption"));
    column->addSpacing(4);
    column->addLayout(form_);
    form_->setLabelAlignment(Qt::AlignLeft);
    for (const Setting& setting : operation.settings) showers_.push_back(makeRow(setting));
    if (operation.mayBeOfAllLayers) {
        allLayers_ = new QCheckBox(tr("In all layers"));
        allLayers_->setAccessibleName(allLayers_->text());
        allLayers_->setToolTip(tr("Apply changes made here to all layers, as holding Shift does"));
        form_->addRow(allLayers_);
    }
    problem_ = wrappedLabel({}, "problem"); // not a row of the form, which would cut a wrapped text
    problem_->setAccessibleDescription(tr("Refused"));
    problem_->hide();
    column->addWidget(problem_);
    followTextSize(*this, [this] { setFixedWidth(textPx(kPopupWidth)); });
    applyFieldHabits(*this);
}

bool OperationPopup::isOfAllLayers() const {
    const bool isWithShift = !isLeft_ && (QGuiApplication::keyboardModifiers() & Qt::ShiftModifier);
    return allLayers_ && (allLayers_->isChecked() || isWithShift);
}

bool OperationPopup::take(const SettingStep& step, int gesture) {
    // An edit that may take long has a window of its own, which no popup may cover.
    if (numbersIn(workbench_, step.numbers, isOfAllLayers()) > Workbench::kMany) hide();
    const bool isSaidHere = !choose(workbench_, step, isOfAllLayers(), gesture) && isVisible();
    say(isSaidHere ? workbench_.state().problem : QString());
    if (isSaidHere) workbench_.messages().report({});
    return !isSaidHere;
}

void OperationPopup::say(const QString& problem) {
    showText(*problem_, problem);
    fitHeight();
}

void OperationPopup::setDragging(bool on) {
    gesture_ = on ? workbench_.document().newGesture() : 0;
    workbench_.set(&ViewState::isDragging, on);
}

void OperationPopup::hideEvent(QHideEvent* event) {
    PopupBase::hideEvent(event);
    if (gesture_ > 0) setDragging(false);
}

void OperationPopup::begin(const ViewState& state, const QString& problem) {
    for (auto* field : findChildren<QLineEdit*>()) field->setModified(false); // forgets refused input
    say(problem);
    present(state);
}

void OperationPopup::present(const ViewState& state) {
    for (const Shower& show : showers_) show(state.session, state.view);
    for (const auto& [setting, widget] : tipped_)
        if (const QString tip = plainTip(setting->shownTip(state.session, state.view)); widget->toolTip() != tip)
            widget->setToolTip(tip);
    if (allLayers_) allLayers_->setVisible(state.session.layers.size() > 1);
    fitHeight(); // fields appear and disappear
}

void OperationPopup::showBelow(const QWidget& button, const QWidget& strip) {
    ensurePolished();
    fitHeight();
    showAt({button.mapToGlobal(QPoint((button.width() - width()) / 2, 0)).x(),
            strip.mapToGlobal(QPoint(0, strip.height() + 2)).y()});
}

} // namespace headlight
