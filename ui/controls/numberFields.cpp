#include "controls/numberFields.h"

#include "style/styleSheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

NumberField::NumberField(const QString& name, QWidget* parent) : QLineEdit(parent) {
    setAccessibleName(name);
    connect(this, &QLineEdit::textEdited, this, [this] { setRefused(false); });
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (isModified() && (hasFocus() || !isRefused())) emit entered();
    });
}

void NumberField::setRefused(bool on) { setLook(*this, "invalid", on); }

void NumberField::present(const QString& value) {
    const bool hasChanged = std::exchange(value_, value) != value;
    if (!hasChanged && isModified()) return;
    if (text() != value) setText(value);
    setModified(false);
    setRefused(false);
}

constexpr int kMaxInputLength = 12;

SizeField::SizeField(const QString& name, int max, QWidget* parent) : QSpinBox(parent), max_(max) {
    setAccessibleName(name);
    setLocale(QLocale::c());
    setRange(1, max);
    setKeyboardTracking(false);
    setMinimumWidth(40);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QSpinBox::editingFinished, this, &SizeField::tell);
}

QValidator::State SizeField::validate(QString& text, int& position) const {
    if (QSpinBox::validate(text, position) == QValidator::Acceptable) return QValidator::Acceptable;
    return text.size() <= kMaxInputLength ? QValidator::Intermediate : QValidator::Invalid;
}

void SizeField::fixup(QString& text) const {
    refusedText_ = text.trimmed();
    text = textFromValue(value());
}

void SizeField::stepBy(int steps) {
    if (!hasAcceptableInput()) { // the base class would take the text back and not step
        interpretText();
        refusedText_.clear(); // an arrow asks for a neighbour of the old size, not for what was typed
    }
    QSpinBox::stepBy(steps);
}

void SizeField::tell() {
    const QString text = std::exchange(refusedText_, QString());
    if (text.isEmpty()) return;
    bool isNumber = false;
    text.toInt(&isNumber);
    const QString said = isNumber ? text : QStringLiteral("“%1”").arg(text);
    emit refused(tr("%1 must be a whole number from 1 to %2, not %3.").arg(accessibleName()).arg(max_).arg(said));
}

constexpr int kSteps = 200;

FactorSlider::FactorSlider(double min, double max, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), min_(min), max_(max) {
    setRange(0, kSteps);
    setPageStep(kSteps / 10);
    setMinimumWidth(80);
    // Unlike valueChanged, this is emitted only by the user.
    connect(this, &QSlider::actionTriggered, this,
            [this] { emit chosen(isSliderDown() ? valueAt(sliderPosition()) : nextValue(sliderPosition())); });
}

void FactorSlider::present(double value) {
    value_ = value;
    if (!isSliderDown()) setValue(stepOf(value));
}

double FactorSlider::valueAt(int step) const {
    const double exact = min_ * std::pow(max_ / min_, double(step) / kSteps);
    return QString::number(exact, 'g', 2).toDouble();
}

int FactorSlider::stepOf(double value) const {
    const double share = std::log(value / min_) / std::log(max_ / min_);
    return static_cast<int>(std::lround(std::clamp(share, 0., 1.) * kSteps));
}

/// Returns the next rounded number that differs from the present one; 0 and kSteps end the search.
double FactorSlider::nextValue(int step) const {
    const int towards = step < stepOf(value_) ? -1 : 1;
    while (valueAt(step) == value_ && step > 0 && step < kSteps) step += towards;
    return valueAt(step);
}

} // namespace headlight
