#pragma once

#include "attention/RowKind.h"
#include "attention/sensitivity.h"
#include "base/CellMask.h"
#include "base/Matrix.h"
#include "base/Range.h"
#include "engine/Explanation.h"
#include "engine/HeadStatistics.h"
#include "session/Session.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a demanded map looks like. values(r, c) covers the rows [region.row + r rows / h, ...) of the stage, likewise
/// for columns. If `exact`, each value is one number of the stage; else it stands for those it covers as the demand's
/// Pooling says.
struct Tile {
    MapDemand demand; ///< with its region as cut to the stage
    Matrix values;    ///< [h, w], at most the pixels demanded (never fewer than 1 x 1 unless there are no tokens)
    CellMask masked;  ///< values that stand for nothing but masked cells
    bool exact = true;
    int stageRows = 0, stageCols = 0;
    Range range; ///< of finite values, of the whole stage of this head, not of the region alone; masked cells left out
    struct Place {
        int row, col;
    };
    std::optional<Place> firstNonFinite; ///< first NaN or infinity of the whole stage, in reading order
    struct OddRow {
        int row; ///< of the stage
        RowKind kind;
        friend bool operator==(const OddRow&, const OddRow&) = default;
    };
    std::vector<OddRow> oddRows; ///< of weights, within the region: those that are not Plain; ascending
    RowKind kindOf(int row) const;
};

/// The Engine's answer. Small whatever N is. Tiles are in the demand's order; a tile that did not change is the very
/// object of the Frame before, so that a view can compare pointers and stay as it is.
struct Frame {
    Session session; ///< the one it answers
    Demand demand;   ///< likewise
    std::vector<std::shared_ptr<const Tile>> tiles;
    /// In the demand's order; null where there is no such cell. One that is what it was is the very object of the Frame
    /// before.
    std::vector<std::shared_ptr<const Explanation>> explanations;
    /// Likewise; null where sensitivity() has none. Of embeddings: tokens that share a row of the table move
    /// together. In layers above the first, x and xKv are by what this layer reads, row by row: the layers below, whose
    /// keys X_kv is, too, are not gone through.
    std::vector<std::shared_ptr<const Sensitivity>> sensitivities;
    /// Likewise; null where there is no such head.
    std::vector<std::shared_ptr<const HeadStatistics>> statistics;
    double computeMs = 0;
    bool isStreamed = false;          ///< the scores do not fit into memory, so that each answer takes long
    std::string problem;              ///< why there are no tiles, as a sentence for a person; else empty
    std::string backend;              ///< what computed it (Backend::description),
    std::string backendId;            ///< its id (Terms::id), and
    std::vector<std::string> remarks; ///< what that has to say of all its answers
    std::string notice; ///< what a person should know though there are: another backend took over; else empty
    int failed = 0;     ///< Terms::number of the backend that it took over from; 0: none
};

} // namespace headlight
