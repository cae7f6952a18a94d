#pragma once

#include "document/ViewState.h"
#include "plot/MapContent.h"

#include <QStringList>

#include <vector>

namespace headlight {

/// What the maps' panel shows of a ViewState, in the words of ui/plot.
struct HeadMaps {
    int head = 0;
    QString title;       ///< "Head 1"
    QStringList problem; ///< "NaN at My → feet", then ever shorter ways to say it; or empty
    MapContent maps[2];  ///< the upper stage and the weights; without their margins
};

struct MapsContent {
    QString message;             ///< in the place of the maps: why there are none
    std::vector<HeadMaps> heads; ///< those that are shown, in order
    Stage stages[2] = {Stage::Scores, Stage::Weights};
    MapLook shared[2]; ///< the looks behind the shared scales
    bool scalePerHead = false;
    int rows = 0, cols = 0; ///< cells of each map
    int layer = 0;          ///< whose maps these are
    int allHeads = 0;       ///< of the layer, shown or not
};

/// Labels are made once for the same tokens.
class HeatmapsContent {
public:
    /// `reply`: with the maps' tiles; null before the first.
    MapsContent of(const ViewState& state, const Reply* reply);

private:
    struct Labels {
        Frozen<Tokens> tokens;
        std::shared_ptr<const TokenLabels> labels;
        void show(const Frozen<Tokens>& wanted);
    };
    Labels queries_, keys_;
};

} // namespace headlight
