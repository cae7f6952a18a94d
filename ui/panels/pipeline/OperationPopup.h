#pragma once

#include "controls/PopupBase.h"
#include "document/TypingGesture.h"
#include "document/Workbench.h"
#include "panels/pipeline/operations.h"

#include <functional>
#include <utility>
#include <vector>

class QCheckBox;
class QFormLayout;
class QLabel;

namespace headlight {

class FactorSlider;
class NumberField;

/// The choices of an operation, below its button, with a field for each that applies.
class OperationPopup : public PopupBase {
    Q_OBJECT

public:
    OperationPopup(Workbench& workbench, const Operation& operation, QWidget* parent);

    /// Presents it anew for opening, without refused input. `problem`: why the operation was not added; usually empty.
    void begin(const ViewState& state, const QString& problem);
    void present(const ViewState& state);
    void showBelow(const QWidget& button, const QWidget& strip); ///< shows the popup below both widgets
    void focusOn(const Setting& setting);

protected:
    void hideEvent(QHideEvent*) override;

private:
    using Shower = std::function<void(const Session&, const View&)>;
    Shower makeRow(const Setting& setting); ///< shown while the setting applies
    Shower make(const Setting& setting, const Setting::Switch& of);
    Shower make(const Setting& setting, const Setting::Size& of);
    Shower make(const Setting& setting, const Setting::Tokens& of);
    Shower make(const Setting& setting, const Setting::Cells& of);
    Shower make(const Setting& setting, const Setting::Act& of);
    Shower make(const Setting& setting, const Setting::Choice& of);
    template <class Kind> // a Number or a Seed
    Shower make(const Setting& setting, const Kind& of);
    template <class Field>
    Field* named(const Setting& setting, Field* field);
    void addRow(const Setting& setting, QWidget* field);
    FactorSlider* makeSlider(const Setting& setting, const Setting::Number& of);

    /// Makes the step to a value; an Act has none. Returns false if it was refused.
    template <class Kind, class... To>
    bool take(const Setting& setting, const Kind& of, const To&... to) {
        return take(setting.step(workbench_.state(), of, to...), gesture_);
    }
    bool take(const SettingStep& step, int gesture);
    template <class Kind>
    void takeTyped(const Setting& setting, const Kind& of, NumberField& field);
    void changeMask(const QString& label, const SettingStep::Edit& edit);
    bool isOfAllLayers() const;       ///< the box is checked, or Shift is held and no field was left
    void say(const QString& problem); ///< empty: nothing was refused
    void setDragging(bool on);

    Workbench& workbench_;
    QFormLayout* form_;
    std::vector<Shower> showers_;
    std::vector<std::pair<const Setting*, QWidget*>> tipped_; ///< the widgets with the setting's tip
    bool isLeft_ = false; ///< a value is being taken because its field lost the focus
    QCheckBox* allLayers_ = nullptr;
    QLabel* problem_;
    TypingGesture steps_; ///< the gestures of a slider that keys or the wheel move
    int gesture_ = 0;     ///< the gesture of a slider that is held
};

} // namespace headlight
