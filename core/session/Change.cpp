#include "session/Change.h"

#include <bit>
#include <cstdint>

namespace headlight {
namespace {

constexpr Index kSmallBlock = 4096; ///< numbers; smaller blocks are kept whole, so that undo gives the very same back

/// Every matrix of a session, in a fixed order.
std::vector<FrozenMatrix*> slotsOf(Session& session) {
    std::vector<FrozenMatrix*> slots{&session.text.embeddings};
    if (session.context) slots.push_back(&session.context->embeddings);
    for (Layer& layer : session.layers) slots.push_back(&layer.options.mask.given);
    forEachParameter(session, [&](const ParameterRef&, FrozenMatrix& matrix) { slots.push_back(&matrix); });
    return slots;
}

bool sameStructure(const Session& a, const Session& b) {
    if (a.context.has_value() != b.context.has_value() || a.layers.size() != b.layers.size()) return false;
    for (std::size_t l = 0; l < a.layers.size(); ++l)
        if (a.layers[l].heads.size() != b.layers[l].heads.size()) return false;
    return true;
}

bool sameButVectors(Text a, Text b) {
    a.embeddings = b.embeddings = {};
    return a == b;
}

bool mayBeSparse(const FrozenMatrix& a, const FrozenMatrix& b) {
    return a && b && a->rows() == b->rows() && a->cols() == b->cols() && a->size() > kSmallBlock;
}

FrozenMatrix patched(const FrozenMatrix& block, const auto& cells, bool isForward) {
    Matrix values = *block;
    for (const auto& cell : cells) values.data()[cell.at] = isForward ? cell.after : cell.before;
    return values;
}

} // namespace

Change Change::between(const Session& before, const Session& after) {
    Change change;
    change.before_ = before;
    change.after_ = after;
    change.isWhole_ = !sameStructure(before, after);
    if (change.isWhole_) return change;
    const auto from = slotsOf(change.before_), to = slotsOf(change.after_);
    for (std::size_t slot = 0; slot < from.size(); ++slot) {
        const FrozenMatrix a = *from[slot], b = *to[slot];
        *from[slot] = *to[slot] = {};
        if (a == b) continue;
        Block block{slot, a, b, {}};
        if (mayBeSparse(a, b)) {
            for (Index i = 0; i < a->size(); ++i) // by bits: NaN equals itself, 0 is not -0
                if (std::bit_cast<std::uint32_t>(a->data()[i]) != std::bit_cast<std::uint32_t>(b->data()[i]))
                    block.cells.push_back({i, a->data()[i], b->data()[i]});
            if (static_cast<Index>(block.cells.size()) < a->size() / 8)
                block.before = block.after = {};
            else
                block.cells.clear();
        }
        change.blocks_.push_back(std::move(block));
    }
    change.keepsText_ = sameButVectors(before.text, after.text);
    if (change.keepsText_) change.before_.text = change.after_.text = {};
    return change;
}

Session Change::applied(const Session& now, const Session& frame, bool isForward) const {
    Session session = frame;
    if (isWhole_) return session;
    if (keepsText_) session.text = now.text;
    Session current = now; // blocks are shared: cheap
    const auto have = slotsOf(current), wanted = slotsOf(session);
    for (std::size_t slot = 0; slot < have.size(); ++slot) *wanted[slot] = *have[slot];
    for (const Block& block : blocks_) {
        const bool isSparse = !block.before && !block.after;
        *wanted[block.slot] = isSparse ? patched(*have[block.slot], block.cells, isForward)
                                       : (isForward ? block.after : block.before);
    }
    return session;
}

Session Change::forward(const Session& before) const { return applied(before, after_, true); }
Session Change::backward(const Session& after) const { return applied(after, before_, false); }

std::size_t Change::bytes() const {
    std::size_t bytes = 0;
    for (const Block& block : blocks_) {
        bytes += block.cells.size() * sizeof(Cell);
        for (const auto* matrix : {&block.before, &block.after})
            if (*matrix) bytes += static_cast<std::size_t>((*matrix)->size()) * sizeof(float);
    }
    return bytes;
}

} // namespace headlight
