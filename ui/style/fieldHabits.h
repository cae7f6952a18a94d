#pragma once

class QWidget;

namespace headlight {

/// How the fields of a window behave, everywhere the same: the wheel passes over combo boxes and over spin boxes that
/// have no focus (else scrolling past would change them), and undo and redo in a line or spin box are the document's,
/// not the field's own, and Ctrl+E is the window's, not "end of line". For the fields below `root` that exist now;
/// editors that come and go keep their own undo.
void applyFieldHabits(QWidget& root);

/// Such a field keeps its own undo all the same: what is typed into it is no part of the document.
void keepOwnUndo(QWidget& field);

} // namespace headlight
