#include "base/places.h"
#include "io/sessionDraft.h"
#include "session/Limits.h"
#include "session/drawNumbers.h"

#include <algorithm>

namespace headlight {
namespace {

Drawing::Shape readDrawnShape(JsonReader& reader) {
    const std::vector<Index> shape = readShape(reader, 1);
    if (!reader.ok()) return {};
    return shape.size() == 1 ? Drawing::Shape{1, shape[0]} : Drawing::Shape{shape[0], shape[1]};
}

std::string shapeText(const Drawing::Shape& shape, bool isVector) {
    return (isVector ? "[" : "[" + std::to_string(shape.rows) + ", ") + std::to_string(shape.cols) + "]";
}

Drawing::Part readPart(JsonReader& reader) {
    Drawing::Part part;
    std::vector<Member> members{{"heads", [&] { part.heads = static_cast<int>(reader.whole(1, kMaxHeads)); }}};
    for (const ParameterInfo& info : parameters())
        if (info.scope != Scope::Session) // parameters of layers and heads
            members.push_back({info.fileName(), [&] { part[info.parameter] = readDrawnShape(reader); }});
    readMembers(reader, nullptr, members);
    return part;
}

std::string partText(const Drawing::Part& part) {
    std::string text = "{\"heads\": " + std::to_string(part.heads);
    for (const ParameterInfo& info : parameters())
        if (const Drawing::Shape& shape = part[info.parameter])
            text += ", " + jsonText(info.fileName()) + ": " + shapeText(shape, info.rows == Side::One);
    return text + "}";
}

/// Fails for a drawing that could not be drawn again, or not in Python.
void check(JsonReader& reader, const Drawing& drawing) {
    if (const auto problem = tooMuch(drawing)) return reader.fail("cannot be drawn: " + problem->text);
    for (const Drawing::Part& part : drawing.parts)
        for (const ParameterInfo& info : parameters())
            if (info.weight && part[info.parameter] && !part[*info.weight] && infoOf(drawing.initialiser).isModule)
                reader.fail("has a " + info.fileName() + " without the " + symbolOf(*info.weight) + " that it needs");
}

std::string drawingText(const Drawing& drawing) {
    std::string text = "{\"init\": " + jsonText(infoOf(drawing.initialiser).id) +
                       ", \"seed\": " + std::to_string(drawing.seed);
    if (drawing.order == Drawing::Order::ByHead) text += ", \"order\": \"by_head\"";
    if (drawing.isTransposed) text += ", \"turned\": true";
    if (drawing.embeddings) text += ", \"embeddings\": " + shapeText(drawing.embeddings, false);
    std::string parts;
    for (const Drawing::Part& part : drawing.parts) parts += (parts.empty() ? "" : ", ") + partText(part);
    return text + (parts.empty() ? "}" : ", \"layers\": [" + parts + "]}");
}

DrawnByDraft readPlace(JsonReader& reader) {
    DrawnByDraft by;
    const auto index = [&](int& to) { to = static_cast<int>(reader.whole(0, kMaxFileRows)); };
    readMembers(reader, nullptr,
                {
                    {"drawing", [&] { index(by.drawing); }},
                    {"layer", [&] { index(by.part); }},
                    {"head", [&] { index(by.head); }},
                });
    return by;
}

} // namespace

Drawing readDrawing(JsonReader& reader, int& layersLeft) {
    Drawing drawing;
    readMembers(reader, nullptr,
                {
                    {"init", [&] { drawing.initialiser = readInitialiser(reader, false); }},
                    {"seed", [&] { drawing.seed = reader.unsignedWhole(); }},
                    {"order",
                     [&] {
                         const bool isByHead = oneOf(reader, {"by_projection", "by_head"}) == 1;
                         drawing.order = isByHead ? Drawing::Order::ByHead : Drawing::Order::ByProjection;
                     }},
                    {"turned", [&] { drawing.isTransposed = reader.boolean(); }},
                    {"embeddings", [&] { drawing.embeddings = readDrawnShape(reader); }},
                    {"layers",
                     [&] {
                         reader.list([&](std::size_t at) {
                             if (at >= kMaxLayers)
                                 return reader.fail("exceeds the limit of " + std::to_string(kMaxLayers) + " layers");
                             if (--layersLeft < 0)
                                 return reader.fail("exceeds the limit of " + std::to_string(kMaxDrawnLayers) +
                                                    " layers in all \"drawings\" of a file; remove drawings that no "
                                                    "\"drawn_by\" names");
                             drawing.parts.push_back(readPart(reader));
                         });
                     }},
                });
    if (reader.ok()) check(reader, drawing);
    drawing.parts.shrink_to_fit();
    return drawing;
}

DrawnByDrafts readDrawnBy(JsonReader& reader, Scope scope) {
    std::map<Parameter, std::string> names;
    for (const ParameterInfo& info : parameters())
        if (info.scope == scope) names[info.parameter] = info.fileName();
    return readDrawnBy(reader, names);
}

DrawnByDrafts readDrawnBy(JsonReader& reader, const std::map<Parameter, std::string>& names) {
    DrawnByDrafts drafts;
    std::vector<Member> members;
    for (const auto& [parameter, name] : names)
        members.push_back({name, [&, parameter = parameter] { drafts[parameter] = readPlace(reader); }});
    readMembers(reader, nullptr, members);
    return drafts;
}

std::optional<Problem> rememberDrawings(Session& session, const SessionDraft& draft) {
    std::optional<Problem> problem;
    const auto take = [&](const DrawnByDrafts& drafts, Parameter parameter, const std::string& field, DrawnBy& to,
                          const auto& matrix) {
        const auto found = drafts.find(parameter);
        if (found == drafts.end() || problem) return;
        const auto& [at, part, head] = found->second;
        DrawnBy by{static_cast<std::size_t>(at) < draft.drawings.size() ? draft.drawings[static_cast<std::size_t>(at)]
                                                                        : Frozen<Drawing>()};
        if (!isTable(parameter)) by.place = {parameter, part, head};
        if (!by.drawing || !shapeAt(*by.drawing, by.place))
            problem = Problem{field + ": the session's \"drawings\" have no matching entry."};
        else
            to = ifStillDrawn(by, matrix ? Drawing::Shape{matrix->rows(), matrix->cols()} : Drawing::Shape());
    };
    const auto takeText = [&](const TextDraft& from, Text& to, const std::string& where) {
        take(from.drawn, Parameter::X, where + "drawn_by.embeddings", to.drawn, &to.embeddings);
    };
    const auto takeAll = [&](const PartDraft& from, auto& to, Scope scope, const std::string& where) {
        forEachParameter(to, scope, [&](const ParameterInfo& info, ParameterValue& value) {
            take(from.drawn, info.parameter, where + ".drawn_by." + info.fileName(), value.drawn, value.kept);
        });
    };
    takeText(draft.text, session.text, "");
    if (draft.source) takeText(*draft.source, *session.source.kept, "context_sentence.");
    if (draft.positions) {
        ParameterValue& table = session.positions.kept->table;
        take(draft.positions->drawn, Parameter::P, "positions.drawn_by.table", table.drawn, table.kept);
    }
    for (std::size_t l = 0; l < session.layers.size(); ++l) {
        const std::string where = "layers[" + std::to_string(l) + "]";
        session.layers.change(static_cast<int>(l), [&](Layer& layer) {
            takeAll(draft.layers[l], layer, Scope::Layer, where);
            for (std::size_t h = 0; h < layer.allHeads.size(); ++h)
                takeAll(draft.layers[l].allHeads[h], layer.allHeads[h], Scope::Head,
                        where + ".heads[" + std::to_string(h) + "]");
        });
    }
    return problem;
}

WrittenDrawings::WrittenDrawings(const Session& session) {
    add(session.text.drawn);
    if (session.source.kept) add(session.source.kept->drawn);
    if (session.positions.kept) add(session.positions.kept->table.drawn);
    for (const Layer& layer : session.layers)
        forEachParameter(layer, 0, [&](const ParameterRef&, const ParameterValue& value) { add(value.drawn); });
}

void WrittenDrawings::add(const DrawnBy& by) {
    const Drawing* const drawing = by.drawing.get();
    if (!drawing || places_.contains(drawing)) return;
    const auto equal = std::ranges::find_if(all_, [&](const Drawing* other) { return *other == *drawing; });
    places_[drawing] = static_cast<std::size_t>(equal - all_.begin());
    if (equal == all_.end()) all_.push_back(drawing);
}

std::string WrittenDrawings::listText(std::size_t indent) const {
    std::string text = "[";
    for (const Drawing* drawing : all_)
        text += (text.size() > 1 ? ",\n" : "\n") + std::string(indent + 2, ' ') + drawingText(*drawing);
    return text + "\n" + std::string(indent, ' ') + "]";
}

std::string WrittenDrawings::byText(const std::vector<std::pair<std::string, DrawnBy>>& matrices) const {
    std::string text;
    for (const auto& [name, by] : matrices) {
        if (!by.drawing) continue;
        text += (text.empty() ? "{" : ", ") + jsonText(name) +
                ": {\"drawing\": " + std::to_string(places_.at(by.drawing.get()));
        if (by.place.part > 0) text += ", \"layer\": " + std::to_string(by.place.part);
        if (by.place.head > 0) text += ", \"head\": " + std::to_string(by.place.head);
        text += "}";
    }
    return text.empty() ? text : text + "}";
}

} // namespace headlight
