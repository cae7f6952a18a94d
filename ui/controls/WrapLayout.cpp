#include "controls/WrapLayout.h"

#include <algorithm>
#include <limits>

namespace headlight {

WrapLayout::~WrapLayout() = default;

void WrapLayout::addItem(QLayoutItem* item) { items_.emplace_back(item); }

QLayoutItem* WrapLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index) {
    if (!itemAt(index)) return nullptr;
    QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
    items_.erase(items_.begin() + index);
    return item;
}

std::vector<WrapLayout::Line> WrapLayout::linesFor(int width) const {
    std::vector<Line> lines;
    const bool isOneLine = widthOf(0, count()) <= width;
    bool isEndsFirst = false;
    for (int i = 0; i < count(); ++i) {
        QLayoutItem* item = itemAt(i);
        isEndsFirst = isEndsFirst || (i == atEnd_ && !isOneLine); // a line of their own
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        if (lines.empty() || isEndsFirst || lines.back().width + spacing() + size.width() > width) lines.emplace_back();
        isEndsFirst = false;
        Line& line = lines.back();
        line.width += size.width() + (line.items.empty() ? 0 : spacing());
        line.height = std::max(line.height, size.height());
        line.items.push_back(item);
    }
    return lines;
}

int WrapLayout::widthOf(int from, int end) const {
    int width = 0;
    for (int i = from; i < end; ++i)
        if (!itemAt(i)->isEmpty()) width += itemAt(i)->sizeHint().width() + (width > 0 ? spacing() : 0);
    return width;
}

int WrapLayout::heightForWidth(int width) const {
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom() - spacing();
    for (const Line& line : linesFor(width - margins.left() - margins.right())) height += line.height + spacing();
    return height;
}

QSize WrapLayout::sizeHint() const {
    const QMargins margins = contentsMargins();
    return {widthOf(0, count()) + margins.left() + margins.right(),
            heightForWidth(std::numeric_limits<int>::max() / 2)};
}

QSize WrapLayout::minimumSize() const {
    QSize least;
    for (const auto& item : items_)
        if (!item->isEmpty()) least = least.expandedTo(item->sizeHint());
    return least.grownBy(contentsMargins());
}

void WrapLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    const QRect inside = rect.marginsRemoved(contentsMargins());
    const std::vector<Line> lines = linesFor(inside.width());
    int y = inside.top();
    for (const Line& line : lines) {
        int x = inside.left();
        for (QLayoutItem* item : line.items) {
            if (lines.size() == 1 && atEnd_ >= 0 && atEnd_ < count() && item == itemAt(atEnd_))
                x = inside.right() + 1 - widthOf(atEnd_, count());
            const QSize size = item->sizeHint();
            item->setGeometry({QPoint(x, y + (line.height - size.height()) / 2), size});
            x += size.width() + spacing();
        }
        y += line.height + spacing();
    }
}

} // namespace headlight
