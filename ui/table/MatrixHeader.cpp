#include "table/MatrixHeader.h"

#include "controls/paintMarks.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "table/MatrixTable.h"
#include "table/MatrixTableModel.h"

#include <QPainter>

#include <algorithm>

namespace headlight {

MatrixHeader::MatrixHeader(Qt::Orientation orientation, MatrixTable* parent) : QHeaderView(orientation, parent) {
    setSectionResizeMode(QHeaderView::Fixed);
    setSectionsClickable(true); // clicks and drags select whole rows and columns
    setHighlightSections(false);
    setMinimumSectionSize(16);
}

int MatrixHeader::bandsThickness() const {
    constexpr int kThickness = 20; // px at the usual text size
    return static_cast<const MatrixTableModel*>(model())->bands().areOf(orientation()) ? textPx(kThickness) : 0;
}

/// Paints the brackets of the bands that are seen over the labels.
void MatrixHeader::paintEvent(QPaintEvent* event) {
    QHeaderView::paintEvent(event);
    const bool isAcross = orientation() == Qt::Horizontal;
    const int thickness = bandsThickness(), seen = isAcross ? viewport()->width() : viewport()->height();
    if (thickness == 0) return;
    QPainter painter(viewport());
    const Bands& bands = static_cast<const MatrixTableModel*>(model())->bands();
    const Theme& theme = currentTheme();
    for (int band = 0; band < bands.names.size(); ++band) {
        const int first = band * bands.length, last = std::min(first + bands.length, count()) - 1;
        if (last < first) break;
        const int from = sectionViewportPosition(first), to = sectionViewportPosition(last) + sectionSize(last);
        if (to <= 0 || from >= seen) continue;
        const bool isMarked = band == bands.marked;
        QFont font = textFont(9);
        if (isMarked) font.setWeight(QFont::DemiBold);
        painter.save();
        painter.setFont(font);
        const int begin = std::max(from, 0), space = std::min(to, seen) - begin; // the name is in the visible part
        const QString name = bands.names[band], brief = bands.briefs.value(band);
        const auto fits = [&](const QString& text) {
            return QFontMetrics(font).horizontalAdvance(text) <= space - 2 * kBracketInset;
        };
        if (!isAcross) { // transposed: the left edge is then the outer one, and the name reads upwards
            painter.save();
            painter.setTransform(QTransform(0, 1, 1, 0, 0, 0), true);
        }
        paintBracket(painter, from, to, thickness, isMarked ? theme.text : theme.muted);
        if (!isAcross) painter.restore();
        painter.setPen(isMarked ? theme.text : theme.muted);
        const int depth = thickness - kBracketTick;
        if (isAcross) {
            if (const QString text = fits(name) ? name : brief; fits(text))
                painter.drawText(QRect(begin, 0, space, depth), Qt::AlignCenter, text);
        } else if (fits(name)) {
            painter.translate(0, begin + space);
            painter.rotate(-90);
            painter.drawText(QRect(0, 0, space, depth), Qt::AlignCenter, name);
        } else {
            painter.drawText(QRect(0, begin, depth, space), Qt::AlignCenter, brief);
        }
        painter.restore();
    }
}

void MatrixHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const bool rows = orientation() == Qt::Vertical;
    const Theme& theme = currentTheme();
    const auto& table = static_cast<const MatrixTable&>(*parentWidget());
    const MatrixTableModel& cells = table.matrixModel();
    const bool isTwin = rows && table.markedGroup() >= 0 && cells.rowGroup(section) == table.markedGroup();
    const QModelIndex at = table.currentIndex();
    const bool isCurrent = section == (rows ? at.row() : at.column());
    const QString text = cells.headerData(section, orientation(), Qt::DisplayRole).toString();
    QFont font = textFont(9);
    if (isCurrent) font.setWeight(QFont::DemiBold);
    painter->save();
    painter->fillRect(rect, theme.surface);
    painter->setFont(font);
    painter->setPen(isTwin || isCurrent ? theme.text : theme.muted);
    const int bands = bandsThickness();
    const QRect inside = rect.adjusted(rows ? 2 + bands : 4, rows ? 0 : bands, rows ? -6 : -8, 0);
    const QString shown = QFontMetrics(font).elidedText(text, Qt::ElideRight, inside.width());
    painter->drawText(inside, Qt::AlignVCenter | (rows ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute, shown);
    if (rows && cells.isShared(section)) {
        const int right = inside.left() + QFontMetrics(font).horizontalAdvance(shown) - 1;
        const int below = inside.center().y() + QFontMetrics(font).ascent() / 2 + 4;
        paintSharedMark(*painter, inside.left(), right, below, theme.muted);
    }
    painter->restore();
}

} // namespace headlight
