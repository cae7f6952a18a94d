#pragma once

#include "controls/PopupBase.h"
#include "session/Session.h"

#include <array>

class QToolButton;

namespace headlight {

class SizeField;
class Workbench;
struct Theme;

/// The four sizes in a popover, and the button that opens it and shows them: "d 2  d_k 3  d_v 4  3 heads". A field
/// takes an input at Enter, at an arrow or when it is left, not while typing.
class ParametersSizes : public PopupBase {
    Q_OBJECT

public:
    ParametersSizes(Workbench& workbench, QWidget* parent);
    QToolButton* button() const { return button_; }
    void present(const Sizes& sizes, bool simplified);

protected:
    bool eventFilter(QObject*, QEvent*) override; ///< watches the width of the button, for which the text is elided

private:
    void change(std::size_t place, int value); ///< `place`: of the field
    void showOnButton();

    Workbench& workbench_;
    QToolButton* button_;
    QString shown_;                ///< on the button
    const Theme* theme_ = nullptr; ///< of the button's text
    std::array<SizeField*, 4> fields_;
};

} // namespace headlight
