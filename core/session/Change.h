#pragma once

#include "session/Session.h"

#include <cstddef>
#include <vector>

namespace headlight {

/// What turns one Session into another and back, kept small for a long history: blocks that did not change are not
/// held at all; of a large block of which few numbers changed, only those numbers.
class Change {
public:
    static Change between(const Session& before, const Session& after);

    /// The session after, given the one before; and the other way round. Equal in value to the sessions that
    /// between() got: small blocks are the identical objects, large ones fresh copies.
    Session forward(const Session& before) const;
    Session backward(const Session& after) const;

    /// Bytes of matrices that this keeps alive by itself.
    std::size_t bytes() const;

private:
    struct Cell {
        Index at;
        float before, after;
    };
    struct Block {
        std::size_t slot;           ///< in the order of slotsOf()
        FrozenMatrix before, after; ///< both empty if `cells` says it all
        std::vector<Cell> cells;
    };

    /// The sessions without their matrices; with them if heads or layers came or went.
    Session before_, after_;
    bool isWhole_ = false;
    bool keepsText_ = false; ///< sentence and vocabulary are those of the session at hand
    std::vector<Block> blocks_;

    Session applied(const Session& now, const Session& frame, bool isForward) const;
};

} // namespace headlight
