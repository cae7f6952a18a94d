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
double valueAt(int step, const Setting& setting) {
    const double exact = setting.min * std::pow(setting.max / setting.min, double(step) / kSteps);
    return QString::number(exact, 'g', 2).toDouble();
}
int stepOf(double value, const Setting& setting) {
    const double share = std::log(value / setting.min) / std::log(setting.max / setting.min);
    return static_cast<int>(std::lround(std::clamp(share, 0., 1.) * kSteps));
}
/// Returns the next rounded value that differs from `from`, so that each key changes it; 0 and kSteps end the search.
double nextValue(double from, int step, const Setting& setting) {
    const int towards = step < stepOf(from, setting) ? -1 : 1;
    while (valueAt(step, setting) == from && step > 0 && step < kSteps) step += towards;
    return valueAt(step, setting);
}

} // namespace

void OperationPopup::addRow(const Setting& setting, QWidget* field) {
    auto* label = new QLabel(symbolHtml(setting.shownName()));
    label->setBuddy(field);
    form_->addRow(label, field);
}

OperationPopup::Shower OperationPopup::makeControl(const Setting& setting) {
    const int row = form_->rowCount();
    Shower show;
    switch (setting.kind) {
    case Setting::Kind::Switch: show = makeSwitch(setting); break;
    case Setting::Kind::Choice:
    case Setting::Kind::Look: show = makeChoice(setting); break;
    case Setting::Kind::Number:
    case Setting::Kind::Slider:
    case Setting::Kind::Seed: show = makeNumber(setting); break;
    case Setting::Kind::Size: show = makeSize(setting); break;
    case Setting::Kind::Tokens: show = makeTokens(setting); break;
    case Setting::Kind::Cells: show = makeCells(setting); break;
    case Setting::Kind::Act: show = makeAct(setting); break;
    }
    return [this, &setting, row, show](const Session& session, const View& view) {
        const bool applies = setting.isApplicable(session, view);
        form_->setRowVisible(row, applies);
        if (applies) show(session, view);
    };
}

OperationPopup::Shower OperationPopup::makeSwitch(const Setting& setting) {
    auto* box = named(setting, new QCheckBox(setting.shownName()));
    connect(box, &QCheckBox::clicked, this, [this, &setting](bool on) { take(setting, on ? 1 : 0); });
    form_->addRow(box);
    return [box, &setting](const Session& s, const View& v) { box->setChecked(setting.isOn(s, v)); };
}

OperationPopup::Shower OperationPopup::makeChoice(const Setting& setting) {
    auto* box = named(setting, new QComboBox);
    connect(box, &QComboBox::activated, this, [this, &setting](int index) { take(setting, index); });
    addRow(setting, box);
    return [box, &setting](const Session& s, const View& v) {
        const QStringList choices = setting.choices(s, v);
        while (box->count() > choices.size()) box->removeItem(box->count() - 1);
        for (int i = 0; i < choices.size(); ++i) {
            if (i == box->count()) box->addItem(choices[i]);
            if (box->itemText(i) != choices[i]) box->setItemText(i, choices[i]);
        }
        box->setCurrentIndex(static_cast<int>(setting.value(s, v)));
    };
}

/// Makes a field for a number. A refused input stays, to be mended, until the value changes.
OperationPopup::Shower OperationPopup::makeNumber(const Setting& setting) {
    auto* row = new QWidget;
    auto* beside = new QHBoxLayout(row);
    beside->setContentsMargins(0, 0, 0, 0);
    auto* field = named(setting, new QLineEdit);
    typed_.push_back(field);
    const auto shown = std::make_shared<QString>();
    const auto now = std::make_shared<double>(0);
    connect(field, &QLineEdit::editingFinished, this,
            [this, field, shown, &setting] { takeTyped(setting, *field, *shown); });
    connect(field, &QLineEdit::textEdited, this, [field] { setLook(*field, "invalid", false); });
    QSlider* slider = setting.kind == Setting::Kind::Slider ? makeSlider(setting, now) : nullptr;
    if (slider) {
        beside->addWidget(slider, 1);
        field->setMaximumWidth(72);
    }
    beside->addWidget(field, slider ? 0 : 1);
    addRow(setting, row);
    return [field, slider, shown, now, &setting](const Session& s, const View& v) {
        const bool isSeed = setting.kind == Setting::Kind::Seed;
        const QString text = isSeed ? QString::number(setting.seed(s, v)) : valueText(setting.value(s, v));
        const bool hasChanged = std::exchange(*shown, text) != text;
        if (hasChanged || !field->isModified()) {
            if (field->text() != text) field->setText(text);
            field->setModified(false);
            setLook(*field, "invalid", false);
        }
        if (slider) *now = setting.value(s, v);
        if (slider && !slider->isSliderDown()) slider->setValue(stepOf(*now, setting));
    };
}

