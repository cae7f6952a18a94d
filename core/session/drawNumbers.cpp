#include "session/drawNumbers.h"

#include "base/sameBits.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <utility>

namespace headlight {
namespace {

using Which = DrawRequest::Which;

Drawing::Shape shapeOf(const FrozenMatrix& matrix) {
    return matrix ? Drawing::Shape{matrix->rows(), matrix->cols()} : Drawing::Shape{};
}

/// True if not all heads of a layer are drawn.
bool isOfOneHead(const DrawRequest& request) {
    return request.which == Which::Head || (request.which == Which::Parameter && !isOfAllHeads(request.ref));
}

/// Maps the places of a drawing to those in the session.
struct Places {
    int firstLayer = 0, firstHead = 0;
    ParameterRef operator()(const DrawnPlace& at) const {
        return {at.parameter, firstLayer + at.layer, belongsToHead(at.parameter) ? firstHead + at.head : 0};
    }
};

Places placesFor(const DrawRequest& request) {
    const bool isInHead = request.which == Which::Head || belongsToHead(request.ref.parameter);
    return {request.which == Which::Session ? 0 : request.ref.layer,
            isOfOneHead(request) && isInHead ? request.ref.head : 0};
}

/// True if the request asks for this place, false if it is only drawn on the way to another one.
bool isMeant(const DrawRequest& request, const DrawnPlace& at) {
    if (at.parameter == Parameter::X) return true;
    if (request.which == Which::Parameter) return at.parameter == request.ref.parameter;
    const Presence presence = infoOf(at.parameter).presence;
    if (presence == Presence::Given) return false;
    return request.which == Which::Head ? belongsToHead(at.parameter) : presence != Presence::OfNorm;
}

Drawing::Part partFor(const Session& session, const DrawRequest& request, int layer) {
    Drawing::Part part;
    const Layer& l = layerAt(session, layer);
    const bool isOneHead = isOfOneHead(request);
    if (!isOneHead) part.heads = static_cast<int>(l.heads().size());
    const Places places = placesFor(request);
    forEachParameter(l, layer, [&](const ParameterRef& ref, const FrozenMatrix& matrix) {
        if (!matrix || !isMeant(request, {ref.parameter, 0, 0})) return;
        if (isOneHead && belongsToHead(ref.parameter) && ref.head != places.firstHead) return;
        part[ref.parameter] = shapeOf(matrix);
    });
    if (request.initialiser != Initialiser::Linear) return part;
    const Sizes sizes = sizesOf(session, layer);
    for (const ParameterInfo& weight : parameters())
        if (const ParameterInfo* bias = biasOf(weight.parameter); bias && part[bias->parameter])
            part[weight.parameter] = {lengthOf(weight.rows, sizes), lengthOf(weight.cols, sizes)};
    return part;
}

bool isThere(const Session& session, const DrawRequest& request) {
    const ParameterRef& ref = request.ref;
    if (request.which == Which::Session || isTable(ref.parameter)) return true;
    if (!layerExists(session, ref.layer)) return false;
    const auto heads = static_cast<int>(layerAt(session, ref.layer).heads().size());
    return !isOfOneHead(request) || (ref.head >= 0 && ref.head < heads);
}

/// Replaces the table by the drawn one, and pins its rows, also those that have no token yet.
void putEmbeddings(Text& text, const Frozen<Drawing>& drawing, Matrix drawn) {
    if (!sameBits(drawn, *text.embeddings.matrix())) text.embeddings = std::move(drawn);
    text.drawn = {drawing};
    pinVocabulary(text);
}

void putTable(Session& now, Parameter parameter, const Frozen<Drawing>& drawing, Matrix drawn) {
    if (Text* text = textOf(now, parameter)) return putEmbeddings(*text, drawing, std::move(drawn));
    ParameterValue& table = now.positions->table;
    if (!sameBits(drawn, *table)) table.kept = std::move(drawn);
    table.drawn = {drawing};
}

/// Returns the shape of a table.
Drawing::Shape shapeOf(const Session& session, Parameter table) {
    if (const Text* text = textOf(session, table)) return {text->embeddings.rows(), text->embeddings.cols()};
    return session.positions && !areEmbeddings(table) ? shapeOf(session.positions->table) : Drawing::Shape();
}

} // namespace

bool isTable(Parameter parameter) { return areEmbeddings(parameter) || infoOf(parameter).scope == Scope::Session; }

Drawing drawingFor(const Session& session, const DrawRequest& request) {
    const bool isTableAlone = request.which == Which::Parameter && isTable(request.ref.parameter);
    Drawing drawing{request.initialiser, request.seed, request.order, request.isTransposed, {}, {}};
    if (!isTableAlone && !isThere(session, request)) return drawing; // not even the embeddings that come with it
    if (const auto table = shapeOf(session, isTableAlone ? request.ref.parameter : Parameter::X);
        table && (isTableAlone || request.withEmbeddings))
        drawing.embeddings = table;
    if (isTableAlone) return drawing;
    const Places places = placesFor(request);
    const int layers = request.which == Which::Session ? static_cast<int>(session.layers.size()) : 1;
    for (int l = 0; l < layers; ++l) drawing.parts.push_back(partFor(session, request, places.firstLayer + l));
    return drawing;
}

Result<Session> withDrawn(const Session& session, const DrawRequest& request, const Watch& watch) {
    const Frozen<Drawing> drawing = drawingFor(session, request);
    if (auto problem = tooMuch(*drawing)) return std::move(*problem);
    const Places places = placesFor(request);
    Session now = session;
    const auto wanted = [&](const DrawnPlace& at) {
        if (at.parameter == Parameter::X) return true;
        return isMeant(request, at) && valueOf(now, places(at)); // some heads may have no bias
    };
    std::size_t count = 0, total = 0;
    forEachDraw(*drawing, [&](const DrawnPlace& at, const Drawing::Shape&) { return total += wanted(at), true; });
    if (total == 0) return Problem{"There are no numbers to draw: the session does not have the chosen matrices."};
    const bool isDone = drawAll(*drawing, wanted, [&](const DrawnPlace& at, Matrix numbers) {
        if (at.parameter == Parameter::X) {
            const bool isAlone = drawing->parts.empty();
            putTable(now, isAlone ? request.ref.parameter : Parameter::X, drawing, std::move(numbers));
        } else {
            changeParameter(now, places(at), [&](ParameterValue& value) {
                if (!sameBits(numbers, *value.kept)) value.kept = std::move(numbers);
                value.drawn = {drawing, at};
            });
        }
        return shouldContinue(watch, ++count, total);
    });
    if (!isDone) return stopped();
    return sameValues(now, session) ? session : now;
}

DrawnBy ifStillDrawn(const DrawnBy& by, const Drawing::Shape& now) {
    if (!by.drawing) return {};
    const Drawing::Shape drawn = shapeAt(*by.drawing, by.place);
    const bool mayBeLonger = by.place.parameter == Parameter::X && drawn.rows < now.rows;
    const bool isStill = drawn.cols == now.cols && (drawn.rows == now.rows || mayBeLonger);
    return isStill ? by : DrawnBy();
}

DrawnBy drawnBy(const Session& session, const ParameterRef& ref) {
    if (const Text* text = textOf(session, ref.parameter)) return text->drawn;
    const ParameterValue* value = valueOf(session, ref);
    return value ? value->drawn : DrawnBy();
}

} // namespace headlight
