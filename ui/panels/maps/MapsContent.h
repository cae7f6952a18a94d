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

/// The maps of a head, in the types of ui/plot.
struct HeadMaps {
    int head = 0;
    std::vector<MapContent> maps; ///< one for each stage; without their margins
};

struct MapsContent {
    QString message;             ///< why there are no maps, shown in their place
    std::vector<HeadMaps> heads; ///< the shown heads, in order; also if not computed
    std::vector<MapStage> stages;
    std::vector<MapLook> shared;       ///< the looks behind the shared scales of the stages
    std::vector<Range> ranges;         ///< of numbers, for each stage over all heads
    MapOptions options;                ///< those of the user; `compared` is the state to ask for
    Compared compared = Compared::Now; ///< the state of the tiles
    bool isPresenting = false;         ///< see presentedLayout()
    bool isHeld = false;               ///< a number is dragged: maps do not move
    int layer = 0;                     ///< the layer of the maps
    int allHeads = 0;                  ///< their number in the layer, shown or not
    int selectedHead = 0;

    std::optional<int> placeOf(int head) const; ///< where a head is among those shown
    /// Side by side shows one head anyway.
    bool isEnlarged() const { return options.isEnlarged && compared != Compared::SideBySide; }
};

/// Returns why there are no maps: there is no sentence, or nothing could be computed. Empty: there are maps.
QString whyNoMaps(const ViewState& state, const Response* response);
QString noKeysWords(); ///< shown if there are no keys

class MapsBuilder {
public:
    /// `response`: has the maps' tiles; null before the first answer.
    MapsContent of(const ViewState& state, const Response* response);
    const std::map<Stage, const ValueCurve*>& curves() const { return curves_; } ///< for ViewState::curves

private:
    void addStages(MapsContent& content, const ViewState& state, const Frame* frame);
    MapContent mapOf(const MapsContent& content, std::size_t stage, int head, const ViewState& state,
                     const Response* response);
    std::optional<Walk> walk_; ///< nullopt: there is no walk
    std::map<Compared, MapStages> stages_;
    ShownBefore before_;
    GrowingContext growing_;
    QString other_;                                  ///< the name of the state that the tiles are compared with
    HeldRanges<std::tuple<bool, Stage, int>> shown_; ///< head -1: the shared scale
    std::map<Stage, const ValueCurve*> curves_;      ///< as last shown
};

} // namespace headlight
