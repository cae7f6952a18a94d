#pragma once

#include "session/Session.h"

#include <array>
#include <cstddef>
#include <vector>

namespace headlight {

/// What turns one Session into another and back, kept small for a long history: nothing is held that both sessions
/// have, not even if heads came or went; of a large block of which few numbers changed, only those numbers, and of a
/// large table only the rows that differ.
class Change {
public:
    static Change between(const Session& before, const Session& after);

    /// The session after, given the one before; and the other way round. Equal in value to the sessions that
    /// between() got: small blocks are the identical objects, large ones fresh copies.
    Session forward(const Session& before) const;
    Session backward(const Session& after) const;

    /// Bytes of all that this holds: the numbers that changed, or the blocks that only one of the two sessions has;
    /// sentence, tokens and vocabulary of a text that changed; and the structs around them. An upper bound: a block
    /// that the next change holds, too, is counted by both. What the allocator adds is not counted.
    std::size_t bytes() const;

private:
    static constexpr std::size_t kParts = 8;

    struct Cell {
        Index at;
        float before, after;
    };
    struct Patch { ///< of a large block
        std::size_t slot;
        std::vector<Cell> cells;
    };
    struct Block {
        std::size_t slot; ///< in the order of slotsOf()
        FrozenMatrix matrix;
    };
    struct Table {        ///< the embeddings of a text
        std::size_t text; ///< 0: the session's own, 1: the second one's
        EmbeddingTable whole;
        std::vector<EmbeddingTable::Row> rows; ///< or those that differ, of a large table
        Index count = 0;                       ///< and how many it has
    };
    struct Side {                 ///< one of the two sessions, as far as it differs from the other
        Frozen<Session> frame;    ///< the parts that differ, without matrices; null if none does
        std::vector<int> sources; ///< by slot, the other session's slot with the same block; empty: its own slot
        std::vector<Block> blocks;
        std::vector<Table> tables;

        void holdWhatIsNotIn(const std::vector<FrozenMatrix>& others, const std::vector<FrozenMatrix>& mine);
        std::size_t bytes() const;
    };

    Side before_, after_;
    std::vector<Patch> patches_;
    std::array<bool, kParts> isPartHeld_{}; ///< else it is that of the session at hand

    static Table heldOf(std::size_t text, const EmbeddingTable& mine, const EmbeddingTable& other);
    void holdTables(Session& before, Session& after);
    void holdParts(Session before, Session after);
    void holdBlocks(const std::vector<FrozenMatrix>& before, const std::vector<FrozenMatrix>& after);
    Session applied(const Session& now, const Side& wanted, bool isForward) const;
};

} // namespace headlight
