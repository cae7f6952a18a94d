#pragma once

#include <QString>

#include "style/Theme.h"

namespace headlight {

/// The style sheet of the whole application. Widgets ask for a look by the dynamic property "role":
///   QLabel       "heading" small capitals over a panel, "caption" muted small text, "title" of a card, "problem"
///   QPushButton  "segment" one of a row of tabs (checkable), "primary", "link"
///   QFrame       "card" a rounded surface, "bar" a strip such as the header
///   QLineEdit    "sentence" the large one; [invalid="true"] outlines it in the error colour
QString styleSheet(const Theme&);

} // namespace headlight
