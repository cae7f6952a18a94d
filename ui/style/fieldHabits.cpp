#include "style/fieldHabits.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

namespace headlight {
namespace {

constexpr const char* kOwnUndo = "hasOwnUndo";

class FieldHabits : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* field = static_cast<QWidget*>(watched);
        const bool passesOver = event->type() == QEvent::Wheel && (field->inherits("QComboBox") || !field->hasFocus());
        if (!passesOver && !isTheWindows(*field, event)) return false;
        event->ignore(); // passes it to the parent, or to the window's shortcut
        return true;
    }

private:
    /// True for undo and redo, unless the field keeps its own, and for Ctrl+E, which on X11 means "end of line", too.
    static bool isTheWindows(const QWidget& field, QEvent* event) {
        if (event->type() != QEvent::ShortcutOverride) return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isUndo = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
        return (isUndo && !field.property(kOwnUndo).toBool()) ||
               (key->key() == Qt::Key_E && key->modifiers() == Qt::ControlModifier);
    }
};

} // namespace

void applyFieldHabits(QWidget& root) {
    auto* habits = new FieldHabits(&root);
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        const bool isField = qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                             qobject_cast<QLineEdit*>(widget);
        if (!isField) continue;
        if (widget->focusPolicy() == Qt::WheelFocus) widget->setFocusPolicy(Qt::StrongFocus);
        widget->installEventFilter(habits);
    }
}

void keepOwnUndo(QWidget& field) { field.setProperty(kOwnUndo, true); }

} // namespace headlight
