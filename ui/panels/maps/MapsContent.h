#pragma once

#include "document/ViewState.h"
#include "panels/maps/GrowingContext.h"
#include "panels/maps/HeldRanges.h"
#include "panels/maps/ShownBefore.h"
#include "plot/MapContent.h"
#include "plot/MapStage.h"

#include <map>
#include <tuple>
#include <vector>

namespace headlight {

/// What the maps' panel shows of a ViewState, in the words of ui/plot.
struct HeadMaps {
    int head = 0;
    std::vector<MapContent> maps; ///< of the stages; without their margins
};

struct MapsContent {
    QString message;             ///< in the place of the maps: why there are none
    std::vector<HeadMaps> heads; ///< those that are shown, in order; also those that could not be computed
    std::vector<MapStage> stages;
    std::vector<MapLook> shared; ///< the looks behind the shared scales of the stages
    std::vector<Range> ranges;   ///< of the numbers of the stages, over all heads
    std::optional<int> decimals; ///< that a person wants
    std::map<Side, SideSpan> zoom;
    Pooling pooling = Pooling::LargestMagnitude;
    bool scalePerHead = false;
    bool isEnlarged = false;                                   ///< one head is shown, as a person wanted
    Compared wanted = Compared::Now, compared = Compared::Now; ///< what to ask for; what the tiles are of
    bool isHeld = false;                                       ///< a number is being dragged: maps stay where they are
    int layer = 0;                                             ///< whose maps these are
    int allHeads = 0;                                          ///< of the layer, shown or not
    int selectedHead = 0;
};

/// In the place of all maps: there is no sentence, or nothing could be computed; empty: there are some.
QString whyNoMaps(const ViewState& state, const Response* response);
QString noKeysWords(); ///< where there are no keys

class MapsBuilder {
public:
    /// `response`: with the maps' tiles; null before the first.
    MapsContent of(const ViewState& state, const Response* response);

private:
    void addStages(MapsContent& content, const ViewState& state, const Frame* frame);
    MapContent mapOf(const MapsContent& content, std::size_t stage, int head, const ViewState& state,
                     const Response* response);
    std::optional<Walk> walk_; ///< as one goes through it
    std::map<Compared, MapStages> stages_;
    ShownBefore before_;
    GrowingContext growing_;
    QString other_;                                  ///< the name of the state that the tiles are compared with
    HeldRanges<std::tuple<bool, Stage, int>> shown_; ///< of differences; head -1: of the scale that all share
};

} // namespace headlight
