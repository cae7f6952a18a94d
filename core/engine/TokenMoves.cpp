#include "engine/TokenMoves.h"

#include "text/alignment.h"

#include <utility>

namespace headlight {

const Frozen<Relocation>& TokenMoves::between(const Frozen<Tokens>& before, const Frozen<Tokens>& now) {
    if (before == before_ && now == now_) return moved_;
    before_ = before;
    now_ = now;
    moved_ = {};
    if (before == now || before->texts == now->texts) return moved_;
    Relocation moved(cameFrom(before->texts, now->texts), before->count());
    if (!moved.isIdentity()) moved_ = std::move(moved);
    return moved_;
}

} // namespace headlight
