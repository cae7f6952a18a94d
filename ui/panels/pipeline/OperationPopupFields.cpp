// The fields of an operation's choices, except those of masks.

#include "controls/SizeField.h"
#include "panels/pipeline/OperationPopup.h"
#include "style/styleSheet.h"
#include "words/parameterWords.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace headlight {
namespace {

constexpr int kSteps = 200;

/// Returns the value at a step of a slider that goes from `min` to `max` in equal factors, rounded to two digits.
double valueAt(int step, const Setting::Number& of) {
    const double exact = of.min * std::pow(of.max / of.min, double(step) / kSteps);
    return QString::number(exact, 'g', 2).toDouble();
}
int stepOf(double value, const Setting::Number& of) {
    const double share = std::log(value / of.min) / std::log(of.max / of.min);
    return static_cast<int>(std::lround(std::clamp(share, 0., 1.) * kSteps));
}
/// Returns the next rounded value that differs from `from`, so that each key changes it; 0 and kSteps end the search.
double nextValue(double from, int step, const Setting::Number& of) {
    const int towards = step < stepOf(from, of) ? -1 : 1;
    while (valueAt(step, of) == from && step > 0 && step < kSteps) step += towards;
    return valueAt(step, of);
}

Result<double> read(const Setting&, const Setting::Number&, const QString& typed) { return valueFromInput(typed); }
Result<std::uint64_t> read(const Setting& setting, const Setting::Seed&, const QString& typed) {
    bool isWhole = false;
    const std::uint64_t seed = typed.trimmed().toULongLong(&isWhole);
    if (isWhole) return seed;
    return Problem{OperationPopup::tr("%1 must be a whole number from 0 to %2, not %3.")
                       .arg(setting.shownName())
                       .arg(std::numeric_limits<std::uint64_t>::max())
                       .arg(typed)
                       .toStdString()};
}

} // namespace

void OperationPopup::addRow(const Setting& setting, QWidget* field) {
    auto* label = new QLabel(symbolHtml(setting.shownName()));
    label->setBuddy(field);
    form_->addRow(label, field);
}

OperationPopup::Shower OperationPopup::makeRow(const Setting& setting) {
    const int row = form_->rowCount();
    const Shower show = std::visit([&](const auto& of) { return make(setting, of); }, setting.kind);
    return [this, &setting, row, show](const Session& session, const View& view) {
        const bool applies = setting.isApplicable(session, view);
        form_->setRowVisible(row, applies);
        if (applies) show(session, view);
    };
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Switch& of) {
    auto* box = named(setting, new QCheckBox(setting.shownName()));
    connect(box, &QCheckBox::clicked, this, [this, &setting, &of](bool on) { take(setting, of, on); });
    form_->addRow(box);
    return [box, &of](const Session& s, const View& v) { box->setChecked(of.value(s, v)); };
}

template <class Kind>
requires requires { &Kind::choices; }
OperationPopup::Shower OperationPopup::make(const Setting& setting, const Kind& of) {
    auto* box = named(setting, new QComboBox);
    connect(box, &QComboBox::activated, this, [this, &setting, &of](int index) { take(setting, of, index); });
    addRow(setting, box);
    return [box, &of](const Session& s, const View& v) {
        const QStringList choices = of.choices(s, v);
        while (box->count() > choices.size()) box->removeItem(box->count() - 1);
        for (int i = 0; i < choices.size(); ++i) {
            if (i == box->count()) box->addItem(choices[i]);
            if (box->itemText(i) != choices[i]) box->setItemText(i, choices[i]);
        }
        box->setCurrentIndex(of.value(s, v));
    };
}

