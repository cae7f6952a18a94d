#pragma once

class QWidget;

namespace headlight {

/// Makes the fields below `root` that exist now behave alike: the wheel passes over combo boxes, and over spin boxes
/// without the focus (else scrolling past would change them); undo and redo in a line or spin box are the document's,
/// not the field's own; and Ctrl+E is the window's, not "end of line". Editors that come and go keep their own undo.
void applyFieldHabits(QWidget& root);

/// Lets such a field keep its own undo, since what is typed into it is no part of the document.
void keepOwnUndo(QWidget& field);

} // namespace headlight
