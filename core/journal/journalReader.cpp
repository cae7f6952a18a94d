#include "io/sessionDraft.h"
#include "journal/journal.h"
#include "journal/note.h"
#include "journal/records.h"

#include <new>
#include <utility>
#include <vector>

namespace headlight {

using namespace journal;

namespace {

const Problem kDamaged{"A block of the journal is damaged."};

Result<Matrix> wholeOf(std::string_view bytes) {
    RecordReader reader(bytes);
    const std::uint64_t rows = reader.number(), cols = reader.number();
    const std::uint64_t count = reader.ok() && cols > 0 ? rows * cols : 0;
    const std::string_view numbers = reader.rest();
    const bool isRight = rows < (1ULL << 31) && cols < (1ULL << 31) && numbers.size() == count * sizeof(float);
    if (!reader.ok() || !isRight) return kDamaged;
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
    for (RecordReader each(entries); !each.isAtEnd();) {
        const std::uint64_t row = each.number();
        if (!each.ok() || row >= rows) return false;
        if (!each.floats(matrix.row(static_cast<Index>(row)).data(), static_cast<std::uint64_t>(matrix.cols())))
            return false;
    }
    return true;
}

/// The blocks of a journal, each made when it is asked for: few of them still belong to the last state.
class Blocks {
public:
    void add(const Record& record) { records_.push_back(record); }

    Result<Matrix> operator()(std::uint64_t id) const {
        std::vector<const Record*> changes; // the last one first
        for (;;) {
            if (id >= records_.size()) return kDamaged;
            const Record& record = records_[static_cast<std::size_t>(id)];
            if (record.kind == Kind::Block) break;
            changes.push_back(&record);
            const std::uint64_t before = RecordReader(record.bytes).number();
            if (before >= id) return kDamaged;
            id = before;
        }
        auto matrix = wholeOf(records_[static_cast<std::size_t>(id)].bytes);
        for (; matrix && !changes.empty(); changes.pop_back()) {
            RecordReader reader(changes.back()->bytes);
            reader.number();
            const bool isRight = changes.back()->kind == Kind::Cells ? changeCells(*matrix, reader)
                                                                     : changeRows(*matrix, reader);
            if (!isRight) return kDamaged;
        }
        return matrix;
    }

private:
    std::vector<Record> records_;
};

/// The text of a state, given that of the one before.
bool change(std::string& text, std::string_view bytes) {
    RecordReader reader(bytes);
    const std::uint64_t front = reader.number(), back = reader.number();
    const std::string_view middle = reader.rest();
    if (!reader.ok() || front > text.size() || back > text.size() - front) return false;
    text.replace(front, text.size() - front - back, middle);
    return true;
}

/// Of a state: its note is a line before it.
Result<SessionFile> sessionOf(std::string_view state, const Blocks& blocks) {
    auto draft = readDraft(piecesOf(state.substr(state.find('\n') + 1)), {}, blocks);
    if (!draft) return draft.problem();
    return assembled(std::move(*draft));
}

Result<JournalContent> parsed(std::string_view bytes) {
    if (!bytes.starts_with(kMagic)) return Problem{"It does not begin as a journal of Headlight."};
    bytes.remove_prefix(kMagic.size());
    Blocks blocks;
    std::string first, text;
    JournalContent content;
    while (const auto record = nextRecord(bytes)) {
        const bool isState = record->kind == Kind::State;
        if (isState ? !change(text, record->bytes) : record->kind > Kind::State) break;
        if (isState && first.empty()) first = text;
        if (!isState) blocks.add(*record);
        content.isTorn = !isState; // blocks without the state that they are of
    }
    content.isTorn = content.isTorn || !bytes.empty();
    const std::size_t end = text.find('\n');
    if (end == text.npos) return Problem{"It ends before it holds anything."};
    auto note = parsedNote(std::string_view(text).substr(0, end));
    if (!note) return note.problem();
    content.note = std::move(*note);
    auto file = sessionOf(text, blocks);
    if (!file) return file.problem();
    content.file = std::move(*file);
    // What it began with is worth less than what it ends with: if it is damaged, nothing is changed since.
    const auto began = sessionOf(first, blocks);
    content.opened = began ? began->session : content.file.session;
    return content;
}

} // namespace

Result<JournalContent> parseJournal(std::string_view bytes) {
    try {
        return parsed(bytes);
    } catch (const std::bad_alloc&) {
        return Problem{"There is not enough memory to restore it. Close other programs and try again."};
    }
}

} // namespace headlight
