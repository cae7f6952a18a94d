#pragma once

#include "style/Theme.h"

#include <QString>

class QWidget;

namespace headlight {

/// The style sheet of the whole application. Widgets ask for a look by their object name. (Qt finds names in an index,
/// but would compare properties with every rule.)
///   QLabel       "caption" muted small text, "empty" in the place of content, "title" of a panel or a card, "problem"
///   QPushButton, QToolButton   no name: a command; checkable: a choice that adds to others;
///                "segment" a choice that replaces another, on a QFrame "track" (controls/SegmentButton);
///                "link" a flat button, such as the cross that closes a card
///   QFrame       "card" a rounded surface
///   QWidget      "side" a panel at the side, "status" the strip at the bottom, "message" a failure or, if the
///                property "kind" is "caution", something that was done in part
///   QPlainTextEdit "sentence"
/// The property invalid="true" outlines a field in the error colour.
QString styleSheet(const Theme&);

/// Sets such a property while the widget is shown, and applies the sheet again if it has changed.
void setLook(QWidget& widget, const char* property, const QVariant& value);

} // namespace headlight
