#include "table/MatrixHeader.h"

#include "controls/paintMarks.h"
#include "style/Theme.h"
#include "table/MatrixTableModel.h"
#include "table/paintBands.h"

#include <QPainter>

namespace headlight {

MatrixHeader::MatrixHeader(Qt::Orientation orientation, QWidget* parent) : QHeaderView(orientation, parent) {
    setSectionResizeMode(QHeaderView::Fixed);
    setSectionsClickable(true); // clicks and drags select whole rows and columns
    setHighlightSections(false);
    setMinimumSectionSize(16);
}

void MatrixHeader::setCurrent(int section, int markedGroup) {
    if (section == current_ && markedGroup == markedGroup_) return;
    current_ = section;
    markedGroup_ = markedGroup;
    viewport()->update();
}

void MatrixHeader::paintEvent(QPaintEvent* event) {
    QHeaderView::paintEvent(event);
    QPainter painter(viewport());
    paintBands(painter, *this, static_cast<const MatrixTableModel*>(model())->bands(), currentTheme());
}

void MatrixHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const bool rows = orientation() == Qt::Vertical;
    const Theme& theme = currentTheme();
    const auto* table = static_cast<const MatrixTableModel*>(model());
    const bool twin = rows && markedGroup_ >= 0 && table->rowGroup(section) == markedGroup_;
    const QString text = table->headerData(section, orientation(), Qt::DisplayRole).toString();
    QFont font = textFont(9);
    if (section == current_) font.setWeight(QFont::DemiBold);
    painter->save();
    painter->fillRect(rect, theme.surface);
    painter->setFont(font);
    painter->setPen(twin || section == current_ ? theme.text : theme.muted);
    const int bands = bandsThickness(table->bands(), orientation());
    const QRect inside = rect.adjusted(rows ? 2 + bands : 4, rows ? 0 : bands, rows ? -6 : -8, 0);
    const QString shown = QFontMetrics(font).elidedText(text, Qt::ElideRight, inside.width());
    painter->drawText(inside, Qt::AlignVCenter | (rows ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute, shown);
    if (rows && table->isShared(section)) {
        const int right = inside.left() + QFontMetrics(font).horizontalAdvance(shown) - 1;
        const int below = inside.center().y() + QFontMetrics(font).ascent() / 2 + 4;
        paintSharedMark(*painter, inside.left(), right, below, theme.muted);
    }
    painter->restore();
}

} // namespace headlight
