#include "panels/pipeline/OperationPopup.h"

#include "controls/buttons.h"
#include "controls/numberFields.h"
#include "document/costs.h"
#include "document/mapActions.h"
#include "panels/pipeline/givenMask.h"
#include "style/fieldHabits.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight {
namespace {

constexpr int kPopupWidth = 320; // px at the usual size of text

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

void OperationPopup::focusOn(const Setting& setting) {
    const auto of = std::ranges::find(tipped_, &setting, &std::pair<const Setting*, QWidget*>::first);
    if (of != tipped_.end()) of->second->setFocus(Qt::TabFocusReason); // which selects the text
}

// The fields of the choices.

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
    auto* beside = laidOut<QHBoxLayout>(row, {0, 0, 0, 0});
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
    connect(field, &QSpinBox::valueChanged, this, [this, field, &setting, &of](int value) {
        const QScopedValueRollback leaving(isLeft_, !field->hasFocus());
        take(setting, of, value);
    });
    connect(field, &SizeField::refused, this, &OperationPopup::say);
    addRow(setting, field);
    return [field, &of](const Session& s, const View& v) {
        const QSignalBlocker isPresenting(field);
        if (const int now = of.value(s, v); field->value() != now)
            field->setValue(now); // an equal one would end typing
    };
}

/// Makes a list of tokens with a box each. Equal tokens are told apart by their positions.
OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Tokens& of) {
    constexpr int kHeight = 150; // px
    auto* list = named(setting, new QListWidget);
    list->setUniformItemSizes(true);
    list->setMaximumHeight(kHeight);
    connect(list, &QListWidget::itemChanged, this, [=, this, &setting, &of](const QListWidgetItem* item) {
        take(setting, of, Setting::TokenSwitch{list->row(item), item->checkState() == Qt::Checked});
    });
    auto* label = new QLabel(setting.shownName());
    label->setBuddy(list);
    form_->addRow(label);
    form_->addRow(list);
    return [=, &of, named = std::pair<Frozen<Tokens>, bool>()](const Session& s, const View& v) mutable {
        const QSignalBlocker isPresenting(list);
        const std::vector<int> on = of.value(s, v);
        const std::pair now(keyText(s).tokens, conventions().fromZero);
        const bool isNew = std::exchange(named, now) != now;
        if (isNew) list->clear();
        for (int place = 0; isNew && now.first && place < now.first->count(); ++place)
            list->addItem(shownToken(*now.first, place));
        for (int place = 0; place < list->count(); ++place)
            list->item(place)->setCheckState(std::ranges::binary_search(on, place) ? Qt::Checked : Qt::Unchecked);
    };
}

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Cells&) {
    auto* buttons = new QWidget;
    auto* column = laidOut<QVBoxLayout>(buttons, {0, 0, 0, 0}, 6);
    auto *first = new QHBoxLayout, *fills = new QHBoxLayout;
    const auto add = [this](QHBoxLayout& row, const QString& text, const QString& name, const QString& tip, auto act) {
        QPushButton* button = textButton(text, name, tip);
        connect(button, &QPushButton::clicked, this, act);
        row.addWidget(button);
        return button;
    };
    QPushButton* edit = add(*first, tr("Edit in the map"), tr("Edit in the map"), {}, [this](bool on) {
        hide();
        turnMaps(workbench_, maskAction(), on);
    });
    edit->setCheckable(true);
    first->setStretch(0, 1);
    add(*first, tr("Paste"), tr("Paste mask"),
        tr("Paste a mask of queries × keys, or one row of keys: 1 or True means that a query may attend, or 0 and -inf "
           "as added to scores. Where True means hidden, as in nn.MultiheadAttention, use Invert afterwards"),
        [this, &setting] {
            const auto paste = [text = QApplication::clipboard()->text().toStdString()](
                                   const Session& s, const View& v) { return withMaskText(s, v.layer, text); };
            changeMask(tr("%1: paste").arg(setting.shownName()), paste);
        });
    for (const auto& [fill, name, tip] :
         {std::tuple(MaskFill::All, tr("Show all"), tr("Every query may attend to every key")),
          std::tuple(MaskFill::None, tr("Hide all"), tr("No query may attend to any key")),
          std::tuple(MaskFill::Causal, tr("Causal"), tr("No query may attend to keys after it")),
          std::tuple(MaskFill::Invert, tr("Invert"), tr("Swap allowed and hidden cells"))})
        add(*fills, name, name, tip, [this, &setting, fill = fill, name = name] {
            changeMask(tr("%1: %2").arg(setting.shownName(), name.toLower()),
                       [fill](const Session& s, const View& v) { return withMaskFilled(s, v.layer, fill); });
        });
    fills->addStretch();
    column->addLayout(first);
    column->addWidget(wrappedLabel(maskAction().shownTip(), "caption"));
    column->addLayout(fills);
    form_->addRow(buttons);
    return [this, edit](const Session&, const View&) { edit->setChecked(maskAction().isOn(workbench_.state().maps)); };
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
