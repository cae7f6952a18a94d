#pragma once

#include <QRect>

#include <optional>
#include <vector>

namespace headlight {

struct HeadPlace {
    int layer = 0, head = 0;
    friend bool operator==(const HeadPlace&, const HeadPlace&) = default;
    friend auto operator<=>(const HeadPlace&, const HeadPlace&) = default;
};

/// What the overview has to be laid out for. Sizes in logical pixels.
struct OverviewRoom {
    QSize area;             ///< of the viewport
    std::vector<int> heads; ///< of each layer
    int rows = 0, cols = 0; ///< cells of a map
    QSize title;            ///< of the widest one
    friend bool operator==(const OverviewRoom&, const OverviewRoom&) = default;
};

/// Where the small maps of the overview stand: a row for each layer, the first at the top, since that is read first; a
/// column for each head. As large as lets all be seen, within bounds; what does not fit then scrolls.
class OverviewLayout {
public:
    static constexpr int kMin = 36, kMax = 220;   ///< px, the longer side of a picture
    static constexpr int kPadding = 10, kGap = 4; ///< px, around all, and between two cards
    static constexpr int kEdge = 4;               ///< px, of a card around its title and its picture

    OverviewLayout() = default;
    explicit OverviewLayout(OverviewRoom room);

    int count() const { return static_cast<int>(places_.size()); }
    HeadPlace placeOf(int item) const { return places_[static_cast<std::size_t>(item)]; } ///< layer by layer
    int itemOf(HeadPlace place) const; ///< the nearest one that exists; -1: there is none at all
    int itemAt(QPoint point) const;    ///< -1: none
    std::vector<int> within(const QRect& rect) const;

    QSize contentSize() const;
    QSize picture() const { return picture_; }
    QRect card(int item) const;
    QRect titleRect(int item) const;
    QRect pictureRect(int item) const;

private:
    QSize cardSize() const;

    OverviewRoom room_;
    std::vector<HeadPlace> places_;
    std::vector<int> firstOf_; ///< layer: its first item
    QSize picture_;
};

} // namespace headlight
