// Writes the text of a session. Members have a fixed order, so that the same session gives the same bytes.

#include "base/numberText.h"
#include "base/version.h"
#include "io/MatrixJson.h"
#include "io/base64.h"
#include "io/sessionDraft.h"
#include "io/sessionFile.h"
#include "io/sessionWriting.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Stands for a large matrix until the text is written. JSON cannot contain it: in a string it would be escaped.
constexpr char kMark = '\x01';

std::string tokenizerText(const Text& text) {
    Members members{member("kind", jsonText(text.tokenizer.kind)), member("remove", jsonText(text.tokenizer.remove))};
    addUnknown(members, text.unknownOfTokenizer);
    return inOneLine(members);
}

std::string vocabularyText(const Vocabulary& vocabulary, std::size_t indent) {
    if (vocabulary.entries.empty()) return "[]";
    const std::string blanks(indent, ' ');
    std::string text = "[";
    for (const auto& entry : vocabulary.entries) {
        text += text.size() > 1 ? ",\n" : "\n";
        text += blanks + "  " +
                inOneLine({member("token", jsonText(entry.token)), member("id", std::to_string(entry.id))});
    }
    return text + "\n" + blanks + "]";
}

/// Adds a text. `its` is the session's text at the same place if `w` is a pin; else null.
void addText(Members& members, const Writing& w, const Text& text, const Text* its, std::size_t indent) {
    members.push_back(member("sentence", jsonText(text.sentence)));
    members.push_back(member("tokenizer", tokenizerText(text)));
    members.push_back(member("vocabulary", vocabularyText(*text.vocabulary, indent)));
    const bool isNull = its && its->embeddings == text.embeddings;
    members.push_back(member("embeddings", isNull ? "null" : w.matrices.text(text.embeddings, indent)));
}

void addDrawn(Members& members, const Writing& w, const char* table, const DrawnBy& by) {
    if (std::string text = w.drawings.byText({{table, by}}); !text.empty())
        members.push_back(member("drawn_by", std::move(text)));
}

std::string positionsText(const Writing& w, const Positions& positions, std::size_t indent) {
    const bool isLearned = positions.kind == Positions::Kind::Learned;
    Members members{member("kind", isLearned ? "\"learned\"" : "\"sinusoidal\"")};
    if (positions.table.kept) members.push_back(member("table", w.matrices.text(positions.table.kept, indent)));
    addDrawn(members, w, "table", positions.table.drawn);
    addUnknown(members, positions.unknown);
    return inOneLine(members);
}

std::string sourceText(const Writing& w, const std::optional<Text>& source, std::size_t indent) {
    if (!source) return "null";
    const auto* its = w.pinnedIn && w.pinnedIn->source.kept ? &*w.pinnedIn->source.kept : nullptr;
    Members members;
    addText(members, w, *source, its, indent + 2);
    addDrawn(members, w, "embeddings", source->drawn);
    addUnknown(members, source->unknown);
    return inLines(members, indent);
}

/// Returns the lowest version whose readers compute this session correctly.
int versionOf(const Session& session) {
    const Layer& first = session.layers[0];
    const Options& options = first.options;
    const Scale& scale = options.scale;
    bool isNew = session.positions.kept || session.source.isOn != session.source.kept.has_value() ||
                 session.layers.size() > 1 || first.residual || first.norm.kept || !isSimple(options.mask) ||
                 options.maskMode != MaskMode::Before || options.dropout.kept || scale.withWeights ||
                 (scale.kind != Scale::Kind::Factor && scale.factor != Scale().factor);
    forEachParameter(first, 0, [&](const ParameterRef& ref, const ParameterValue& value) {
        isNew = isNew || (value.kept && !(value.isOn && infoOf(ref.parameter).inVersion1));
    });
    return isNew ? 2 : 1;
}

} // namespace

std::string MatrixTexts::text(const FrozenMatrix& matrix, std::size_t indent, bool isVector) {
    return matrix == matrixOfSession() ? "null" : text(EmbeddingTable(matrix), indent, isVector);
}

std::string MatrixTexts::text(const EmbeddingTable& table, std::size_t indent, bool isVector) {
    if (table.rows() * table.cols() <= kMaxInRows) return rowsText(*table.matrix(), indent, isVector);
    large_.push_back({table, isVector});
    return std::string(1, kMark);
}

