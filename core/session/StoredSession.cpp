#include "session/StoredSession.h"

#include "session/blocks.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace headlight {
namespace {

constexpr Index kLarge = 1 << 18; ///< numbers; more than 250 copies of a smaller matrix fit in 256 MB

/// Returns the matrices of a session; a slot is an index of them.
std::vector<FrozenMatrix> slotsOf(const Session& session) {
    std::vector<FrozenMatrix> slots;
    forEachBlock(session, [&](const FrozenMatrix& matrix) { slots.push_back(matrix); });
    return slots;
}

bool isAlike(const EmbeddingTable& a, const EmbeddingTable& b) {
    return a && b && a.rows() == b.rows() && a.cols() == b.cols();
}

std::array<const Text*, 2> textsOf(const Session& s) { return {&s.text, s.source.kept ? &*s.source.kept : nullptr}; }

/// Returns the embeddings and the matrices of a session.
std::vector<EmbeddingTable> tablesOf(const Session& session) {
    std::vector<EmbeddingTable> tables;
    for (const Text* text : textsOf(session)) tables.push_back(text ? text->embeddings : EmbeddingTable());
    forEachBlock(session, [&](const FrozenMatrix& matrix) { tables.emplace_back(matrix); });
    return tables;
}

/// Calls f(address, bytes) for every block of a session that other sessions may share.
template <class F>
void forEachShared(const Session& session, F f) {
    const auto addMatrix = [&](const FrozenMatrix& matrix) {
        if (matrix) f(matrix.get(), sizeof(Matrix) + static_cast<std::size_t>(matrix->size()) * sizeof(float));
    };
    const auto addDrawing = [&](const DrawnBy& by) {
        if (by.drawing) f(by.drawing.get(), sizeof(Drawing) + by.drawing->parts.size() * sizeof(Drawing::Part));
    };
    for (const Layer& layer : session.layers)
        f(&layer,
          sizeof(Layer) + layer.allHeads.size() * sizeof(Head) + layer.options.mask.hidden.size() * sizeof(int));
    forEachBlock(session, addMatrix);
    for (const Text* text : textsOf(session)) {
        if (!text) continue;
        text->embeddings.forEachBlock(f);
        addDrawing(text->drawn);
        if (text->vocabulary) f(text->vocabulary.get(), text->vocabulary->entries.size() * sizeof(VocabularyEntry));
        if (text->tokens)
            f(text->tokens.get(), text->tokens->texts.size() * (sizeof(std::string) + sizeof(int) + sizeof(ByteRange)));
    }
    forEachParameter(session, [&](const ParameterRef&, const ParameterValue& value) { addDrawing(value.drawn); });
    if (!session.pins) return;
    f(session.pins.get(), session.pins->size() * sizeof(Pin));
    for (const Pin& pin : *session.pins) forEachShared(pin.session, f);
}

/// Returns the bytes that a copy of a session copies.
std::size_t bytesOfStructs(const Session& session) {
    std::size_t bytes = sizeof(StoredSession) + session.layers.size() * sizeof(Frozen<Layer>);
    for (const Text* text : textsOf(session)) bytes += text ? text->sentence.size() : 0;
    return bytes;
}

} // namespace

Session StoredSession::get() const {
    Session session = session_;
    if (packed_.empty()) return session;
    std::size_t slot = 0;
    changeBlocks(session, [&](FrozenMatrix& matrix) {
        const auto packed = std::ranges::find(packed_, slot++, &Packed::slot);
        if (packed != packed_.end()) matrix = packed->rows.matrix();
    });
    return session;
}

void StoredSession::pack(const StoredSession& older) {
    isPacked_ = true;
    const auto theirs = slotsOf(older.session_);
    std::size_t next = 0;
    changeBlocks(session_, [&](FrozenMatrix& mine) {
        const std::size_t slot = next++;
        if (slot >= theirs.size() || !mine || mine->size() <= kLarge || mine == theirs[slot]) return;
        const auto packed = std::ranges::find(older.packed_, slot, &Packed::slot);
        const EmbeddingTable now(mine),
            base = packed == older.packed_.end() ? EmbeddingTable(theirs[slot]) : packed->rows;
        if (!isAlike(base, now)) return;
        const auto differing = differingRows(base, now);
        if (2 * static_cast<Index>(differing.size()) > now.rows()) return;
        std::vector<EmbeddingTable::Row> rows;
        for (const Index row : differing) rows.push_back({row, Matrix(now.row(row))});
        packed_.push_back({slot, base.with(std::move(rows), now.rows())});
        mine = {};
    });
}

std::size_t StoredSession::bytesBeside(const StoredSession& newer) const {
    std::unordered_set<const void*> others;
    const auto know = [&](const void* block, std::size_t) { others.insert(block); };
    forEachShared(newer.session_, know);
    for (const Packed& packed : newer.packed_) packed.rows.forEachBlock(know);
    std::size_t bytes = bytesOfStructs(session_) + packed_.size() * sizeof(Packed);
    const auto count = [&](const void* block, std::size_t size) {
        if (others.insert(block).second) bytes += size;
    };
    forEachShared(session_, count);
    for (const Packed& packed : packed_) packed.rows.forEachBlock(count);
    return bytes;
}

std::size_t numbersChanged(const Session& before, const Session& after) {
    Index numbers = 0;
    const auto compare = [&](const EmbeddingTable& a, const EmbeddingTable& b) {
        if (a == b) return;
        if (!isAlike(a, b))
            numbers += std::max(a.rows(), b.rows()) * std::max(a.cols(), b.cols());
        else
            for (const Index row : differingRows(a, b)) numbers += (a.row(row).array() != b.row(row).array()).count();
    };
    auto from = tablesOf(before), to = tablesOf(after);
    from.resize(std::max(from.size(), to.size()));
    to.resize(from.size());
    for (std::size_t i = 0; i < to.size(); ++i) compare(from[i], to[i]);
    return static_cast<std::size_t>(numbers);
}

} // namespace headlight
