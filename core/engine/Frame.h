#pragma once

#include "attention/RowKind.h"
#include "attention/rowStatistics.h"
#include "attention/sensitivity.h"
#include "base/CellMask.h"
#include "base/Matrix.h"
#include "base/Range.h"
#include "engine/Explanation.h"
#include "session/Session.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The answer to a MapDemand. values(r, c) stands for rows and columns of the region as in Area (Backend.h). If
/// `exact`, each value is one number of the stage; else it stands for several, as the Pooling of the demand says.
struct Tile {
    MapDemand demand; ///< its region is cut to the stage
    Matrix values;    ///< [h, w], at most the demanded pixels (not fewer than 1 x 1 unless there are no tokens)
    CellMask masked;  ///< values that stand for masked cells only
    bool exact = true;
    int stageRows = 0, stageCols = 0;
    Range range; ///< finite values of the head's whole stage, not of the region alone; masked cells do not count
    struct Place {
        int row, col;
    };
    std::optional<Place> firstNonFinite; ///< the first NaN or infinity of the whole stage, in reading order
    struct OddRow {
        int row; ///< its row of the stage
        RowKind kind;
        friend bool operator==(const OddRow&, const OddRow&) = default;
    };
    std::vector<OddRow> oddRows; ///< for weights: rows of the region that are not Plain; ascending
    RowKind kindOf(int row) const;
};

/// The statistics of the weights of one head, before dropout.
struct HeadStatistics {
    StatisticsDemand of;
    std::vector<RowStatistics> rows; ///< one for each query
    std::array<MeasureMean, static_cast<std::size_t>(Measure::End)> means;
    const MeasureMean& mean(Measure m) const { return means[static_cast<std::size_t>(m)]; }
};

/// The answers to a demand: a list for each of its kinds of questions, in its order. A tile that did not change is the
/// same object as in the previous Frame, so that a view can compare pointers and stay as it is.
struct Answers {
    std::vector<std::shared_ptr<const Tile>> tiles;
    /// Explanations in the order of the demand; null if there is no such cell. An explanation that did not change is
    /// the same object as in the previous Frame.
    std::vector<std::shared_ptr<const Explanation>> explanations;
    /// Derivatives in the order of the demand; null if sensitivity() has none. In the first layer they are by
    /// embeddings: tokens that share a row of the table move together. In the layers above, x and xKv are by the rows
    /// that the layer reads: derivatives do not go through the layers below, even though these read X_kv, too.
    std::vector<std::shared_ptr<const Sensitivity>> sensitivities;
    /// Statistics in the order of the demand; null if there is no such head.
    std::vector<std::shared_ptr<const HeadStatistics>> statistics;
};

/// The Engine's answer, which is small for any N.
struct Frame : Answers {
    Session session; ///< the session that it answers
    Demand demand;   ///< the demand that it answers
    double computeMs = 0;
    bool isStreamed = false;          ///< the scores do not fit into memory, so that each answer takes long
    bool isPart = false;              ///< it was handed out early (Sink): tiles that are not made yet are null
    std::string problem;              ///< why there are no tiles, as a sentence for a person; else empty
    std::string backend;              ///< the backend that computed it (Backend::description)
    std::string backendId;            ///< the id of that backend (Terms::id)
    std::vector<std::string> remarks; ///< the remarks of that backend on all its answers
    std::string notice;               ///< a sentence for people if another backend took over; else empty
    int failed = 0;                   ///< Terms::number of the backend that failed; 0: none
};

/// Takes a streamed answer as it grows: first with all that is no map, then with the maps of one head more each time.
/// A tile that was handed out stays as it is, unless the backend fails: then another one makes all tiles again. A sink
/// is called on any thread, one call at a time. It returns false to stop.
using Sink = std::function<bool(Frame)>;

} // namespace headlight
