#include "io/sessionWriting.h"
#include "journal/journal.h"
#include "journal/note.h"
#include "journal/records.h"
#include "session/EmbeddingTable.h"

#include <bit>
#include <map>
#include <utility>
#include <vector>

namespace headlight {

using namespace journal;

/// What stands in the journal, as the last state had it; and, while a state is written, its matrices.
struct JournalWriter::Written : MatrixForm {
    template <class T>
    struct Place {
        T is;
        std::uint64_t block = 0;
    };
    template <class T>
    struct Places { ///< in the order of the text
        std::vector<Place<T>> last, now;
    };

    std::string text(const FrozenMatrix& matrix, std::size_t, bool) const override;
    std::string text(const EmbeddingTable& table, std::size_t) const override;
    std::uint64_t add(const RecordWriter& record) const {
        record.appendTo(records);
        return blocks++;
    }
    void addCells(const FrozenMatrix& matrix) const;

    // Changed by text(), which the writing of a session calls.
    mutable Places<FrozenMatrix> matrices;
    mutable Places<EmbeddingTable> tables;
    mutable std::map<const Matrix*, std::uint64_t> known; ///< of matrices.last and .now
    mutable std::string records;
    mutable std::uint64_t blocks = 0;
    std::string state;
    bool hasBegun = false;
};

namespace {

std::string referenceTo(std::uint64_t block) { return "{\"block\": " + std::to_string(block) + "}"; }

RecordWriter wholeBlock(const Matrix& matrix) {
    RecordWriter record(Kind::Block);
    record.add(static_cast<std::uint64_t>(matrix.rows()));
    record.add(static_cast<std::uint64_t>(matrix.cols()));
    record.add({matrix.data(), static_cast<std::size_t>(matrix.size())});
    return record;
}

/// The places at which two matrices of one shape differ by bits; nothing if there are so many that the whole is
/// shorter.
std::optional<std::vector<Index>> differences(const Matrix& a, const Matrix& b) {
    constexpr Index kCell = sizeof(std::uint64_t) + sizeof(float);
    const Index most = a.size() * static_cast<Index>(sizeof(float)) / kCell;
    std::vector<Index> places;
    for (Index i = 0; i < a.size(); ++i) {
        if (std::bit_cast<std::uint32_t>(a.data()[i]) == std::bit_cast<std::uint32_t>(b.data()[i])) continue;
        if (static_cast<Index>(places.size()) == most) return std::nullopt;
        places.push_back(i);
    }
    return places;
}

} // namespace

std::string JournalWriter::Written::text(const FrozenMatrix& matrix, std::size_t, bool) const {
    const auto place = matrices.now.size();
    auto found = known.find(&*matrix);
    if (found == known.end()) {
        std::optional<RecordWriter> cells;
        if (place < matrices.last.size()) {
            const auto& [before, block] = matrices.last[place];
            const bool isAlike = before->rows() == matrix->rows() && before->cols() == matrix->cols();
            if (const auto differ = isAlike ? differences(*before, *matrix) : std::nullopt) {
                cells.emplace(Kind::Cells);
                cells->add(block);
                for (const Index at : *differ) {
                    cells->add(static_cast<std::uint64_t>(at));
                    cells->add({matrix->data() + at, 1});
                }
            }
        }
        found = known.emplace(&*matrix, add(cells ? *cells : wholeBlock(*matrix))).first;
    }
    matrices.now.push_back({matrix, found->second});
    return referenceTo(found->second);
}

std::string JournalWriter::Written::text(const EmbeddingTable& table, std::size_t) const {
    const auto place = tables.now.size();
    const auto* before = place < tables.last.size() ? &tables.last[place] : nullptr;
    std::uint64_t block = 0;
    if (before && before->is == table) {
        block = before->block;
    } else if (before && before->is.cols() == table.cols()) {
        RecordWriter rows(Kind::Rows);
        rows.add(before->block);
        rows.add(static_cast<std::uint64_t>(table.rows()));
        for (const Index row : differingRows(before->is, table)) {
            rows.add(static_cast<std::uint64_t>(row));
            rows.add({table.row(row).data(), static_cast<std::size_t>(table.cols())});
        }
        block = add(rows);
    } else {
        block = add(wholeBlock(*table.matrix()));
    }
    tables.now.push_back({table, block});
    return referenceTo(block);
}

JournalWriter::JournalWriter() : written_(std::make_unique<Written>()) {}
JournalWriter::~JournalWriter() = default;
JournalWriter::JournalWriter(JournalWriter&&) noexcept = default;
JournalWriter& JournalWriter::operator=(JournalWriter&&) noexcept = default;

std::string JournalWriter::next(const SessionFile& file, const JournalNote& note) {
    Written& to = *written_;
    to.records = std::exchange(to.hasBegun, true) ? std::string() : std::string(kMagic);
    const std::string text = noteText(note) + sessionText(file, to);
    const std::size_t most = std::min(text.size(), to.state.size());
    std::size_t front = 0, back = 0;
    while (front < most && text[front] == to.state[front]) ++front;
    while (back < most - front && text[text.size() - 1 - back] == to.state[to.state.size() - 1 - back]) ++back;
    RecordWriter state(Kind::State);
    state.add(front);
    state.add(back);
    state.add(std::string_view(text).substr(front, text.size() - front - back));
    state.appendTo(to.records);
    to.state = text;
    to.matrices.last = std::exchange(to.matrices.now, {});
    to.tables.last = std::exchange(to.tables.now, {});
    to.known.clear();
    for (const auto& [matrix, block] : to.matrices.last) to.known.emplace(&*matrix, block);
    return std::exchange(to.records, {});
}

} // namespace headlight
