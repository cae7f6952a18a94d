#pragma once

#include "document/TypingGesture.h"
#include "document/ViewState.h"
#include "panels/pipeline/operations.h"

#include <QFrame>

namespace headlight {

class OperationForm;
class Workbench;

/// The choices of an operation, below its button. Esc, or a press beside it, closes it.
class OperationPopup : public QFrame {
    Q_OBJECT

public:
    OperationPopup(Workbench& workbench, const Operation& operation, QWidget* parent);

    void begin(const ViewState& state); ///< as it is when it is opened: nothing is refused yet
    void present(const ViewState& state);
    void remark(const QString& text);                            ///< see OperationForm
    void showBelow(const QWidget& button, const QWidget& strip); ///< and below the pictures of the strip

protected:
    void hideEvent(QHideEvent*) override;

private:
    void take(const Setting& setting, double value, int gesture);
    void makeRoom(double numbers);
    void sayWhyNot(bool isDone);
    void setDragging(bool on);
    void takeBack();
    void fitHeight();

    Workbench& workbench_;
    OperationForm* form_;
    TypingGesture steps_; ///< of a slider, by keys or the wheel
    int gesture_ = 0;     ///< of a slider or a stroke that is held, and
    Session before_;      ///< what there was when it began
    QString label_;       ///< of its step
};

} // namespace headlight
