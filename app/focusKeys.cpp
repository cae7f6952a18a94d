#include "focusKeys.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>

#include <optional>

namespace headlight {
namespace {

struct Field {
    bool isEditable, hasMarked, hasText;
};

std::optional<Field> fieldAtFocus() {
    QWidget* focus = QApplication::focusWidget();
    if (auto* box = qobject_cast<QAbstractSpinBox*>(focus)) focus = box->findChild<QLineEdit*>();
    if (const auto* line = qobject_cast<QLineEdit*>(focus))
        return Field{!line->isReadOnly(), line->hasSelectedText(), !line->text().isEmpty()};
    if (const auto* text = qobject_cast<QPlainTextEdit*>(focus))
        return Field{!text->isReadOnly(), text->textCursor().hasSelection(), !text->document()->isEmpty()};
    return std::nullopt;
}

} // namespace

bool focusTakes(QKeySequence::StandardKey key) {
    const QWidget* focus = QApplication::focusWidget();
    if (!focus) return false;
    const bool hasClip = !QApplication::clipboard()->text().isEmpty();
    if (const auto field = fieldAtFocus()) switch (key) {
        case QKeySequence::Cut: return field->isEditable && field->hasMarked;
        case QKeySequence::Copy: return field->hasMarked;
        case QKeySequence::Paste: return field->isEditable && hasClip;
        default: return field->hasText;
        }
    if (const auto* table = qobject_cast<const QAbstractItemView*>(focus)) {
        const bool isEditable = table->editTriggers() != QAbstractItemView::NoEditTriggers;
        return key == QKeySequence::Copy || key == QKeySequence::SelectAll ||
               (key == QKeySequence::Paste && isEditable && hasClip);
    }
    return key == QKeySequence::Copy;
}

void pressAtFocus(QKeySequence::StandardKey key) {
    // If the menu bar has the focus, Qt takes the key for the menu's own shortcut, and calls this again.
    static bool isPressing = false;
    if (isPressing) return;
    const QScopedValueRollback guard(isPressing, true);
    const QList<QKeySequence> bindings = QKeySequence::keyBindings(key);
    if (bindings.isEmpty() || !QApplication::focusWidget()) return;
    const QKeyCombination keys = bindings.first()[0];
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, keys.key(), keys.keyboardModifiers());
        if (QWidget* focus = QApplication::focusWidget()) QApplication::sendEvent(focus, &event);
    }
}

bool focusHasMarkedText() {
    const auto field = fieldAtFocus();
    return field && field->hasMarked;
}

} // namespace headlight
