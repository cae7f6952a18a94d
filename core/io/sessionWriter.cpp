// The text of a session. Every member in its place, so that the same session gives the same bytes.

#include "base/numberText.h"
#include "base/version.h"
#include "io/MatrixJson.h"
#include "io/jsonObject.h"
#include "io/sessionDraft.h"
#include "io/sessionFile.h"

#include <utility>

namespace headlight {
namespace {

using Members = std::vector<std::string>;

std::string member(const char* key, std::string value) { return std::move(value.insert(0, jsonText(key) + ": ")); }

/// What is unknown of the object that stands at `field`.
void addUnknown(Members& members, const Session& session, const std::string& field) {
    if (!session.unknown || !session.unknown->contains(field)) return;
    for (std::string& other : membersOf(session.unknown->at(field))) members.push_back(std::move(other));
}

std::string inOneLine(const Members& members) {
    std::string text = "{";
    for (const auto& m : members) text += (text.size() > 1 ? ", " : "") + m;
    return text + "}";
}

/// One member a line, `indent` blanks before the closing brace.
std::string inLines(const Members& members, std::size_t indent) {
    const std::string blanks(indent, ' ');
    std::size_t size = 4 + indent;
    for (const auto& m : members) size += m.size() + indent + 4;
    std::string text;
    text.reserve(size); // matrices may be large
    text += "{\n";
    for (const auto& m : members) {
        if (text.size() > 2) text += ",\n";
        ((text += blanks) += "  ") += m;
    }
    return std::move(((text += "\n") += blanks) += "}");
}

std::string tokenizerText(const Session& session, const TokenizerSpec& spec, const std::string& field) {
    Members members{member("kind", jsonText(spec.kind)), member("remove", jsonText(spec.remove))};
    addUnknown(members, session, field);
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
void addText(Members& members, const Session& session, const Text& text, const std::string& where, std::size_t indent) {
    members.push_back(member("sentence", jsonText(text.sentence)));
    members.push_back(member("tokenizer", tokenizerText(session, text.tokenizer, where + "tokenizer")));
    members.push_back(member("vocabulary", vocabularyText(*text.vocabulary, indent)));
    members.push_back(member("embeddings", matrixMember(*text.embeddings.matrix(), indent)));
}

std::string scaleText(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::None: return "\"none\"";
    case Scale::Kind::SqrtDk: return "\"sqrt_dk\"";
    case Scale::Kind::Factor: break;
    }
    return shortest(scale.factor);
}

/// True if version 1 has a word for it: one kind of mask, and no window and nothing hidden.
bool isSimple(const Mask& mask) { return mask.window == 0 && mask.hidden.empty() && !(mask.causal && mask.given); }

std::string maskText(const Mask& mask, std::size_t indent) {
    if (isSimple(mask)) return mask.given ? matrixMember(*mask.given, indent) : mask.causal ? "\"causal\"" : "\"none\"";
    Members members;
    if (mask.causal) members.push_back(member("causal", "true"));
    if (mask.window > 0) members.push_back(member("window", std::to_string(mask.window)));
    std::string hidden;
    for (const int token : mask.hidden) hidden += (hidden.empty() ? "" : ", ") + std::to_string(token);
    if (!hidden.empty()) members.push_back(member("hidden", "[" + hidden + "]"));
    if (mask.given) members.push_back(member("given", matrixMember(*mask.given, indent)));
    return inOneLine(members);
}

/// The lowest version whose readers compute what is meant.
int versionOf(const Session& session) {
    const Layer& first = session.layers[0];
    bool isNew = session.positions || session.offPositions || first.offNorm || first.offTrained ||
                 session.layers.size() > 1 || !isSimple(first.options.mask) || first.residual || first.norm ||
                 first.options.maskMode != MaskMode::Before || first.options.dropout;
    forEachParameter(first, 0, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
        isNew = isNew || (matrix && !infoOf(ref.parameter).inVersion1);
    });
    forEachOff(first, 0, [&](const ParameterRef&, const FrozenMatrix& matrix) { isNew = isNew || matrix; });
    return isNew ? 2 : 1;
}

std::string optionsText(const Session& session, const Options& options, const std::string& field, std::size_t indent) {
    Members members{
        member("scores", "\"dot_product\""),
        member("scale", scaleText(options.scale)),
        member("mask", maskText(options.mask, indent)),
        member("normalisation", options.normalisation == Normalisation::Softmax ? "\"softmax\"" : "\"sum\""),
        member("temperature", shortest(options.temperature)),
    };
    if (options.maskMode == MaskMode::After) members.insert(members.begin() + 3, member("mask_mode", "\"after\""));
    if (const auto& dropout = options.dropout) {
        Members parts{member("rate", shortest(dropout->rate)), member("seed", std::to_string(dropout->seed))};
        addUnknown(parts, session, field + ".dropout");
        members.push_back(member("dropout", inOneLine(parts)));
    }
    addUnknown(members, session, field);
    return inOneLine(members);
}

/// Those that stand `inside` an object of it; null: in itself.
void addParameters(Members& members, const PerParameter<FrozenMatrix>& set, Scope scope, std::size_t indent,
                   const char* inside = nullptr, bool isOff = false) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (!info.isInside(inside) || (!matrix && (isOff || !info.inVersion1))) return;
        members.push_back(member(inside ? info.member : info.symbol,
                                 matrix ? matrixMember(*matrix, indent, info.rows == Side::One) : "null"));
    });
}

