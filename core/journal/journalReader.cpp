#include "base/sameBits.h"
#include "io/sessionDraft.h"
#include "journal/journal.h"
#include "journal/note.h"
#include "journal/records.h"
#include "session/blocks.h"

#include <utility>
#include <vector>

namespace headlight {

using namespace journal;

namespace {

const Problem kDamagedBlock{"a block of the journal is damaged"};

Result<Matrix> wholeOf(std::string_view bytes) {
    RecordReader reader(bytes);
    const std::uint64_t rows = reader.number(), cols = reader.number();
    const std::uint64_t count = reader.ok() && cols > 0 ? rows * cols : 0;
    const std::string_view numbers = reader.rest();
    const bool isRight = rows < (1ULL << 31) && cols < (1ULL << 31) && numbers.size() == count * sizeof(float);
    if (!reader.ok() || !isRight) return kDamagedBlock;
    Matrix matrix(static_cast<Index>(rows), static_cast<Index>(cols));
    RecordReader(numbers).floats(matrix.data(), count);
    return matrix;
}

bool changeCells(Matrix& matrix, RecordReader changes) {
    while (changes.ok() && !changes.isAtEnd()) {
        const std::uint64_t at = changes.number();
        if (at >= static_cast<std::uint64_t>(matrix.size()) || !changes.floats(matrix.data() + at, 1)) return false;
    }
    return changes.ok();
}

bool changeRows(Matrix& matrix, RecordReader changes) {
    const std::uint64_t rows = changes.number(), before = static_cast<std::uint64_t>(matrix.rows());
    const std::string_view entries = changes.rest();
    const std::size_t entry = sizeof(std::uint64_t) + static_cast<std::size_t>(matrix.cols()) * sizeof(float);
    if (!changes.ok() || rows > before + entries.size() / entry) return false; // each new row is among them
    matrix.conservativeResize(static_cast<Index>(rows), matrix.cols());
    std::uint64_t there = before; // of the rows, the new ones being said in their order
    for (RecordReader each(entries); !each.isAtEnd();) {
        const std::uint64_t row = each.number();
        if (!each.ok() || row >= rows || row > there) return false;
        if (row == there) ++there;
        if (!each.floats(matrix.row(static_cast<Index>(row)).data(), static_cast<std::uint64_t>(matrix.cols())))
            return false;
    }
    return there >= rows;
}

/// The blocks of a journal, each made when it is asked for: few of them still belong to the last state.
class Blocks {
public:
    void add(const Record& record) { records_.push_back(record); }

    Result<Matrix> operator()(std::uint64_t id) const {
        std::vector<const Record*> changes; // the last one first
        for (;;) {
            if (id >= records_.size()) return kDamagedBlock;
            const Record& record = records_[static_cast<std::size_t>(id)];
            if (record.kind == Kind::Block) break;
            changes.push_back(&record);
            const std::uint64_t before = RecordReader(record.bytes).number();
            if (before >= id) return kDamagedBlock;
            id = before;
        }
        auto matrix = wholeOf(records_[static_cast<std::size_t>(id)].bytes);
        for (; matrix && !changes.empty(); changes.pop_back()) {
            RecordReader reader(changes.back()->bytes);
            reader.number();
            const bool isRight = changes.back()->kind == Kind::Cells ? changeCells(*matrix, reader)
                                                                     : changeRows(*matrix, reader);
            if (!isRight) return kDamagedBlock;
        }
        return matrix;
    }

private:
    std::vector<Record> records_;
};

bool isBlock(Kind kind) { return kind == Kind::Block || kind == Kind::Cells || kind == Kind::Rows; }

/// The text of a state, given that of the one before.
bool change(std::string& text, std::string_view bytes) {
    RecordReader reader(bytes);
    const std::uint64_t front = reader.number(), back = reader.number();
    const std::string_view middle = reader.rest();
    if (!reader.ok() || front > text.size() || back > text.size() - front) return false;
    text.replace(front, text.size() - front - back, middle);
    return true;
}

/// The records of a journal, of which only the first state and the last are of interest.
struct States {
    Blocks blocks;
    std::string first, last; ///< a note, a line end, a session's text
    bool isTorn = false;
};

Result<States> statesOf(std::string_view bytes) {
    if (!bytes.starts_with(kMagic)) return Problem{"It is not a journal of Headlight."};
    bytes.remove_prefix(kMagic.size());
    States states;
    while (const auto record = nextRecord(bytes)) {
        const bool isState = record->kind == Kind::State;
        states.isTorn = true; // until there is the state that a block is of
        if (isState ? !change(states.last, record->bytes) : !isBlock(record->kind)) break;
        if (isState && states.first.empty()) states.first = states.last;
        if (!isState) states.blocks.add(*record);
        states.isTorn = !isState;
    }
    states.isTorn = states.isTorn || !bytes.empty();
    if (states.last.find('\n') == std::string::npos) return Problem{"It contains no complete session."};
    return states;
}

Result<JournalNote> noteOf(std::string_view state) { return parsedNote(state.substr(0, state.find('\n'))); }

Result<SessionFile> sessionOf(std::string_view state, const Blocks& blocks, const Watch& watch) {
    auto draft = readDraft(piecesOf(state.substr(state.find('\n') + 1)), watch, blocks);
    if (!draft) return draft.problem();
    return assembled(std::move(*draft));
}

/// Takes the blocks of `other` that hold the same: two states of one journal differ in few.
void share(Session& session, Session other) {
    std::vector<FrozenMatrix> theirs;
    forEachSlot(other, [&](const FrozenMatrix& matrix) { theirs.push_back(matrix); });
    std::size_t at = 0;
    forEachSlot(session, [&](FrozenMatrix& matrix) {
        const FrozenMatrix there = at < theirs.size() ? theirs[at++] : FrozenMatrix();
        if (matrix && there && sameBits(*matrix, *there)) matrix = there;
    });
    EmbeddingTable &mine = session.text.embeddings, &its = other.text.embeddings;
    if (mine.rows() == its.rows() && differingRows(its, mine).empty()) mine = its;
}

} // namespace

Result<JournalHead> parseJournalHead(std::string_view bytes) {
    const auto states = statesOf(bytes);
    if (!states) return states.problem();
    auto note = noteOf(states->last);
    if (!note) return note.problem();
    return JournalHead{std::move(*note), states->isTorn};
}

Result<JournalContent> parseJournal(std::string_view bytes, const Watch& watch) {
    const auto states = statesOf(bytes);
    if (!states) return states.problem();
    auto note = noteOf(states->last);
    if (!note) return note.problem();
    auto file = sessionOf(states->last, states->blocks, partOf(watch, 0, 0.5));
    if (!file) return file.problem();
    // What it began with is worth less than what it ends with: if it is damaged, nothing is changed since.
    auto first = sessionOf(states->first, states->blocks, partOf(watch, 0.5, 1));
    if (first) share(first->session, file->session);
    Session opened = first ? std::move(first->session) : file->session;
    return JournalContent{{std::move(*note), states->isTorn}, std::move(*file), std::move(opened)};
}

} // namespace headlight
