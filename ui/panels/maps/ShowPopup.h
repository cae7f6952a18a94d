#pragma once

#include "controls/PopupBase.h"

class QMenu;

namespace headlight {

/// The entries of a menu as buttons, which stays open while several are chosen. Sections of the menu have headings.
/// It is made anew to be opened, and deletes itself.
class ShowPopup : public PopupBase {
    Q_OBJECT

public:
    ShowPopup(const QMenu& menu, QWidget* parent);
};

} // namespace headlight
