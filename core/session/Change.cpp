#include "session/Change.h"

#include "session/blocks.h"

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace headlight {
namespace {

constexpr Index kSmallBlock = 4096; ///< numbers; smaller blocks are kept whole, so that undo gives the very same back

/// Every matrix of a session but the tables, in a fixed order.
std::vector<FrozenMatrix*> slotsOf(Session& session) {
    std::vector<FrozenMatrix*> slots;
    forEachSlot(session, [&](FrozenMatrix& matrix) { slots.push_back(&matrix); });
    return slots;
}

/// The tables of a session: its own text's, and the second one's, switched on and off, or null.
std::array<EmbeddingTable*, 3> tablesOf(Session& session) {
    const auto of = [](std::optional<Text>& text) { return text ? &text->embeddings : nullptr; };
    return {&session.text.embeddings, of(session.source), of(session.offSource)};
}

/// Takes them out, so that the session is a frame without numbers.
std::vector<FrozenMatrix> takeMatrices(Session& session) {
    std::vector<FrozenMatrix> matrices;
    for (FrozenMatrix* slot : slotsOf(session)) matrices.push_back(std::exchange(*slot, {}));
    return matrices;
}

/// Calls f(index, part of each session): what is held only if it differs.
template <class F, class... Sessions>
void forEachPart(F f, Sessions&... sessions) {
    f(0U, sessions.seed...);
    f(1U, sessions.text...);
    f(2U, sessions.source...);
    f(3U, sessions.layers...);
    f(4U, sessions.unknown...);
    f(5U, sessions.positions...);
    f(6U, sessions.offPositions...);
    f(7U, sessions.offSource...);
}

bool sameStructure(const Session& a, const Session& b) {
    if (a.source.has_value() != b.source.has_value() || a.positions.has_value() != b.positions.has_value() ||
        a.offPositions.has_value() != b.offPositions.has_value() || a.layers.size() != b.layers.size())
        return false;
    for (std::size_t l = 0; l < a.layers.size(); ++l)
        if (a.layers[l].heads.size() != b.layers[l].heads.size() ||
            a.layers[l].otherMasks.has_value() != b.layers[l].otherMasks.has_value())
            return false;
    return true;
}

bool mayBeSparse(const FrozenMatrix& a, const FrozenMatrix& b) {
    return a && b && a->rows() == b->rows() && a->cols() == b->cols() && a->size() > kSmallBlock;
}

/// Where they differ, by bits: NaN equals itself, 0 is not -0. Nothing if that is too much to be called sparse.
template <class Cell>
std::optional<std::vector<Cell>> differingCells(const Matrix& a, const Matrix& b) {
    const auto bits = [](const Matrix& m, Index i) { return std::bit_cast<std::uint32_t>(m.data()[i]); };
    const auto most = static_cast<std::size_t>(a.size() / 8);
    std::vector<Cell> cells;
    for (Index i = 0; i < a.size(); ++i) {
        if (bits(a, i) == bits(b, i)) continue;
        if (cells.size() == most) return std::nullopt;
        cells.push_back({i, a.data()[i], b.data()[i]});
    }
    cells.shrink_to_fit(); // there may be a thousand steps like this one
    return cells;
}

FrozenMatrix patched(const FrozenMatrix& block, const auto& cells, bool isForward) {
    Matrix values = *block;
    for (const auto& cell : cells) values.data()[cell.at] = isForward ? cell.after : cell.before;
    return values;
}

} // namespace

Change Change::between(const Session& before, const Session& after) {
    Change change;
    Session a = before, b = after;
    change.holdTables(a, b);
    const auto from = takeMatrices(a), to = takeMatrices(b);
    if (sameStructure(a, b)) {
        change.holdBlocks(from, to);
    } else {
        change.before_.holdWhatIsNotIn(to, from);
        change.after_.holdWhatIsNotIn(from, to);
    }
    change.holdParts(a, b);
    return change;
}

void Change::holdBlocks(const std::vector<FrozenMatrix>& before, const std::vector<FrozenMatrix>& after) {
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
        const FrozenMatrix &a = before[slot], &b = after[slot];
        if (a == b) continue;
        if (mayBeSparse(a, b)) {
            if (auto cells = differingCells<Cell>(*a, *b)) {
                if (!cells->empty()) patches_.push_back({slot, std::move(*cells)});
                continue;
            }
        }
        before_.blocks.push_back({slot, a});
        after_.blocks.push_back({slot, b});
    }
}

