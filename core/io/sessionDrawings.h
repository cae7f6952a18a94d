#pragma once
// How matrices were drawn, in the file: the session's "drawings", and the "drawn_by" of heads, layers and embeddings.

#include "io/JsonReader.h"
#include "session/Session.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// {"drawing": 0, "layer": 0, "head": 1}: a place in one of the session's drawings.
struct DrawnByDraft {
    int drawing = 0, part = 0, head = 0;
};
using DrawnByDrafts = std::map<Parameter, DrawnByDraft>;

Drawing readDrawing(JsonReader&);
DrawnByDrafts readDrawnBy(JsonReader&, Scope);                   ///< of the parameters of a head, or of a layer
DrawnByDrafts readTableDrawnBy(JsonReader&, const char* member); ///< of the embeddings, as X

/// With the drawings that they mean. A Problem, which names `field`, if there is no such place; what has another shape
/// by now is left out. `table` is what the field of a table is called.
Result<DrawnParameters> resolved(const DrawnByDrafts&, const std::vector<Frozen<Drawing>>& drawings,
                                 const std::string& field, const char* table = "embeddings");

/// Of a head or a layer: what is said of matrices that are there, on or off, in the shape that they were drawn in.
template <class HeadOrLayer>
DrawnParameters drawnThere(const HeadOrLayer& set, DrawnParameters drawn) {
    std::erase_if(drawn, [&](const auto& one) {
        const auto& [parameter, by] = one;
        const Drawing::Shape shape = shapeAt(*by.drawing, {parameter, by.part, by.head});
        const auto has = [&](const FrozenMatrix& m) { return m && shape == Drawing::Shape{m->rows(), m->cols()}; };
        return !has(set[parameter]) && !has(set.off[parameter]);
    });
    return drawn;
}

/// The drawings of a session that is written, each once, in the order of their matrices.
class WrittenDrawings {
public:
    explicit WrittenDrawings(const Session&);

    bool isEmpty() const { return all_.empty(); }
    std::string listText(std::size_t indent) const;
    std::string byText(const DrawnParameters&) const; ///< the value of "drawn_by"
    std::string tableText(const Frozen<Drawing>&, const char* name) const;

private:
    void add(const Layer&);
    void add(const DrawnParameters&);
    void add(const Frozen<Drawing>&);
    std::string placeText(const DrawnBy&) const;

    std::vector<const Drawing*> all_;
    std::map<const Drawing*, std::size_t> places_;
};

} // namespace headlight
