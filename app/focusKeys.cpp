#include "focusKeys.h"

#include "controls/TokenChips.h"
#include "controls/keyboardStop.h"
#include "panels.h"
#include "panels/maps/HeatmapsPanel.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include <algorithm>
#include <optional>
#include <vector>

namespace headlight {
namespace {

struct Field {
    bool isEditable, isMarked, isThere;
};

/// Returns the widget with the focus; of a box for numbers its field.
QWidget* fieldAtFocus() {
    QWidget* focus = QApplication::focusWidget();
    const auto* box = qobject_cast<QAbstractSpinBox*>(focus);
    return box ? box->findChild<QLineEdit*>() : focus;
}

std::optional<Field> textAtFocus() {
    const QWidget* focus = fieldAtFocus();
    if (const auto* line = qobject_cast<const QLineEdit*>(focus))
        return Field{!line->isReadOnly(), line->hasSelectedText(), !line->text().isEmpty()};
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(focus))
        return Field{!text->isReadOnly(), text->textCursor().hasSelection(), !text->document()->isEmpty()};
    return std::nullopt;
}

} // namespace

bool focusTakes(QKeySequence::StandardKey key) {
    const QWidget* focus = QApplication::focusWidget();
    if (!focus) return false;
    const bool hasClip = !QApplication::clipboard()->text().isEmpty();
    if (const auto text = textAtFocus()) switch (key) {
        case QKeySequence::Cut: return text->isEditable && text->isMarked;
        case QKeySequence::Copy: return text->isMarked;
        case QKeySequence::Paste: return text->isEditable && hasClip;
        default: return text->isThere;
        }
    if (const auto* table = qobject_cast<const QAbstractItemView*>(focus)) {
        const bool isEditable = table->editTriggers() != QAbstractItemView::NoEditTriggers;
        return key == QKeySequence::Copy || key == QKeySequence::SelectAll ||
               (key == QKeySequence::Paste && isEditable && hasClip);
    }
    return key == QKeySequence::Copy;
}

void callAtFocus(const char* slot) {
    QWidget* focus = fieldAtFocus();
    if (!focus) return;
    if (focus->metaObject()->indexOfSlot(QByteArray(slot) + "()") >= 0) {
        QMetaObject::invokeMethod(focus, slot);
    } else if (QByteArrayView(slot) == "copy") { // Qt copies from lists and labels by a key alone
        const auto* list = qobject_cast<const QAbstractItemView*>(focus);
        const auto* label = qobject_cast<const QLabel*>(focus);
        const QString text = list ? list->currentIndex().data().toString() : label ? label->selectedText() : QString();
        if (!text.isEmpty()) QApplication::clipboard()->setText(text);
    }
}

void finishInput(QWidget& window) {
    QWidget* field = QApplication::focusWidget();
    if (!field || !window.isAncestorOf(field)) return;
    field->clearFocus();
    // The focus stays in the field. If that was the editor of a cell, which is gone now, the table gets it.
    for (QWidget* around = field->parentWidget(); around; around = around->parentWidget())
        if (qobject_cast<QAbstractItemView*>(around)) field = around;
    field->setFocus();
}

void goToArea(const Panels& panels, bool next) {
    std::vector<QWidget*> areas;
    for (Panel* panel : panels.all) {
        areas.push_back(panel);
        if (auto* tokens = panel->findChild<TokenChips*>()) areas.push_back(tokens);
    }
    const auto areaOf = [&areas](const QWidget* one) {
        auto found = areas.end();
        for (; one && found == areas.end(); one = one->parentWidget())
            found = std::ranges::find_if(
                areas, [one](const QWidget* area) { return area == one || area->focusProxy() == one; });
        return found;
    };
    if (!next) std::ranges::reverse(areas);
    const auto now = areaOf(QApplication::focusWidget());
    if (now != areas.end()) std::rotate(areas.begin(), now + 1, areas.end());
    for (QWidget* area : areas) {
        QWidget* stop = area->focusProxy() ? area->focusProxy() : firstStop(*area);
        if (!stop || !area->isVisible() || !stop->isVisible()) continue;
        return area == panels.maps ? panels.maps->takeFocus() : stop->setFocus(Qt::TabFocusReason);
    }
}

bool focusHasMarkedText() {
    const auto text = textAtFocus();
    return text && text->isMarked;
}

} // namespace headlight
