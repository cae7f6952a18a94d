#pragma once
// Records of drawn matrices in a file: the session's "drawings", and the "drawn_by" of heads, layers and embeddings.

#include "io/JsonReader.h"
#include "session/Session.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// {"drawing": 0, "layer": 0, "head": 1}: a place in one of the session's drawings.
struct DrawnByDraft {
    int drawing = 0, part = 0, head = 0;
};
using DrawnByDrafts = std::map<Parameter, DrawnByDraft>;

/// `layersLeft` is how many more layers the drawings of the file may have.
Drawing readDrawing(JsonReader&, int& layersLeft);
DrawnByDrafts readDrawnBy(JsonReader&, Scope); ///< for the parameters of a head, or of a layer
DrawnByDrafts readDrawnBy(JsonReader&, const std::map<Parameter, std::string>& names);

/// The drawings of a session that is written, each once, in the order of their matrices.
class WrittenDrawings {
public:
    explicit WrittenDrawings(const Session&);

    bool isEmpty() const { return all_.empty(); }
    std::string listText(std::size_t indent) const;
    /// Returns the value of "drawn_by" for matrices with their names; empty if none of them was drawn.
    std::string byText(const std::vector<std::pair<std::string, DrawnBy>>&) const;

private:
    void add(const DrawnBy&);

    std::vector<const Drawing*> all_;
    std::map<const Drawing*, std::size_t> places_;
};

} // namespace headlight
