#include "table/NumberDelegate.h"

#include "base/numberText.h"
#include "controls/numberFields.h"
#include "style/Theme.h"
#include "style/cellTip.h"
#include "style/colours.h"
#include "style/textSize.h"
#include "table/MatrixTable.h"
#include "table/MatrixTableModel.h"
#include "table/cellTint.h"
#include "words/numberWords.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <bit>
#include <cmath>

namespace headlight {
namespace {

constexpr int kPadding = 4, kOfWidth = 18; ///< px at most; a narrow cell has this part of its width
constexpr double kRadius = 4;

QString fixed(float number, int decimals) {
    return QString::fromStdString(fixedPoint(static_cast<double>(number), decimals));
}

} // namespace

int fittingDecimals(float widest, int width, const QFontMetrics& metrics) {
    int decimals = 4;
    while (decimals > 0 && metrics.horizontalAdvance(fixed(widest, decimals)) > width) --decimals;
    return decimals;
}

QString fittingNumber(float value, int decimals, int width, const QFontMetrics& metrics) {
    for (; decimals >= 0; --decimals)
        if (const QString text = fixed(value, decimals);
            !roundsToZero(value, text) && metrics.horizontalAdvance(text) <= width)
            return text;
    for (decimals = 3; decimals >= 0 && std::isfinite(value); --decimals)
        if (const QString text = withExponent(value, decimals); metrics.horizontalAdvance(text) <= width) return text;
    return QStringLiteral("…");
}

NumberDelegate::NumberDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& at) const {
    const auto* model = static_cast<const MatrixTableModel*>(at.model());
    const float value = model->valueAt(at.row(), at.column());
    const Theme& theme = currentTheme();
    const auto tinted = model->tintAt(at.row(), at.column());
    const bool isEnabled = at.flags() & Qt::ItemIsEditable; // else the cell looks read-only
    QColor tint = tinted ? cellTint(theme, *tinted, model->tintScale()) : theme.surface;
    if (!isEnabled) tint = mixed(theme.surface, tint, 0.35);
    const QRectF cell = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tint);
    isEnabled ? painter->drawRoundedRect(cell, kRadius, kRadius) : painter->drawRect(option.rect);

    const QRect area = option.rect;
    painter->setPen(QPen(theme.muted, 1)); // the line between two bands
    if (model->bands().beginsAt(Qt::Horizontal, at.column()))
        painter->drawLine(QPointF(area.left() + 0.5, area.top()), QPointF(area.left() + 0.5, area.bottom() + 1));
    if (model->bands().beginsAt(Qt::Vertical, at.row()))
        painter->drawLine(QPointF(area.left(), area.top() + 0.5), QPointF(area.right() + 1, area.top() + 0.5));
    painter->setPen(Qt::NoPen);

    if (model->changedFrom(at.row(), at.column())) { // a small corner, away from the number
        painter->setBrush(textOn(theme, tint));
        const QPointF corner = cell.topLeft() + QPointF(1.5, 1.5);
        painter->drawPolygon(QPolygonF({corner, corner + QPointF(6, 0), corner + QPointF(0, 6)}));
    }

    const auto& table = static_cast<const MatrixTable&>(*option.widget);
    const bool current = table.currentIndex() == at;
    const bool twin = table.markedGroup() >= 0 && model->rowGroup(at.row()) == table.markedGroup();
    painter->setBrush(Qt::NoBrush);
    const auto outline = [&](const QPen& pen, double inset) {
        painter->setPen(pen);
        painter->drawRoundedRect(cell.adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
    };
    if (current || (option.state & QStyle::State_Selected)) {
        if (current) outline(theme.lineCasing, 2);
        outline(QPen(table.hasFocus() ? theme.cellLine : theme.muted, current ? 2 : 1.4), 0.5);
    } else if (twin) {
        outline(QPen(theme.muted, 1, Qt::DotLine), 0.5);
    }
    if (table.isLit(at.row(), at.column())) outline(QPen(theme.text, 1, Qt::DashLine), 0.5);
    const QFont font = textFont();
    painter->setFont(font);
    painter->setPen(isEnabled ? textOn(theme, tint) : theme.muted);
    const int padding = std::min(kPadding, option.rect.width() / kOfWidth);
    const QRect inside = option.rect.adjusted(padding, 0, -padding, 0);
    painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, textOf(value, model->widest(), inside.width(), font));
    painter->restore();
}

