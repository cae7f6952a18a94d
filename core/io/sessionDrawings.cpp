#include "base/places.h"
#include "io/ObjectIo.h"
#include "io/sessionDraft.h"
#include "session/drawNumbers.h"

#include <algorithm>

namespace headlight {
namespace {

/// The shape of a matrix that was drawn, as [rows, cols], or as [n].
struct ShapeForm {
    bool isVector = false;
    static void read(JsonReader& json, Drawing::Shape& to) {
        const std::vector<Index> shape = readShape(json, 1);
        if (json.ok()) to = {shape.size() == 1 ? 1 : shape[0], shape.back()};
    }
    std::string text(const Drawing::Shape& shape) const {
        return (isVector ? "[" : "[" + std::to_string(shape.rows) + ", ") + std::to_string(shape.cols) + "]";
    }
};

struct InitialiserForm {
    static void read(JsonReader& json, Initialiser& to) { to = readInitialiser(json, false); }
    static std::string text(Initialiser initialiser) { return jsonText(infoOf(initialiser).id); }
};

/// Fails for a drawing that could not be drawn again, or not in Python.
void check(JsonReader& json, const Drawing& drawing) {
    if (const auto problem = tooMuch(drawing)) return json.fail("cannot be drawn: " + problem->text);
    for (const Drawing::Part& part : drawing.parts)
        for (const ParameterInfo& info : parameters())
            if (info.weight && part[info.parameter] && !part[*info.weight] && infoOf(drawing.initialiser).isModule)
                json.fail("has a " + info.fileName() + " without the " + symbolOf(*info.weight) + " that it needs");
}

void describePlace(ObjectIo& io, auto& place) {
    const Whole index{0, kMaxFileRows};
    io.field("drawing", place.drawing, index);
    io.optional("layer", place.part, index);
    io.optional("head", place.head, index);
}

constexpr auto kDrawnPart = [](ObjectIo& io, auto& part) {
    if (io.isReading() && --io.reading().drawnLayersLeft < 0)
        io.json().fail("exceeds the limit of " + std::to_string(kMaxDrawnLayers) +
                       " layers in all \"drawings\" of a file; remove drawings that no \"drawn_by\" names");
    io.field("heads", part.heads, Whole{1, kMaxHeads});
    for (const ParameterInfo& info : parameters())
        if (info.scope != Scope::Session) // parameters of layers and heads
            io.optional(info.fileName(), part[info.parameter], ShapeForm{info.rows == Side::One});
};

constexpr auto kDrawing = [](ObjectIo& io, auto& drawing) {
    io.field("init", drawing.initialiser, InitialiserForm{});
    io.field("seed", drawing.seed);
    io.optional("order", drawing.order, Word{{"by_projection", "by_head"}});
    io.optional("turned", drawing.isTransposed);
    io.optional("embeddings", drawing.embeddings, ShapeForm{});
    io.optional("layers", drawing.parts, List{kMaxLayers, "layers", kDrawnPart});
    io.check([&drawing](JsonReader& json, const Names&) { check(json, drawing); });
};

} // namespace

void describe(ObjectIo& io, DrawnByDraft& place) { describePlace(io, place); }
void describe(ObjectIo& io, const DrawnBy& by) {
    const DrawnByDraft place = io.writing().drawings.placeOf(by);
    describePlace(io, place);
}

void DrawingForm::readIn(ObjectIo& object, Frozen<Drawing>& to) {
    Drawing drawing;
    object.read(drawing, kDrawing);
    drawing.parts.shrink_to_fit();
    to = std::move(drawing);
}

std::string DrawingForm::textIn(const ObjectIo& object, const Drawing* drawing) {
    return object.text(*drawing, kDrawing);
}

std::optional<Problem> rememberDrawings(Session& session, const SessionDraft& draft) {
    std::optional<Problem> problem;
    const auto take = [&](const std::optional<DrawnByDraft>& place, Parameter parameter, const std::string& field,
                          DrawnBy& to, const auto& matrix) {
        if (!place || problem) return;
        const auto& [at, part, head] = *place;
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
    const auto takeAll = [&](const auto& from, auto& to, Scope scope, const std::string& where) {
        forEachParameter(to, scope, [&](const ParameterInfo& info, ParameterValue& value) {
            take(from[info.parameter].drawn, info.parameter, where + ".drawn_by." + info.fileName(), value.drawn,
                 value.kept);
        });
    };
    takeText(draft.text, session.text, "");
    if (draft.source.kept) takeText(*draft.source, *session.source.kept, "context_sentence.");
    if (draft.positions.kept) {
        ParameterValue& table = session.positions.kept->table;
        take(draft.positions->table.drawn, Parameter::P, "positions.drawn_by.table", table.drawn, table.kept);
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

DrawnByDraft WrittenDrawings::placeOf(const DrawnBy& by) const {
    return {static_cast<int>(places_.at(by.drawing.get())), by.place.layer, by.place.head};
}

} // namespace headlight
