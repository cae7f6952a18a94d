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

/// The choices of an operation, below its button: a field for each that applies. Esc, or a press beside it, closes it.
class OperationPopup : public QFrame {
    Q_OBJECT

public:
    OperationPopup(Workbench& workbench, const Operation& operation, QWidget* parent);

    void begin(const ViewState& state); ///< as it is when it is opened: nothing is refused yet
    void present(const ViewState& state);
    void showBelow(const QWidget& button, const QWidget& strip); ///< and below the pictures of the strip

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
    void takeEdit(const QString& label, const SettingEdit& edit, double numbers); ///< that makes so many numbers
    bool isOfAllLayers() const; ///< the box is checked, or Shift is held and no field was left
    void makeRoom(double numbers);
    void sayWhyNot(bool isDone);
    void say(const QString& problem); ///< what was refused; empty: nothing
    void setDragging(bool on);
    void fitHeight();

    Workbench& workbench_;
    QFormLayout* form_;
    std::vector<Shower> showers_;
    std::vector<std::pair<const Setting*, QWidget*>> tipped_; ///< what shows the setting's tip
    std::vector<QLineEdit*> typed_;                           ///< fields for text
    bool isLeft_ = false; ///< the value was committed because its field lost the focus
    QCheckBox* allLayers_ = nullptr;
    QLabel* problem_;
    TypingGesture steps_; ///< of a slider, by keys or the wheel
    int gesture_ = 0;     ///< of a slider that is held
};

template <class Field>
Field* OperationPopup::named(const Setting& setting, Field* field) {
    field->setAccessibleName(setting.shownName());
    tipped_.emplace_back(&setting, field);
    return field;
}

} // namespace headlight