void addDrawn(Members& members, const WrittenDrawings& drawings, const Frozen<DrawnParameters>& drawn) {
    if (drawn) members.push_back(member("drawn_by", drawings.byText(*drawn)));
}

std::string headText(const Session& session, const WrittenDrawings& drawings, const Head& head, int index,
                     const std::string& field, std::size_t indent) {
    Members members;
    addParameters(members, head, Scope::Head, indent + 2);
    Members off;
    addParameters(off, head.off, Scope::Head, indent + 4, nullptr, true);
    addUnknown(off, session, field + ".off");
    if (!off.empty()) members.push_back(member("off", inLines(off, indent + 2)));
    if (head.number != index) members.push_back(member("drawn_as", std::to_string(head.number)));
    addDrawn(members, drawings, head.drawn);
    addUnknown(members, session, field);
    return inLines(members, indent);
}

std::string normText(const Session& session, const Norm& norm, const PerParameter<FrozenMatrix>& set,
                     const std::string& field, std::size_t indent) {
    Members members{member("place", norm.place == Norm::Place::Before ? "\"before\"" : "\"after\"")};
    addParameters(members, set, Scope::Layer, indent + 2, "norm");
    members.push_back(member("eps", shortest(norm.eps)));
    addUnknown(members, session, field);
    return inLines(members, indent);
}

std::string positionsText(const Session& session, const Positions& positions, const char* field, std::size_t indent) {
    const bool isLearned = positions.kind == Positions::Kind::Learned;
    Members members{member("kind", isLearned ? "\"learned\"" : "\"sinusoidal\"")};
    if (isLearned) members.push_back(member("table", matrixMember(*positions.table, indent)));
    addUnknown(members, session, field);
    return inOneLine(members);
}

std::string headsText(const Session& session, const WrittenDrawings& drawings, const Layer& layer,
                      const std::string& field, std::size_t indent) {
    std::string heads = "[";
    for (int h = 0; const Head& head : layer.heads) {
        heads += h > 0 ? ", " : "";
        heads += headText(session, drawings, head, h, field + "[" + std::to_string(h) + "]", indent);
        ++h;
    }
    return heads + "]";
}

/// The heads of a layer whose weights are switched off, and what went with them.
std::string trainedText(const Session& session, const WrittenDrawings& drawings, const Layer& trained,
                        const std::string& field, std::size_t indent) {
    Members members{member("scale", scaleText(trained.options.scale)),
                    member("heads", headsText(session, drawings, trained, field + ".heads", indent + 2))};
    addParameters(members, trained, Scope::Layer, indent + 2, nullptr, true);
    Members off;
    addParameters(off, trained.off, Scope::Layer, indent + 4, nullptr, true);
    addUnknown(off, session, field + ".off");
    if (!off.empty()) members.push_back(member("off", inLines(off, indent + 2)));
    addUnknown(members, session, field);
    return inLines(members, indent);
}

/// Empty if there is nothing.
std::string offText(const Session& session, const WrittenDrawings& drawings, const Layer& layer,
                    const std::string& field, std::size_t indent) {
    Members members;
    addParameters(members, layer.off, Scope::Layer, indent + 2, nullptr, true);
    if (layer.offNorm)
        members.push_back(member("norm", normText(session, *layer.offNorm, layer.off, field + ".norm", indent + 2)));
    if (layer.offTrained)
        members.push_back(
            member("trained", trainedText(session, drawings, *layer.offTrained, field + ".trained", indent + 2)));
    addUnknown(members, session, field);
    return members.empty() ? std::string() : inLines(members, indent);
}

