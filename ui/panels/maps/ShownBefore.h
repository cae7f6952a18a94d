#pragma once

#include "document/ViewState.h"

#include <memory>
#include <vector>

namespace headlight {

/// The tiles of the maps before an edit, so that maps can mark what it changed, until the view changes. The edits of
/// one gesture are compared with the state when it began. An edit of a sentence marks nothing: marks would come and go
/// with every letter.
class ShownBefore {
public:
    void follow(const ViewState&, const Response*); ///< called once for each presented state
    /// Returns the tile before the edit; null: nothing is marked.
    std::shared_ptr<const Tile> of(const std::shared_ptr<const Tile>& now) const;

private:
    struct Shown {
        Session session;
        std::vector<std::shared_ptr<const Tile>> tiles;
    };
    Shown now_, before_;
    bool isMarked_ = false;
    View view_; ///< as last presented
    MapOptions maps_;
};

} // namespace headlight
