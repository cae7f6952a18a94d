// Writes the text of a session. Members have a fixed order, so that the same session gives the same bytes.

#include "base/version.h"
#include "io/MatrixJson.h"
#include "io/ObjectIo.h"
#include "io/base64.h"
#include "io/sessionDraft.h"
#include "io/sessionFile.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Stands for a large matrix until the text is written. JSON cannot contain it: in a string it would be escaped.
constexpr char kMark = '\x01';

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
    for (const Head& head : first.allHeads) isNew = isNew || !head.isOn;
    return isNew ? 2 : 1;
}

} // namespace

bool isSimple(const Mask& mask) {
    return !mask.window.kept && mask.hidden.empty() && !mask.unknown && mask.given.isOn == bool(mask.given.kept) &&
           !(mask.causal && mask.given);
}

std::string MatrixTexts::text(const EmbeddingTable& table, std::size_t indent, bool isVector) {
    if (table == EmbeddingTable(matrixOfSession())) return "null";
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
        const Index cols = std::max<Index>(table.cols(), 1);
        const Index count = std::min(std::max<Index>(kNumbers / cols / 3, 1) * 3, table.rows() - row_);
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

namespace {

std::string markedText(const SessionFile& file, MatrixTexts& matrices) {
    const Writing writing{file.session, WrittenDrawings(file.session), matrices};
    const std::string version = std::to_string(file.caution == FileCaution() ? versionOf(file.session) : 2);
    ObjectIo io(writing, 0);
    io.inLines();
    io.add("format", jsonText("headlight-session"));
    io.add("version", version);
    io.add("min_reader", version);
    io.add("generator", jsonText(std::string("headlight ") + kVersion));
    describe(io, file.session);
    if (file.session.pins) io.add("pins", pinsText(file.session));
    io.optional("caution", file.caution);
    io.field("view", file.view);
    io.unknown(file.session.unknown);
    return io.text() + "\n";
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
