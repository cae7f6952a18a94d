#include "session/Change.h"
#include "session/blocks.h"

#include <set>

namespace headlight {
namespace {

// What stands on the heap for a value; the value itself is counted where it stands.

std::size_t heapOf(const std::string& text) {
    static const std::size_t inside = std::string().capacity(); // so many characters need no heap
    return text.capacity() > inside ? text.capacity() + 1 : 0;
}

std::size_t heapOf(const FrozenMatrix& matrix) {
    return matrix ? sizeof(Matrix) + static_cast<std::size_t>(matrix->size()) * sizeof(float) : 0;
}

std::size_t heapOf(const EmbeddingTable::Row& row) { return heapOf(row.vector); }
std::size_t heapOf(const ByteRange&) { return 0; }
std::size_t heapOf(const VocabularyEntry& entry) { return heapOf(entry.token); }
constexpr std::size_t kLinks = 4 * sizeof(void*); // of a node of a map

/// Without the drawings, which many share: see drawingsOf().
std::size_t heapOf(const Frozen<DrawnParameters>& drawn) {
    return drawn ? sizeof(DrawnParameters) + drawn->size() * (kLinks + sizeof(DrawnParameters::value_type)) : 0;
}

std::size_t heapOf(const Head& head) { return heapOf(head.drawn); } // without its matrices
std::size_t heapOf(int) { return 0; }
std::size_t heapOf(const Layer&);

template <class T>
std::size_t heapOf(const std::vector<T>& items) {
    std::size_t bytes = items.capacity() * sizeof(T);
    for (const T& item : items) bytes += heapOf(item);
    return bytes;
}

/// What is switched off as a whole has no slots of its own: its matrices are counted here.
std::size_t heapOfWhole(const Frozen<Layer>& layer) {
    if (!layer) return 0;
    std::size_t bytes = sizeof(Layer) + heapOf(*layer);
    forEachSlot(*layer, [&](const FrozenMatrix& matrix) { bytes += heapOf(matrix); });
    return bytes;
}

std::size_t heapOf(const Layer& layer) {
    std::size_t bytes = heapOf(layer.heads) + heapOf(layer.options.mask.hidden) + heapOf(layer.drawn) +
                        (layer.otherMasks ? heapOf(layer.otherMasks->hidden) : 0);
    for (const Whole& whole : kWholes) bytes += heapOfWhole(layer.*whole.slot);
    return bytes;
}

/// What the matrices of a session have been drawn with, each once.
std::size_t drawingsOf(const Session& frame) {
    std::set<const Drawing*> all;
    const auto add = [&](const Frozen<DrawnParameters>& drawn) {
        if (!drawn) return;
        for (const auto& [parameter, by] : *drawn) all.insert(by.drawing.get());
    };
    for (const Frozen<Drawing>* drawn : tableDrawings(frame)) all.insert(drawn->get());
    const auto addAll = [&](const Layer& layer) {
        add(layer.drawn);
        for (const Head& head : layer.heads) add(head.drawn);
    };
    for (const Layer& layer : frame.layers) {
        addAll(layer);
        for (const Whole& whole : kWholes)
            if (layer.*whole.slot) addAll(*(layer.*whole.slot));
    }
    std::size_t bytes = 0;
    for (const Drawing* one : all) bytes += sizeof(Drawing) + one->parts.capacity() * sizeof(Drawing::Part);
    return bytes;
}

std::size_t heapOf(const Text& text) {
    std::size_t bytes = heapOf(text.sentence) + heapOf(text.tokenizer.kind) + heapOf(text.tokenizer.remove);
    if (text.vocabulary) bytes += sizeof(Vocabulary) + heapOf(text.vocabulary->entries);
    if (text.tokens)
        bytes += sizeof(Tokens) + heapOf(text.tokens->texts) + heapOf(text.tokens->ids) + heapOf(text.tokens->ranges);
    return bytes;
}

std::size_t heapOf(const UnknownMembers& unknown) {
    std::size_t bytes = sizeof(UnknownMembers);
    for (const auto& [field, members] : unknown)
        bytes += kLinks + sizeof(UnknownMembers::value_type) + heapOf(field) + heapOf(members);
    return bytes;
}

std::size_t heapOf(const Session& frame) {
    const auto of = [](const std::optional<Text>& text) { return text ? heapOf(*text) : 0; };
    return heapOf(frame.text) + of(frame.source) + of(frame.offSource) + heapOf(frame.layers) + drawingsOf(frame) +
           (frame.unknown ? heapOf(*frame.unknown) : 0);
}

} // namespace

std::size_t Change::Side::bytes() const {
    std::size_t bytes = heapOf(sources) + blocks.capacity() * sizeof(Block);
    if (frame) bytes += sizeof(Session) + heapOf(*frame);
    for (const Block& block : blocks) bytes += heapOf(block.matrix);
    bytes += tables.capacity() * sizeof(Table);
    for (const Table& table : tables) bytes += table.whole.bytes() + heapOf(table.rows);
    return bytes;
}

std::size_t Change::bytes() const {
    std::size_t bytes = sizeof(Change) + before_.bytes() + after_.bytes() + patches_.capacity() * sizeof(Patch);
    for (const Patch& patch : patches_) bytes += patch.cells.capacity() * sizeof(Cell);
    return bytes;
}

} // namespace headlight
