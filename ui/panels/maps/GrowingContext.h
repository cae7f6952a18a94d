#pragma once

#include "document/ViewState.h"

#include <memory>
#include <vector>

namespace headlight {

/// The row of a context while a walk adds one value after another: the sums so far stand in the place of its numbers.
class GrowingContext {
public:
    /// Whose terms are to be asked for: none where no context grows in sight, or where it has too many.
    static std::vector<CellDemand> cells(const ViewState&);
    /// The tile with these sums, the same object for the same ones; null where they are not known.
    std::shared_ptr<const Tile> of(const std::shared_ptr<const Tile>& whole, const ViewState&, const Response&);

private:
    std::shared_ptr<const Tile> whole_, grown_; ///< as last made
};

} // namespace headlight
