#include "panels/maps/OverviewLayout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr int kThinnest = 6; // px, of a picture of few rows and many columns

} // namespace

OverviewLayout::OverviewLayout(OverviewRoom room) : room_(std::move(room)) {
    if (room_.rows < 1 || room_.cols < 1) return; // no picture, and a card without one is nothing to look at
    for (int layer = 0; layer < static_cast<int>(room_.heads.size()); ++layer) {
        firstOf_.push_back(count());
        for (int head = 0; head < room_.heads[static_cast<std::size_t>(layer)]; ++head)
            places_.push_back({layer, head});
    }
    if (places_.empty()) return;
    const double across = std::ranges::max(room_.heads), down = static_cast<double>(room_.heads.size());
    const double longest = std::max(room_.rows, room_.cols);
    const double width = room_.cols / longest, height = room_.rows / longest; // of a picture whose longer side is 1
    const double wide = (room_.area.width() - 2 * kPadding + kGap) / across - kGap - 2 * kEdge;
    const double high = (room_.area.height() - 2 * kPadding + kGap) / down - kGap - 2 * kEdge - room_.title.height();
    const double side = std::clamp(std::min(wide / width, high / height), double(kMin), double(kMax));
    const auto pixels = [&](double share) { return std::max(kThinnest, static_cast<int>(std::floor(side * share))); };
    picture_ = {pixels(width), pixels(height)};
}

int OverviewLayout::itemOf(HeadPlace place) const {
    if (places_.empty()) return -1;
    const auto layer = static_cast<std::size_t>(std::clamp(place.layer, 0, static_cast<int>(firstOf_.size()) - 1));
    return firstOf_[layer] + std::clamp(place.head, 0, std::max(0, room_.heads[layer] - 1));
}

QSize OverviewLayout::cardSize() const {
    return {std::max(picture_.width(), room_.title.width()) + 2 * kEdge,
            picture_.height() + room_.title.height() + 2 * kEdge};
}

QSize OverviewLayout::contentSize() const {
    if (places_.empty()) return {};
    const QSize card = cardSize();
    const int across = std::ranges::max(room_.heads), down = static_cast<int>(room_.heads.size());
    return {2 * kPadding + across * (card.width() + kGap) - kGap, 2 * kPadding + down * (card.height() + kGap) - kGap};
}

QRect OverviewLayout::card(int item) const {
    const auto [layer, head] = placeOf(item);
    const QSize size = cardSize();
    return {QPoint(kPadding + head * (size.width() + kGap), kPadding + layer * (size.height() + kGap)), size};
}

QRect OverviewLayout::titleRect(int item) const {
    const QRect inside = card(item).marginsRemoved({kEdge, kEdge, kEdge, kEdge});
    return {inside.topLeft(), QSize(inside.width(), room_.title.height())};
}

QRect OverviewLayout::pictureRect(int item) const {
    const QRect title = titleRect(item);
    return {QPoint(title.left(), title.bottom() + 1), picture_};
}

std::vector<int> OverviewLayout::within(const QRect& rect) const {
    std::vector<int> items;
    const QSize step = cardSize() + QSize(kGap, kGap);
    const auto slot = [](int pixel, int length, int count) {
        return std::clamp((pixel - kPadding) / length, 0, count - 1);
    };
    for (int layer = 0; layer < static_cast<int>(firstOf_.size()); ++layer) {
        const int heads = room_.heads[static_cast<std::size_t>(layer)];
        if (heads < 1) continue;
        const int first = firstOf_[static_cast<std::size_t>(layer)];
        for (int head = slot(rect.left(), step.width(), heads); head <= slot(rect.right(), step.width(), heads); ++head)
            if (card(first + head).intersects(rect)) items.push_back(first + head);
    }
    return items;
}

int OverviewLayout::itemAt(QPoint point) const {
    const std::vector<int> there = within({point, QSize(1, 1)});
    return there.empty() ? -1 : there.front();
}

} // namespace headlight
