#pragma once

#include "panels/maps/HeatmapsContent.h"
#include "panels/maps/HeatmapsLayout.h"

#include <utility>
#include <vector>

class QWidget;

namespace headlight {

/// All that the places of the maps depend on: as long as it is equal they stay where they are.
struct MeasuredMaps {
    MapsRoom room;             ///< without its margins, which take measuring every label
    std::vector<MapAxes> axes; ///< whose labels the margins are made for
    int ownScale = 0;          ///< px, of the scales within the maps
    std::vector<int> heads{};  ///< who stands where
    friend bool operator==(const MeasuredMaps&, const MeasuredMaps&) = default;
};

/// For the maps of `content` on that widget.
MeasuredMaps measuredMaps(const MapsContent& content, const QWidget& widget);

/// How text around the maps stands back where it would take the room of their numbers.
struct LabelLook {
    bool upright = false; ///< columns' labels, which else are slanted
    double share = 1;     ///< of the size of text: where that is large, no less than the usual one
};

struct LaidOutMaps {
    HeatmapsLayout layout;
    double labelPoints = kUsualLabel; ///< of the labels of all maps
    LabelLook look{};
};
LaidOutMaps laidOut(const MeasuredMaps& measured, const QWidget& widget);

/// How all maps can be read, laid out. Keeps its last answers: it is asked again and again, and a layout takes
/// measuring labels.
class KnownLegibility {
public:
    Legibility of(const MeasuredMaps& measured, const QWidget& widget);

private:
    std::vector<std::pair<MeasuredMaps, Legibility>> known_;
};

} // namespace headlight
