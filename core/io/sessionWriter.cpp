// The text of a session. Every member in its place, so that the same session gives the same bytes.

#include "base/numberText.h"
#include "base/version.h"
#include "io/MatrixJson.h"
#include "io/sessionDraft.h"
#include "io/sessionFile.h"
#include "io/sessionWriting.h"

#include <utility>

namespace headlight {
namespace {

/// Stands for a large matrix until the end. No text of JSON has it: in a string it would be escaped.
constexpr char kMark = '\x01';

std::string tokenizerText(const Writing& w, const TokenizerSpec& spec, const std::string& field) {
    Members members{member("kind", jsonText(spec.kind)), member("remove", jsonText(spec.remove))};
    addUnknown(members, w, field);
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

/// The members of a text; `where` stands before their names.
void addText(Members& members, const Writing& w, const Text& text, const std::string& where, std::size_t indent) {
    members.push_back(member("sentence", jsonText(text.sentence)));
    members.push_back(member("tokenizer", tokenizerText(w, text.tokenizer, where + "tokenizer")));
    members.push_back(member("vocabulary", vocabularyText(*text.vocabulary, indent)));
    members.push_back(member("embeddings", w.matrices.text(text.embeddings, indent)));
}

std::string positionsText(const Writing& w, const Positions& positions, const char* field, std::size_t indent) {
    const bool isLearned = positions.kind == Positions::Kind::Learned;
    Members members{member("kind", isLearned ? "\"learned\"" : "\"sinusoidal\"")};
    if (isLearned) members.push_back(member("table", w.matrices.text(positions.table, indent)));
    if (positions.drawn) members.push_back(member("drawn_by", w.drawings.tableText(positions.drawn, "table")));
    addUnknown(members, w, field);
    return inOneLine(members);
}

std::string sourceText(const Writing& w, const std::optional<Text>& source, const std::string& field,
                       std::size_t indent) {
    if (!source) return "null";
    Members members;
    addText(members, w, *source, field + ".", indent + 2);
    if (source->drawn) members.push_back(member("drawn_by", w.drawings.tableText(source->drawn, "embeddings")));
    addUnknown(members, w, field);
    return inLines(members, indent);
}

/// What of the model is switched off. Empty if there is nothing.
std::string offText(const Writing& w, std::size_t indent) {
    Members off;
    if (w.session.offPositions)
        off.push_back(member("positions", positionsText(w, *w.session.offPositions, "off.positions", indent + 2)));
    if (w.session.offSource)
        off.push_back(
            member("context_sentence", sourceText(w, w.session.offSource, "off.context_sentence", indent + 2)));
    addUnknown(off, w, "off");
    return off.empty() ? std::string() : inLines(off, indent);
}

/// The lowest version whose readers compute what is meant.
int versionOf(const Session& session) {
    const Layer& first = session.layers[0];
    bool isNew = session.positions || session.offPositions || session.offSource || first.offGiven || first.otherMasks ||
                 first.offNorm || first.offTrained || first.offSimplified || session.layers.size() > 1 ||
                 !isSimple(first.options.mask) || first.residual || first.norm ||
                 first.options.maskMode != MaskMode::Before || first.options.dropout || first.offWindow > 0 ||
                 first.offDropout ||
                 (first.options.scale.kind != Scale::Kind::Factor && first.options.scale.factor != Scale().factor);
    forEachParameter(first, 0, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
        isNew = isNew || (matrix && !infoOf(ref.parameter).inVersion1);
    });
    forEachOff(first, 0, [&](const ParameterRef&, const FrozenMatrix& matrix) { isNew = isNew || matrix; });
    return isNew ? 2 : 1;
}

} // namespace

std::string MatrixTexts::text(const FrozenMatrix& matrix, std::size_t indent, bool isVector) {
    if (matrix->size() <= kMaxInRows) return matrixMember(*matrix, indent, isVector);
    large_.push_back({matrix, isVector});
    return std::string(1, kMark);
}

std::string MatrixTexts::whole(std::string text) const {
    if (large_.empty()) return text;
    std::size_t bytes = text.size();
    for (const Large& one : large_) bytes += 128 + static_cast<std::size_t>(one.matrix->size()) * 16 / 3;
    std::string all;
    all.reserve(bytes);
    std::string_view rest = text;
    for (const auto& [matrix, isVector] : large_) {
        const std::size_t mark = rest.find(kMark);
        all += rest.substr(0, mark);
        all += matrixMember(*matrix, 0, isVector);
        rest.remove_prefix(mark + 1);
    }
    all += rest;
    return all;
}

std::string sessionText(const SessionFile& file) {
    MatrixTexts matrices;
    const Writing w{file.session, WrittenDrawings(file.session), matrices};
    const int version = versionOf(w.session);
    Members members{
        member("format", "\"headlight-session\""),
        member("version", std::to_string(version)),
        member("min_reader", std::to_string(version)),
        member("generator", jsonText(std::string("headlight ") + kVersion)),
        member("seed", std::to_string(w.session.seed)),
    };
    addText(members, w, w.session.text, "", 2);
    if (w.session.positions)
        members.push_back(member("positions", positionsText(w, *w.session.positions, "positions", 2)));
    if (std::string off = offText(w, 2); !off.empty()) members.push_back(member("off", std::move(off)));
    std::string layers = "[";
    for (std::size_t l = 0; l < w.session.layers.size(); ++l)
        (layers += l > 0 ? ", " : "") += layerText(w, static_cast<int>(l), 2);
    members.push_back(member("layers", std::move(layers += "]")));
    if (!w.drawings.isEmpty()) members.push_back(member("drawings", w.drawings.listText(2)));
    if (w.session.text.drawn)
        members.push_back(member("drawn_by", w.drawings.tableText(w.session.text.drawn, "embeddings")));
    members.push_back(member("context_sentence", sourceText(w, w.session.source, "context_sentence", 2)));
    members.push_back(member("view", viewText(w, file.view)));
    addUnknown(members, w, "");
    return matrices.whole(inLines(members, 0) + "\n");
}

} // namespace headlight
