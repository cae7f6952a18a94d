#pragma once

#include "style/Theme.h"

#include <QString>

class QWidget;

namespace headlight {

/// The style sheet of the whole application. Widgets ask for a look by the dynamic property "role":
///   QLabel       "heading" small capitals over a panel, "caption" muted small text, "title" of a card, "problem"
///   QPushButton, QToolButton   none: what does something; checkable: a choice that adds to others;
///                "segment" a choice that replaces another, on a QFrame "track" (controls/makeTrack);
///                "link" a sign alone, as the cross that closes a card
///   QFrame       "card" a rounded surface
///   QWidget      "side" a panel at the side, "status" the strip at the bottom, "message" what went wrong,
///                or, with the property "kind", "caution" what was done in part
///   QPlainTextEdit "sentence"
/// The property invalid="true" outlines a field in the error colour, selected="true" writes a title in the accent.
QString styleSheet(const Theme&);

/// Sets such a property while the widget is shown: the sheet looks at it anew, if it has changed.
void setLook(QWidget& widget, const char* property, bool on);

} // namespace headlight
