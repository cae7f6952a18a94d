#include "plot/crosshairArms.h"

namespace headlight {
namespace {

constexpr int kRight = 0, kLeft = 1, kDown = 2, kUp = 3;

QRectF placeOf(const ArmsRoom& room, int arm, ArmSide side) {
    const QRectF &map = room.map, &cell = room.crossed;
    const bool isAfter = side == ArmSide::After;
    if (arm == kRight || arm == kLeft) {
        const double left = arm == kRight ? cell.right() : map.left(),
                     right = arm == kRight ? map.right() : cell.left();
        const double top = isAfter ? cell.bottom() + ArmsRoom::kGap : cell.top() - ArmsRoom::kGap - room.rowNumbers;
        return {left, top, right - left, room.rowNumbers};
    }
    const double top = arm == kDown ? cell.bottom() : map.top(), bottom = arm == kDown ? map.bottom() : cell.top();
    const double left = isAfter ? cell.right() + ArmsRoom::kGap : cell.left() - ArmsRoom::kGap - room.columnNumbers;
    return {left, top, room.columnNumbers, bottom - top};
}

bool fits(const QRectF& map, const QRectF& place, int arm) {
    constexpr double kRounding = 0.01;
    return arm == kRight || arm == kLeft
               ? place.top() >= map.top() - kRounding && place.bottom() <= map.bottom() + kRounding
               : place.left() >= map.left() - kRounding && place.right() <= map.right() + kRounding;
}

} // namespace

std::array<QRectF, 4> armPlaces(const ArmsRoom& room) {
    constexpr int kMeets = 10, kChangesSide = 1;
    std::array<QRectF, 4> best;
    int least = -1;
    for (unsigned choice = 0; choice < 16; ++choice) {
        const auto sideOf = [choice](int arm) { return choice >> arm & 1U ? ArmSide::Before : ArmSide::After; };
        std::array<QRectF, 4> places;
        bool haveRoom = true;
        for (int arm = kRight; arm <= kUp; ++arm) {
            const auto at = static_cast<std::size_t>(arm);
            if (!room.exists[at]) continue;
            places[at] = placeOf(room, arm, sideOf(arm));
            haveRoom = haveRoom && fits(room.map, places[at], arm);
        }
        if (!haveRoom) continue;
        int cost = 0;
        for (const int row : {kRight, kLeft})
            for (const int column : {kDown, kUp})
                if (places[static_cast<std::size_t>(row)].intersects(places[static_cast<std::size_t>(column)]))
                    cost += kMeets;
        for (const int arm : {kRight, kDown})
            if (room.exists[static_cast<std::size_t>(arm)] && room.exists[static_cast<std::size_t>(arm) + 1] &&
                sideOf(arm) != sideOf(arm + 1))
                cost += kChangesSide;
        if (least >= 0 && cost >= least) continue;
        least = cost;
        best = places;
    }
    return best;
}

} // namespace headlight
