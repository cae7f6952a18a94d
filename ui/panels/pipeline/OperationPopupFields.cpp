// The fields of an operation's choices.

#include "controls/FactorSlider.h"
#include "controls/NumberField.h"
#include "controls/SizeField.h"
#include "document/costs.h"
#include "document/mapActions.h"
#include "panels/pipeline/MaskButtons.h"
#include "panels/pipeline/OperationPopup.h"
#include "panels/pipeline/TokenChecks.h"
#include "words/parameterWords.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>

#include <cstdint>
#include <limits>
#include <memory>

namespace headlight {
namespace {

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

template <class Field>
Field* OperationPopup::named(const Setting& setting, Field* field) {
    field->setAccessibleName(setting.shownName());
    tipped_.emplace_back(&setting, field);
    return field;
}

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

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Choice& of) {
    auto* box = named(setting, new QComboBox);
    box->addItems(of.choices());
    connect(box, &QComboBox::activated, this, [this, &setting, &of](int index) { take(setting, of, index); });
    addRow(setting, box);
    return [box, &of](const Session& s, const View& v) { box->setCurrentIndex(of.value(s, v)); };
}

template <class Kind>
OperationPopup::Shower OperationPopup::make(const Setting& setting, const Kind& of) {
    auto* row = new QWidget;
    auto* beside = new QHBoxLayout(row);
    beside->setContentsMargins(0, 0, 0, 0);
    auto* field = named(setting, new NumberField(setting.shownName()));
    connect(field, &NumberField::entered, this, [this, field, &setting, &of] { takeTyped(setting, of, *field); });
    FactorSlider* slider = nullptr;
    if constexpr (requires { of.max; })
        if (of.max > 0) {
            beside->addWidget(slider = makeSlider(setting, of), 1);
            field->setMaximumWidth(72);
        }
    beside->addWidget(field, slider ? 0 : 1);
    addRow(setting, row);
    return [field, slider, &of](const Session& s, const View& v) {
        const auto value = of.value(s, v);
        field->present(valueText(value));
        if (slider) slider->present(static_cast<double>(value));
    };
}

FactorSlider* OperationPopup::makeSlider(const Setting& setting, const Setting::Number& of) {
    auto* slider = named(setting, new FactorSlider(of.min, of.max));
    slider->setAccessibleName(tr("%1 slider").arg(setting.shownName()));
    connect(slider, &QSlider::sliderPressed, this, [this] { setDragging(true); });
    connect(slider, &QSlider::sliderReleased, this, [this] { setDragging(false); });
    connect(slider, &FactorSlider::chosen, this, [this, slider, &setting, &of](double value) {
        if (slider->isSliderDown()) {
            take(setting, of, value);
            return;
        }
        take(setting.step(workbench_.state(), of, value), steps_.begin(workbench_, workbench_.scheduler().now()));
        steps_.made(workbench_);
    });
    return slider;
}

template <class Kind>
void OperationPopup::takeTyped(const Setting& setting, const Kind& of, NumberField& field) {
    const QScopedValueRollback leaving(isLeft_, !field.hasFocus());
    say({});
    const auto value = read(setting, of, field.text());
    if (!value) say(QString::fromStdString(value.text()));
    const bool isTaken = value && take(setting, of, *value);
    field.setRefused(!isTaken);
    if (isTaken) field.showValue(); // presented meanwhile
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Size& of) {
    auto* field = named(setting, new SizeField(setting.shownName(), of.max));
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

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Tokens& of) {
    auto* list = named(setting, new TokenChecks);
    connect(list, &TokenChecks::switched, this, [this, &setting, &of](int place, bool isOn) {
        take(setting, of, Setting::TokenSwitch{place, isOn});
    });
    auto* label = new QLabel(setting.shownName());
    label->setBuddy(list);
    form_->addRow(label);
    form_->addRow(list);
    return [list, &of](const Session& s, const View& v) { list->present(keyText(s).tokens, of.value(s, v)); };
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Cells&) {
    auto* buttons = new MaskButtons;
    connect(buttons, &MaskButtons::editWanted, this, [this](bool on) {
        hide();
        turnMaps(workbench_, maskAction(), on);
    });
    connect(buttons, &MaskButtons::fillWanted, this, [this, &setting](MaskFill fill, const QString& name) {
        changeMask(tr("%1: %2").arg(setting.shownName(), name.toLower()),
                   [fill](const Session& s, const View& v) { return withMaskFilled(s, v.layer, fill); });
    });
    connect(buttons, &MaskButtons::pasteWanted, this, [this, &setting](const QString& text) {
        changeMask(tr("%1: paste").arg(setting.shownName()),
                   [text](const Session& s, const View& v) { return withMaskText(s, v.layer, text.toStdString()); });
    });
    form_->addRow(buttons);
    return
        [this, buttons](const Session&, const View&) { buttons->present(maskAction().isOn(workbench_.state().maps)); };
}

void OperationPopup::changeMask(const QString& label, const SettingStep::Edit& edit) {
    const ViewState& state = workbench_.state();
    take({label, edit, numbersOfMask(sizesOf(state.session, state.view.layer))}, gesture_);
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Act& of) {
    auto* button = named(setting, new QPushButton(setting.shownName()));
    connect(button, &QPushButton::clicked, this, [this, &setting, &of] { take(setting, of); });
    form_->addRow(button);
    return [](const Session&, const View&) {};
}

} // namespace headlight