class MatrixTexts::Pieces {
public:
    Pieces(std::string text, std::vector<Large> large) : text_(std::move(text)), large_(std::move(large)) {}

    std::string operator()(std::size_t) {
        if (row_ >= 0) return someRows();
        const std::size_t mark = text_.find(kMark, at_), from = std::exchange(at_, mark + 1);
        if (mark == std::string::npos) return at_ = text_.size(), text_.substr(std::min(from, at_));
        row_ = 0;
        const Large& now = large_[which_];
        return text_.substr(from, mark - from) + base64Begin(now.rows.rows(), now.rows.cols(), now.isVector);
    }

private:
    std::string someRows() {
        constexpr Index kNumbers = 3 << 17; // of three rows together the letters need no padding
        const EmbeddingTable& table = large_[which_].rows;
        const Index count = std::min(std::max<Index>(kNumbers / table.cols() / 3, 1) * 3, table.rows() - row_);
        std::vector<float> numbers;
        for (const Index end = row_ + count; row_ < end; ++row_)
            numbers.insert(numbers.end(), table.row(row_).data(), table.row(row_).data() + table.cols());
        std::string letters = base64OfFloats(numbers);
        if (row_ < table.rows()) return letters;
        row_ = -1;
        ++which_;
        return letters + kBase64End;
    }

    std::string text_;
    std::vector<Large> large_;
    std::size_t at_ = 0, which_ = 0; ///< positions in text_ and in large_
    Index row_ = -1;                 ///< the next row of that matrix; -1 outside of one
};

FilePieces MatrixTexts::pieces(std::string text) const { return Pieces(std::move(text), large_); }

std::string MatrixTexts::whole(std::string text) const {
    if (large_.empty()) return text;
    std::size_t bytes = text.size();
    for (const Large& one : large_) bytes += 128 + static_cast<std::size_t>(one.rows.rows() * one.rows.cols()) * 16 / 3;
    std::string all;
    all.reserve(bytes);
    Pieces piece(std::move(text), large_);
    for (std::string next = piece(0); !next.empty(); next = piece(0)) all += next;
    return all;
}

void addSession(Members& members, const Writing& w, std::size_t indent) {
    const auto& positions = w.session.positions;
    const auto& source = w.session.source;
    addText(members, w, w.session.text, w.pinnedIn ? &w.pinnedIn->text : nullptr, indent);
    if (positions.kept) members.push_back(member("positions", positionsText(w, *positions.kept, indent)));
    std::vector<std::string> off;
    if (positions.kept && !positions) off.emplace_back("positions");
    if (source.kept && !source) off.emplace_back("context_sentence");
    addNames(members, "off", off);
    std::string layers = "[";
    for (std::size_t l = 0; l < w.session.layers.size(); ++l)
        (layers += l > 0 ? ", " : "") += layerText(w, static_cast<int>(l), indent);
    members.push_back(member("layers", std::move(layers += "]")));
    if (!w.drawings.isEmpty()) members.push_back(member("drawings", w.drawings.listText(indent)));
    addDrawn(members, w, "embeddings", w.session.text.drawn);
    members.push_back(member("context_sentence", sourceText(w, source.kept, indent)));
}

namespace {

std::string markedText(const SessionFile& file, MatrixTexts& matrices) {
    const Writing w{file.session, WrittenDrawings(file.session), matrices};
    const int version = versionOf(w.session);
    Members members{
        member("format", "\"headlight-session\""),
        member("version", std::to_string(version)),
        member("min_reader", std::to_string(version)),
        member("generator", jsonText(std::string("headlight ") + kVersion)),
        member("seed", std::to_string(w.session.seed)),
    };
    addSession(members, w, 2);
    if (w.session.pins) members.push_back(member("pins", pinsText(w.session, 2)));
    members.push_back(member("view", viewText(file.view)));
    addUnknown(members, w.session.unknown);
    return inLines(members, 0) + "\n";
}

} // namespace

std::string sessionText(const SessionFile& file) {
    MatrixTexts matrices;
    std::string text = markedText(file, matrices);
    return matrices.whole(std::move(text));
}

FilePieces sessionPieces(const SessionFile& file) {
    MatrixTexts matrices;
    std::string text = markedText(file, matrices);
    return matrices.pieces(std::move(text));
}

} // namespace headlight
