#pragma once

#include "session/Session.h"

#include <cstddef>
#include <vector>

namespace headlight {

/// A session as a history stores it: with its blocks, most of which it shares with its neighbours. When memory is
/// short, its large matrices can be stored as the rows in which they differ from the neighbour's. Any thread.
class StoredSession {
public:
    StoredSession(Session session) : session_(std::move(session)) {} // NOLINT: a value

    /// Returns the session with the very blocks that it was given; what is stored as rows is copied.
    Session get() const;

    /// Stores matrices of more than 1 MB as rows over those of `older`, where at most half of the rows differ.
    void pack(const StoredSession& older);
    bool isPacked() const { return isPacked_; } ///< true after pack(), even if that packed nothing

    /// Returns the bytes that this takes beside `newer`: its structs and the blocks that `newer` does not have. What
    /// the allocator adds, and members that the program does not know, are not counted.
    std::size_t bytesBeside(const StoredSession& newer) const;

private:
    struct Packed {
        std::size_t slot; ///< the index in the order of forEachBlock()
        EmbeddingTable rows;
    };

    Session session_; ///< without what is packed
    std::vector<Packed> packed_;
    bool isPacked_ = false;
};

/// Returns how many numbers an edit has changed: all of a matrix whose size it changed.
std::size_t numbersChanged(const Session& before, const Session& after);

} // namespace headlight
