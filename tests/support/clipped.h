#pragma once

#include "controls/buttons.h"
#include "controls/labels.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QToolButton>

namespace headlight::testing {

namespace clipped {

/// True if all of `widget` is visible within the widgets around it, or can be scrolled to.
inline bool isWithin(const QWidget& widget) {
    for (const QWidget *inner = &widget, *outer = widget.parentWidget(); outer && !inner->isWindow();
         outer = outer->parentWidget()) {
        QRect at(widget.mapTo(outer, QPoint(0, 0)), widget.size());
        const auto* area = qobject_cast<const QAbstractScrollArea*>(outer->parentWidget());
        if (area && area->viewport() == outer) {
            const bool wide = area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff ||
                              area->horizontalScrollBar()->maximum() > 0; // scrolled by buttons
            const bool high = area->verticalScrollBarPolicy() != Qt::ScrollBarAlwaysOff;
            return (wide || (at.left() >= -1 && at.right() <= outer->width())) &&
                   (high || (at.top() >= -1 && at.bottom() <= outer->height()));
        }
        if (!outer->rect().adjusted(-1, -1, 1, 1).contains(at)) return false;
        inner = outer;
    }
    return true;
}

inline QString textOf(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return button->text();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) return box->currentText();
    if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(&widget)) return spin->text();
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return line->text();
    return {};
}

/// Returns the size that the text needs of the widget. A line's text may be longer than the line, but not higher.
inline QSize neededBy(const QWidget& widget) {
    const QFontMetrics metrics = widget.fontMetrics();
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (qobject_cast<const ElidedLabel*>(label)) return {metrics.averageCharWidth() * 3, metrics.height()};
        return label->wordWrap() ? QSize(0, label->heightForWidth(label->width())) : label->sizeHint();
    }
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.subControls = QStyle::SC_All;
        const QRect field = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField,
                                                         box);
        return box->size() - field.size() + QSize(metrics.horizontalAdvance(box->currentText()), metrics.height());
    }
    if (qobject_cast<const QLineEdit*>(&widget)) {
        const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget.parentWidget());
        return {spin ? metrics.horizontalAdvance(spin->text()) : 0, metrics.height()};
    }
    if (const auto* state = qobject_cast<const StateButton*>(&widget)) return state->minimumSizeHint(); // it elides
    if (const auto* tool = qobject_cast<const QToolButton*>(&widget)) // painted without the frame's padding
        return !tool->icon().isNull() ? tool->iconSize()
                                      : QSize{metrics.horizontalAdvance(tool->text()), metrics.height()};
    return qobject_cast<const QAbstractButton*>(&widget) ? widget.sizeHint() : QSize(0, 0);
}

} // namespace clipped

/// Lists each text of a label, button or field below `root` that cannot be read whole.
inline QStringList clippedTexts(const QWidget& root) {
    QStringList found;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const QString text = clipped::textOf(*widget);
        if (!widget->isVisibleTo(&root) || text.isEmpty()) continue;
        const QSize needs = clipped::neededBy(*widget);
        const bool fits = needs.width() <= widget->width() + 1 && needs.height() <= widget->height() + 1;
        if (fits && clipped::isWithin(*widget)) continue;
        found << QString("%1 \"%2\" (%3): %4 x %5, needs %6 x %7%8")
                     .arg(QLatin1String(widget->metaObject()->className()), text, widget->accessibleName())
                     .arg(widget->width())
                     .arg(widget->height())
                     .arg(needs.width())
                     .arg(needs.height())
                     .arg(clipped::isWithin(*widget) ? QString() : QString(", cut by what is around it"));
    }
    return found;
}

} // namespace headlight::testing