std::string layerText(const Session& session, const WrittenDrawings& drawings, int index, std::size_t indent) {
    const Layer& layer = session.layers[static_cast<std::size_t>(index)];
    const std::string field = "layers[" + std::to_string(index) + "]";
    const std::size_t inner = indent + 2;
    std::string heads = headsText(session, drawings, layer, headsOf(index), inner);
    Members members{member("options", optionsText(session, layer.options, field + ".options", inner)),
                    member("heads", std::move(heads))};
    addParameters(members, layer, Scope::Layer, inner);
    if (layer.residual) members.push_back(member("residual", "true"));
    if (layer.norm) members.push_back(member("norm", normText(session, *layer.norm, layer, field + ".norm", inner)));
    if (std::string off = offText(session, drawings, layer, field + ".off", inner); !off.empty())
        members.push_back(member("off", std::move(off)));
    if (layer.number != index) members.push_back(member("drawn_as", std::to_string(layer.number)));
    addDrawn(members, drawings, layer.drawn);
    addUnknown(members, session, field);
    return inLines(members, indent);
}

std::string sourceText(const Session& session, std::size_t indent) {
    if (!session.source) return "null";
    Members members;
    addText(members, session, *session.source, "context_sentence.", indent + 2);
    addUnknown(members, session, "context_sentence");
    return inLines(members, indent);
}

void addRegion(Members& to, const Session& session, const View& view) {
    Members region;
    for (const auto& [side, word] : kRegionSides)
        if (const auto span = view.region.find(side); span != view.region.end())
            region.push_back(
                member(word, "[" + shortest(span->second.first) + ", " + shortest(span->second.count) + "]"));
    addUnknown(region, session, "view.region");
    if (!region.empty()) to.push_back(member("region", inOneLine(region)));
}

void addColours(Members& to, const Session& session, const char* key, const std::optional<ColourChoice>& colours) {
    if (!colours) return;
    Members members;
    if (!colours->map.empty()) members.push_back(member("map", jsonText(colours->map)));
    if (const auto& range = colours->range)
        members.push_back(member("range", "[" + shortest(range->low) + ", " + shortest(range->high) + "]"));
    if (!colours->curve.empty()) members.push_back(member("curve", jsonText(colours->curve)));
    addUnknown(members, session, std::string("view.") + key);
    to.push_back(member(key, inOneLine(members)));
}

std::string viewText(const Session& session, const View& view) {
    Members selection{member("layer", std::to_string(view.layer)), member("head", std::to_string(view.head)),
                      member("query", std::to_string(view.query)), member("key", std::to_string(view.key))};
    addUnknown(selection, session, "view.selection");
    Members members{member("selection", inOneLine(selection))};
    std::string stages;
    for (const std::string& stage : view.stages) stages += (stages.empty() ? "" : ", ") + jsonText(stage);
    if (!stages.empty()) members.push_back(member("stages", "[" + stages + "]"));
    if (!view.parameter.empty()) members.push_back(member("parameter", jsonText(view.parameter)));
    const auto add = [&members](const char* key, std::optional<bool> on) {
        if (on) members.push_back(member(key, *on ? "true" : "false"));
    };
    add("scale_per_head", view.scalePerHead);
    add("numbers", view.numbers);
    if (view.largeHead) members.push_back(member("large_head", std::to_string(*view.largeHead)));
    addRegion(members, session, view);
    addColours(members, session, "signed_colours", view.signedColours);
    addColours(members, session, "unsigned_colours", view.unsignedColours);
    if (!view.pooling.empty()) members.push_back(member("pooling", jsonText(view.pooling)));
    addUnknown(members, session, "view");
    return inOneLine(members);
}

} // namespace

std::string sessionText(const SessionFile& file) {
    const Session& session = file.session;
    const int version = versionOf(session);
    const WrittenDrawings drawings(session);
    Members members{
        member("format", "\"headlight-session\""),
        member("version", std::to_string(version)),
        member("min_reader", std::to_string(version)),
        member("generator", jsonText(std::string("headlight ") + kVersion)),
        member("seed", std::to_string(session.seed)),
    };
    addText(members, session, session.text, "", 2);
    if (session.positions)
        members.push_back(member("positions", positionsText(session, *session.positions, "positions", 2)));
    if (session.offPositions) {
        Members off{member("positions", positionsText(session, *session.offPositions, "off.positions", 4))};
        addUnknown(off, session, "off");
        members.push_back(member("off", inLines(off, 2)));
    }
    std::string layers = "[";
    for (std::size_t l = 0; l < session.layers.size(); ++l)
        (layers += l > 0 ? ", " : "") += layerText(session, drawings, static_cast<int>(l), 2);
    members.push_back(member("layers", std::move(layers += "]")));
    if (!drawings.isEmpty()) members.push_back(member("drawings", drawings.listText(2)));
    if (session.text.drawn) members.push_back(member("drawn_by", drawings.tableText(session.text.drawn)));
    members.push_back(member("context_sentence", sourceText(session, 2)));
    members.push_back(member("view", viewText(session, file.view)));
    addUnknown(members, session, "");
    return std::move(inLines(members, 0) += "\n");
}

} // namespace headlight
