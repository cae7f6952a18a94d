#pragma once

#include "document/ViewState.h"

#include <memory>
#include <vector>

namespace headlight {

/// The row of a context while a walk adds one value after another: it shows the sums so far.
class GrowingContext {
public:
    /// True if the step adds one value.
    static bool growsIn(const Step& step) { return step.part == Step::Part::Key && !infoOf(step.stage).isMap(); }
    /// Returns the cells whose terms are needed: none if no growing context is shown, or if it has too many terms.
    static std::vector<CellDemand> cells(const ViewState&);
    /// Returns the tile with these sums, the same object for equal sums; null if they are not known.
    std::shared_ptr<const Tile> of(const std::shared_ptr<const Tile>& whole, const ViewState&, const Response&);

private:
    std::shared_ptr<const Tile> whole_, grown_; ///< as last made
};

} // namespace headlight