QSlider* OperationPopup::makeSlider(const Setting& setting, const std::shared_ptr<const double>& now) {
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setAccessibleName(tr("%1 slider").arg(setting.shownName()));
    tipped_.emplace_back(&setting, slider);
    slider->setRange(0, kSteps);
    slider->setPageStep(kSteps / 10);
    slider->setMinimumWidth(80);
    connect(slider, &QSlider::sliderPressed, this, [this] { setDragging(true); });
    connect(slider, &QSlider::sliderReleased, this, [this] { setDragging(false); });
    // Unlike valueChanged, this is emitted only by the user.
    connect(slider, &QSlider::actionTriggered, this, [this, slider, now, &setting] {
        const int step = slider->sliderPosition();
        if (slider->isSliderDown()) return take(setting, valueAt(step, setting));
        take(setting, nextValue(*now, step, setting), steps_.begin(workbench_, workbench_.now()));
        steps_.made(workbench_);
    });
    return slider;
}

/// Takes a typed value. Leaving a field that is marked as refused does not try again.
void OperationPopup::takeTyped(const Setting& setting, QLineEdit& field, const QString& shown) {
    const bool isRefused = field.property("invalid").toBool();
    if (!field.isModified() || (isRefused && !field.hasFocus())) return;
    const QScopedValueRollback leaving(isLeft_, !field.hasFocus());
    say({});
    setting.kind == Setting::Kind::Seed ? takeSeed(setting, field.text()) : takeNumber(setting, field.text());
    const bool isTaken = problem_->text().isEmpty();
    setLook(field, "invalid", !isTaken);
    if (isTaken) field.setText(shown); // updated meanwhile; "0.50" becomes "0.5"
}

void OperationPopup::takeNumber(const Setting& setting, const QString& typed) {
    const Result<double> value = valueFromInput(typed);
    if (!value) return say(QString::fromStdString(value.text()));
    take(setting, *value);
}

void OperationPopup::takeSeed(const Setting& setting, const QString& typed) {
    bool isWhole = false;
    const std::uint64_t seed = typed.trimmed().toULongLong(&isWhole);
    if (!isWhole)
        return say(tr("%1 must be a whole number from 0 to %2, not %3.")
                       .arg(setting.shownName())
                       .arg(std::numeric_limits<std::uint64_t>::max())
                       .arg(typed));
    takeEdit(
        translatedOperation("%1 %2").arg(setting.shownName()).arg(seed),
        [with = setting.withSeed, seed](const Session& s, const View& v) { return with(s, v, seed); }, 1);
}

OperationPopup::Shower OperationPopup::makeSize(const Setting& setting) {
    auto* field = new SizeField(setting.shownName(), static_cast<int>(setting.max));
    tipped_.emplace_back(&setting, field);
    const auto shown = std::make_shared<int>(0);
    // This is called when present() writes, too: then the value is the shown one, and there is no edit.
    connect(field, &QSpinBox::valueChanged, this, [this, field, shown, &setting](int value) {
        const QScopedValueRollback leaving(isLeft_, !field->hasFocus());
        if (value != *shown) take(setting, value);
    });
    connect(field, &SizeField::refused, this, &OperationPopup::say);
    addRow(setting, field);
    return [field, shown, &setting](const Session& s, const View& v) {
        *shown = static_cast<int>(setting.value(s, v));
        if (field->value() != *shown) field->setValue(*shown); // setting an equal one would end typing
    };
}

OperationPopup::Shower OperationPopup::makeAct(const Setting& setting) {
    auto* button = named(setting, new QPushButton(setting.shownName()));
    connect(button, &QPushButton::clicked, this, [this, &setting] { take(setting, 0); });
    form_->addRow(button);
    return [](const Session&, const View&) {};
}

} // namespace headlight
