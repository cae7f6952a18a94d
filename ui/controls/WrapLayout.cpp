#include "controls/WrapLayout.h"

#include <QWidget>

#include <algorithm>
#include <limits>

namespace headlight {
namespace {

/// Also of one that is hidden, which as an item has none.
QSize sizeOf(const QLayoutItem& item) {
    const QWidget* widget = const_cast<QLayoutItem&>(item).widget(); // Qt's is not const
    return item.isEmpty() && widget ? widget->sizeHint() : item.sizeHint();
}

} // namespace

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

WrapLayout::Items WrapLayout::shown() const {
    Items items;
    for (const auto& item : items_) items.push_back(item->isEmpty() ? nullptr : item.get());
    return items;
}

int WrapLayout::linesOf(const std::vector<const QWidget*>& shown, int width) const {
    Items items;
    for (const auto& item : items_)
        items.push_back(std::ranges::find(shown, item->widget()) == shown.end() ? nullptr : item.get());
    const QMargins margins = contentsMargins();
    return static_cast<int>(linesFor(width - margins.left() - margins.right(), items).size());
}

std::vector<WrapLayout::Line> WrapLayout::linesFor(int width, const Items& items) const {
    std::vector<Line> lines;
    const bool isOneLine = widthOf(items) <= width;
    bool isEndsFirst = false;
    for (int i = 0; i < count(); ++i) {
        QLayoutItem* item = items[static_cast<std::size_t>(i)];
        isEndsFirst = isEndsFirst || (i == atEnd_ && !isOneLine); // a line of their own
        if (!item) continue;
        const QSize size = sizeOf(*item);
        if (lines.empty() || isEndsFirst || lines.back().width + spacing() + size.width() > width) lines.emplace_back();
        isEndsFirst = false;
        Line& line = lines.back();
        line.width += size.width() + (line.items.empty() ? 0 : spacing());
        line.height = std::max(line.height, size.height());
        line.items.push_back(item);
    }
    return lines;
}

int WrapLayout::widthOf(const Items& items, int from) const {
    int width = 0;
    for (int i = from; i < count(); ++i)
        if (const QLayoutItem* item = items[static_cast<std::size_t>(i)])
            width += sizeOf(*item).width() + (width > 0 ? spacing() : 0);
    return width;
}

int WrapLayout::heightForWidth(int width) const {
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom() - spacing();
    for (const Line& line : linesFor(width - margins.left() - margins.right(), shown()))
        height += line.height + spacing();
    return height;
}

QSize WrapLayout::sizeHint() const {
    const QMargins margins = contentsMargins();
    return {widthOf(shown()) + margins.left() + margins.right(), heightForWidth(std::numeric_limits<int>::max() / 2)};
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
    const Items items = shown();
    const std::vector<Line> lines = linesFor(inside.width(), items);
    int y = inside.top();
    for (const Line& line : lines) {
        int x = inside.left();
        for (QLayoutItem* item : line.items) {
            if (lines.size() == 1 && atEnd_ >= 0 && atEnd_ < count() && item == itemAt(atEnd_))
                x = inside.right() + 1 - widthOf(items, atEnd_);
            const QSize size = item->sizeHint();
            item->setGeometry({QPoint(x, y + (line.height - size.height()) / 2), size});
            x += size.width() + spacing();
        }
        y += line.height + spacing();
    }
}

} // namespace headlight
