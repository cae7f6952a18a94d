#pragma once

#include "document/ViewState.h"

#include <memory>
#include <vector>

namespace headlight {

/// What stood in the maps before an edit, so that they can mark what it changed: until something is looked at in
/// another way. The edits of one gesture are compared with what was there when it began. An edit of a sentence marks
/// nothing: marks would come and go with every letter.
class ShownBefore {
public:
    void follow(const ViewState&, const Response*); ///< once when it is presented
    /// The tile that stood there; null: nothing is marked.
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
