#pragma once

#include "document/TypingGesture.h"
#include "document/ViewState.h"
#include "panels/pipeline/operations.h"

#include <QFrame>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSlider;

namespace headlight {

class Workbench;

/// The choices of an operation, below its button, with a field for each that applies. Esc, or a press beside it, closes
/// it.
class OperationPopup : public QFrame {
    Q_OBJECT

public:
    OperationPopup(Workbench& workbench, const Operation& operation, QWidget* parent);

    void begin(const ViewState& state); ///< presents it anew for opening, without refused input
    void present(const ViewState& state);
    void showBelow(const QWidget& button, const QWidget& strip); ///< shows the popup below both widgets

protected:
    void hideEvent(QHideEvent*) override;

private:
    using Shower = std::function<void(const Session&, const View&)>;
    Shower makeControl(const Setting& setting);
    Shower makeSwitch(const Setting& setting);
    Shower makeChoice(const Setting& setting);
    Shower makeNumber(const Setting& setting);
    Shower makeSize(const Setting& setting);
    Shower makeTokens(const Setting& setting);
    Shower makeCells(const Setting& setting);
    Shower makeAct(const Setting& setting);
    template <class Field>
    Field* named(const Setting& setting, Field* field);
    void addRow(const Setting& setting, QWidget* field);
    QSlider* makeSlider(const Setting& setting, const std::shared_ptr<const double>& now); ///< `now`: its value

    void takeTyped(const Setting& setting, QLineEdit& field, const QString& shown); ///< `shown`: as presented
    void takeNumber(const Setting& setting, const QString& typed);
    void takeSeed(const Setting& setting, const QString& typed);
    void take(const Setting& setting, double value);
    void take(const Setting& setting, double value, int gesture);
    void takeEdit(const QString& label, const SettingEdit& edit, double numbers); ///< `numbers`: made by it
    bool isOfAllLayers() const; ///< the box is checked, or Shift is held and no field was left
    void hideForLongEdit(double numbers);
    void sayWhyNot(bool isDone);
    void say(const QString& problem); ///< empty: nothing was refused
    void setDragging(bool on);
    void fitHeight();

    Workbench& workbench_;
    QFormLayout* form_;
    std::vector<Shower> showers_;
    std::vector<std::pair<const Setting*, QWidget*>> tipped_; ///< the widgets with the setting's tip
    std::vector<QLineEdit*> typed_;                           ///< fields for text
    bool isLeft_ = false; ///< a value is being taken because its field lost the focus
    QCheckBox* allLayers_ = nullptr;
    QLabel* problem_;
    TypingGesture steps_; ///< the gestures of a slider that keys or the wheel move
    int gesture_ = 0;     ///< the gesture of a slider that is held
};

template <class Field>
Field* OperationPopup::named(const Setting& setting, Field* field) {
    field->setAccessibleName(setting.shownName());
    tipped_.emplace_back(&setting, field);
    return field;
}

} // namespace headlight