/// What only `mine` has.
Change::Table Change::heldOf(std::size_t text, const EmbeddingTable& mine, const EmbeddingTable& other) {
    const Table whole{text, mine, {}, 0};
    if (mine.rows() * mine.cols() <= kSmallBlock) return whole;
    const auto differing = differingRows(other, mine);
    if (2 * static_cast<Index>(differing.size()) > mine.rows()) return whole;
    Table held{text, {}, {}, mine.rows()};
    for (const Index id : differing) held.rows.push_back({id, mine.vector(id)});
    return held;
}

/// Takes them out, too.
void Change::holdTables(Session& before, Session& after) {
    const auto from = tablesOf(before), to = tablesOf(after);
    for (std::size_t text = 0; text < from.size(); ++text) {
        const EmbeddingTable a = from[text] ? std::exchange(*from[text], {}) : EmbeddingTable();
        const EmbeddingTable b = to[text] ? std::exchange(*to[text], {}) : EmbeddingTable();
        if (a == b) continue;
        if (a) before_.tables.push_back(heldOf(text, a, b));
        if (b) after_.tables.push_back(heldOf(text, b, a));
    }
}

void Change::Side::holdWhatIsNotIn(const std::vector<FrozenMatrix>& others, const std::vector<FrozenMatrix>& mine) {
    std::map<const Matrix*, int> places;
    for (std::size_t i = 0; i < others.size(); ++i) places.emplace(others[i].get(), static_cast<int>(i));
    for (std::size_t slot = 0; slot < mine.size(); ++slot) {
        const auto place = places.find(mine[slot].get());
        sources.push_back(place == places.end() ? -1 : place->second);
        if (place == places.end()) blocks.push_back({slot, mine[slot]});
    }
}

/// Parts are copied, not emptied where they are equal: an emptied string keeps its memory.
void Change::holdParts(Session before, Session after) {
    Session heldBefore, heldAfter;
    bool isAnyHeld = false;
    forEachPart(
        [&](std::size_t part, const auto& a, const auto& b, auto& heldA, auto& heldB) {
            isPartHeld_[part] = !(a == b);
            if (!isPartHeld_[part]) return;
            isAnyHeld = true;
            heldA = a;
            heldB = b;
        },
        before, after, heldBefore, heldAfter);
    if (!isAnyHeld) return;
    before_.frame = std::move(heldBefore);
    after_.frame = std::move(heldAfter);
}

Session Change::applied(const Session& now, const Side& wanted, bool isForward) const {
    Session current = now, session = now; // blocks are shared: cheap
    if (wanted.frame)
        forEachPart(
            [&](std::size_t part, auto& mine, const auto& held) {
                if (isPartHeld_[part]) mine = held;
            },
            session, *wanted.frame);
    const auto have = slotsOf(current), want = slotsOf(session);
    for (std::size_t slot = 0; slot < want.size(); ++slot) {
        const int source = wanted.sources.empty() ? static_cast<int>(slot) : wanted.sources[slot];
        *want[slot] = source < 0 ? FrozenMatrix() : *have[static_cast<std::size_t>(source)];
    }
    const auto haveTables = tablesOf(current), wantTables = tablesOf(session);
    for (std::size_t text = 0; text < wantTables.size(); ++text)
        if (wantTables[text] && haveTables[text]) *wantTables[text] = *haveTables[text];
    for (const Table& held : wanted.tables) {
        EmbeddingTable& table = *wantTables[held.text];
        table = held.whole ? held.whole : table.with(held.rows, held.count);
    }
    for (const Block& block : wanted.blocks) *want[block.slot] = block.matrix;
    for (const Patch& patch : patches_) *want[patch.slot] = patched(*have[patch.slot], patch.cells, isForward);
    return session;
}

Session Change::forward(const Session& before) const { return applied(before, after_, true); }
Session Change::backward(const Session& after) const { return applied(after, before_, false); }

} // namespace headlight