/// Measuring the texts of all cells would take a third of a repaint, of which one has changed in a step of a drag.
QString NumberDelegate::textOf(float value, float widest, int width, const QFont& font) const {
    constexpr qsizetype kTexts = 20'000, kWidths = 16;
    if (widest_ != widest || font_ != font || texts_.size() > kWidths) texts_.clear();
    widest_ = widest, font_ = font;
    const QFontMetrics metrics(font);
    if (!texts_.contains(width)) texts_[width] = {fittingDecimals(widest, width, metrics)};
    Texts& texts = texts_[width];
    if (texts.ofBits.size() > kTexts) texts.ofBits.clear();
    QString& text = texts.ofBits[std::bit_cast<quint32>(value)];
    if (text.isNull()) text = fittingNumber(value, texts.decimals, width, metrics);
    return text;
}

QWidget* NumberDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
    auto* line = new NumberField(tr("Cell value"), parent);
    line->setFont(fieldFont());
    line->setAlignment(Qt::AlignRight);
    return line;
}

void NumberDelegate::setEditorData(QWidget* editor, const QModelIndex& at) const {
    auto* line = static_cast<QLineEdit*>(editor);
    if (line->isModified()) return; // a new matrix must not overwrite what is being typed
    line->setText(at.data(Qt::EditRole).toString());
    line->selectAll();
}

void NumberDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& at) const {
    auto* line = static_cast<NumberField*>(editor);
    line->setRefused(line->isModified() && !model->setData(at, line->text(), Qt::EditRole));
}

void NumberDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                          const QModelIndex& at) const {
    constexpr int kAround = 12; // px, of the text, with the caret
    const int wanted = editor->fontMetrics().horizontalAdvance(at.data(Qt::EditRole).toString()) + textPx(kAround);
    QRect place = option.rect;
    place.setWidth(std::max(place.width(), wanted)); // a number with all its digits, over the next cell
    place.moveRight(std::min(place.right(), editor->parentWidget()->width() - 1));
    place.setLeft(std::max(place.left(), 0));
    editor->setGeometry(place);
}

bool NumberDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                               const QModelIndex& at) {
    if (event->type() != QEvent::ToolTip) return QStyledItemDelegate::helpEvent(event, view, option, at);
    showCellTip(*view->viewport(), *event, option.rect, at.data(Qt::ToolTipRole).toString());
    return true;
}

bool NumberDelegate::finish(NumberField* editor, int rowStep, int columnStep) {
    emit commitData(editor); // the model may refuse it, and says why
    if (editor->isRefused()) return true;
    emit closeEditor(editor, NoHint);
    emit committed(rowStep, columnStep);
    return true;
}

bool NumberDelegate::eventFilter(QObject* object, QEvent* event) {
    auto* editor = qobject_cast<NumberField*>(object);
    if (editor && event->type() == QEvent::FocusOut && editor->isModified() && !cellFromInput(editor->text())) {
        emit commitData(editor); // it is refused with a message; Qt would close the editor now
        return false;
    }
    // While a number is typed, undo and redo are the editor's own, and not the window's. Qt's editors lack Ctrl+Y.
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (editor && isKey && static_cast<QKeyEvent*>(event)->keyCombination() == (Qt::CTRL | Qt::Key_Y)) {
        event->accept();
        if (event->type() == QEvent::KeyPress) editor->redo();
        return true;
    }
    if (editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const int back = key->modifiers() & Qt::ShiftModifier ? -1 : 1;
        switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter: return finish(editor, back, 0);
        case Qt::Key_Tab: return finish(editor, 0, 1);
        case Qt::Key_Backtab: return finish(editor, 0, -1);
        case Qt::Key_Up: return finish(editor, -1, 0);
        case Qt::Key_Down: return finish(editor, 1, 0);
        case Qt::Key_Escape:
            if (editor->isRefused()) emit refused({});
            break;
        default: break;
        }
    }
    return QStyledItemDelegate::eventFilter(object, event);
}

} // namespace headlight
