#pragma once

#include <QRectF>

#include <array>

namespace headlight {

/// On which side of the selected row, or column, the numbers of an arm stand.
enum class ArmSide { Before, After };

/// What has to be placed. Arms in the order right, left, down, up.
struct ArmsRoom {
    QRectF map;
    QRectF crossed;                   ///< the selected cell, with what stands on it
    std::array<bool, 4> exists{};     ///< an arm without cells has no numbers
    double rowNumbers = 0;            ///< px that a row's numbers stand high
    double columnNumbers = 0;         ///< px that a column's are wide
    static constexpr double kGap = 4; ///< px to the lines around row and column
};

/// Where the numbers of each arm stand; null: nowhere. Each has a side where it meets no other, if there is such a
/// choice; else as few meet as can be.
std::array<QRectF, 4> armPlaces(const ArmsRoom& room);

} // namespace headlight
