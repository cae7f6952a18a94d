#pragma once

namespace headlight {

/// How a session was looked at: kept in its file, but no part of its history.
struct View {
    int layer = 0, head = 0, query = 0, key = 0; ///< from 0; a reader cuts them to what exists
    friend bool operator==(const View&, const View&) = default;
};

} // namespace headlight