/// Makes a field for a number. A refused input stays, to be mended, until the value changes.
template <class Kind>
OperationPopup::Shower OperationPopup::make(const Setting& setting, const Kind& of) {
    auto* row = new QWidget;
    auto* beside = new QHBoxLayout(row);
    beside->setContentsMargins(0, 0, 0, 0);
    auto* field = named(setting, new QLineEdit);
    const auto shown = std::make_shared<QString>();
    connect(field, &QLineEdit::editingFinished, this,
            [this, field, shown, &setting, &of] { takeTyped(setting, of, *field, *shown); });
    connect(field, &QLineEdit::textEdited, this, [field] { setLook(*field, "invalid", false); });
    std::function<void(double)> slide;
    if constexpr (requires { of.max; })
        if (of.max > 0) slide = addSlider(*beside, setting, of), field->setMaximumWidth(72);
    beside->addWidget(field, slide ? 0 : 1);
    addRow(setting, row);
    return [field, slide, shown, &of](const Session& s, const View& v) {
        const auto value = of.value(s, v);
        const QString text = valueText(value);
        const bool hasChanged = std::exchange(*shown, text) != text;
        if (hasChanged || !field->isModified()) {
            if (field->text() != text) field->setText(text);
            field->setModified(false);
            setLook(*field, "invalid", false);
        }
        if (slide) slide(static_cast<double>(value));
    };
}

std::function<void(double)> OperationPopup::addSlider(QBoxLayout& row, const Setting& setting,
                                                      const Setting::Number& of) {
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setAccessibleName(tr("%1 slider").arg(setting.shownName()));
    tipped_.emplace_back(&setting, slider);
    slider->setRange(0, kSteps);
    slider->setPageStep(kSteps / 10);
    slider->setMinimumWidth(80);
    row.addWidget(slider, 1);
    const auto shown = std::make_shared<double>(0);
    connect(slider, &QSlider::sliderPressed, this, [this] { setDragging(true); });
    connect(slider, &QSlider::sliderReleased, this, [this] { setDragging(false); });
    // Unlike valueChanged, this is emitted only by the user.
    connect(slider, &QSlider::actionTriggered, this, [this, slider, shown, &setting, &of] {
        const int step = slider->sliderPosition();
        if (slider->isSliderDown()) return take(setting, of, valueAt(step, of));
        take(setting.step(workbench_.state(), of, nextValue(*shown, step, of)),
             steps_.begin(workbench_, workbench_.scheduler().now()));
        steps_.made(workbench_);
    });
    return [slider, shown, &of](double value) {
        *shown = value;
        if (!slider->isSliderDown()) slider->setValue(stepOf(value, of));
    };
}

/// Takes a typed value. Leaving a field that is marked as refused does not try again.
template <class Kind>
void OperationPopup::takeTyped(const Setting& setting, const Kind& of, QLineEdit& field, const QString& shown) {
    const bool isRefused = field.property("invalid").toBool();
    if (!field.isModified() || (isRefused && !field.hasFocus())) return;
    const QScopedValueRollback leaving(isLeft_, !field.hasFocus());
    say({});
    const auto value = read(setting, of, field.text());
    value ? take(setting, of, *value) : say(QString::fromStdString(value.text()));
    const bool isTaken = problem_->text().isEmpty();
    setLook(field, "invalid", !isTaken);
    if (isTaken) field.setText(shown); // updated meanwhile; "0.50" becomes "0.5"
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Size& of) {
    auto* field = new SizeField(setting.shownName(), of.max);
    tipped_.emplace_back(&setting, field);
    const auto shown = std::make_shared<int>(0);
    // This is called when present() writes, too: then the value is the shown one, and there is no edit.
    connect(field, &QSpinBox::valueChanged, this, [this, field, shown, &setting, &of](int value) {
        const QScopedValueRollback leaving(isLeft_, !field->hasFocus());
        if (value != *shown) take(setting, of, value);
    });
    connect(field, &SizeField::refused, this, &OperationPopup::say);
    addRow(setting, field);
    return [field, shown, &of](const Session& s, const View& v) {
        *shown = of.value(s, v);
        if (field->value() != *shown) field->setValue(*shown); // setting an equal one would end typing
    };
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Act& of) {
    auto* button = named(setting, new QPushButton(setting.shownName()));
    connect(button, &QPushButton::clicked, this, [this, &setting, &of] { take(setting, of); });
    form_->addRow(button);
    return [](const Session&, const View&) {};
}

} // namespace headlight
