#include "table/paintBands.h"

#include "controls/paintMarks.h"
#include "style/textSize.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>

namespace headlight {

constexpr int kThickness = 20; ///< px at the usual text size

int bandsThickness(const Bands& bands, Qt::Orientation header) { return bands.areOf(header) ? textPx(kThickness) : 0; }

void paintBands(QPainter& painter, const QHeaderView& header, const Bands& bands, const Theme& theme) {
    const bool isAcross = header.orientation() == Qt::Horizontal;
    const int thickness = bandsThickness(bands, header.orientation()),
              seen = isAcross ? header.viewport()->width() : header.viewport()->height();
    if (thickness == 0) return;
    for (int band = 0; band < bands.names.size(); ++band) {
        const int first = band * bands.length, last = std::min(first + bands.length, header.count()) - 1;
        if (last < first) break;
        const int from = header.sectionViewportPosition(first),
                  to = header.sectionViewportPosition(last) + header.sectionSize(last);
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

} // namespace headlight
