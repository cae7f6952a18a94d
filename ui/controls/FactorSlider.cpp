#include "controls/FactorSlider.h"

#include <algorithm>
#include <cmath>

namespace headlight {

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
