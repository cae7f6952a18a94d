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

int versionOf(const Session& session);

/// What is unknown of the object that stands at `field`. In version 2 some names mean what is not computed here, and
/// that a file of version 1 used one of them changed nothing: there it stands under another.
void addUnknown(Members& members, const Session& session, const std::string& field) {
    if (!session.unknown || !session.unknown->contains(field)) return;
    for (std::string& other : membersOf(session.unknown->at(field))) {
        if (isUncomputed(other) && versionOf(session) == 2) other.insert(other.find('"', 1), " of version 1");
        members.push_back(std::move(other));
    }
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
    bool isNew = session.layers.size() > 1 || !isSimple(first.options.mask) || first.residual;
    forEachParameter(first, 0, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
        isNew = isNew || (matrix && !infoOf(ref.parameter).inVersion1);
    });
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
    addUnknown(members, session, field);
    return inOneLine(members);
}

void addParameters(Members& members, const PerParameter<FrozenMatrix>& set, Scope scope, std::size_t indent) {
    forEachParameter(set, scope, [&](const ParameterInfo& info, const FrozenMatrix& matrix) {
        if (!matrix && !info.inVersion1) return;
        members.push_back(member(info.symbol, matrix ? matrixMember(*matrix, indent, info.rows == Side::One) : "null"));
    });
}

std::string headText(const Session& session, const Head& head, int index, const std::string& field,
                     std::size_t indent) {
    Members members;
    addParameters(members, head, Scope::Head, indent + 2);
    if (head.number != index) members.push_back(member("drawn_as", std::to_string(head.number)));
    addUnknown(members, session, field);
    return inLines(members, indent);
}

std::string layerText(const Session& session, int index, std::size_t indent) {
    const Layer& layer = session.layers[static_cast<std::size_t>(index)];
    const std::string field = "layers[" + std::to_string(index) + "]";
    const std::size_t inner = indent + 2;
    std::string heads = "[";
    for (int h = 0; const Head& head : layer.heads) {
        heads += h > 0 ? ", " : "";
        heads += headText(session, head, h, headsOf(index) + "[" + std::to_string(h) + "]", inner);
        ++h;
    }
    heads += "]";
    Members members{member("options", optionsText(session, layer.options, field + ".options", inner)),
                    member("heads", std::move(heads))};
    addParameters(members, layer, Scope::Layer, inner);
    if (layer.residual) members.push_back(member("residual", "true"));
    if (layer.number != index) members.push_back(member("drawn_as", std::to_string(layer.number)));
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
    Members members{
        member("format", "\"headlight-session\""),
        member("version", std::to_string(version)),
        member("min_reader", std::to_string(version)),
        member("generator", jsonText(std::string("headlight ") + kVersion)),
        member("seed", std::to_string(session.seed)),
    };
    addText(members, session, session.text, "", 2);
    std::string layers = "[";
    for (std::size_t l = 0; l < session.layers.size(); ++l)
        (layers += l > 0 ? ", " : "") += layerText(session, static_cast<int>(l), 2);
    members.push_back(member("layers", std::move(layers += "]")));
    members.push_back(member("context_sentence", sourceText(session, 2)));
    members.push_back(member("view", viewText(session, file.view)));
    addUnknown(members, session, "");
    return std::move(inLines(members, 0) += "\n");
}

} // namespace headlight
