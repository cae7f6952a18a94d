#include "engine/TokenMoves.h"

#include "text/alignment.h"

#include <utility>

namespace headlight {

const Frozen<RowMap>& TokenMoves::between(const Frozen<Tokens>& before, const Frozen<Tokens>& now) {
    if (before == before_ && now == now_) return moved_;
    before_ = before;
    now_ = now;
    moved_ = {};
    if (before == now || before->texts == now->texts) return moved_;
    const std::vector<int> from = cameFrom(before->texts, now->texts);
    RowMap moved{{from.begin(), from.end()}, before->count()};
    if (!moved.isIdentity()) moved_ = std::move(moved);
    return moved_;
}

} // namespace headlight
