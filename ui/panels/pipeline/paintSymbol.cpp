#include "panels/pipeline/paintSymbol.h"

#include "style/textSize.h"

#include <QFontMetrics>
#include <QPainter>

#include <vector>

namespace headlight {
namespace {

struct Part {
    QString text;
    bool isBelow = false;
};

std::vector<Part> partsOf(const QString& symbol) {
    std::vector<Part> parts{{}};
    for (const QChar c : symbol) {
        const bool isBelow = parts.back().isBelow;
        if (!isBelow && c == u'_')
            parts.push_back({{}, true});
        else if (isBelow && c == u' ')
            parts.push_back({QString(c), false});
        else
            parts.back().text += c;
    }
    return parts;
}

QFont fontBelow(QFont font) {
    font.setPointSizeF(font.pointSizeF() * 0.8);
    return font;
}

} // namespace

int symbolWidth(const QString& symbol, const QFont& font) {
    int width = 0;
    for (const Part& part : partsOf(symbol))
        width += QFontMetrics(part.isBelow ? fontBelow(font) : font).horizontalAdvance(part.text);
    return width;
}

void paintSymbol(QPainter& painter, const QPoint& baseline, const QString& symbol, const QFont& font) {
    int x = baseline.x();
    for (const Part& part : partsOf(symbol)) {
        const QFont used = part.isBelow ? fontBelow(font) : font;
        painter.setFont(used);
        painter.drawText(x, baseline.y() + (part.isBelow ? textPx(3) : 0), part.text);
        x += QFontMetrics(used).horizontalAdvance(part.text);
    }
}

} // namespace headlight
