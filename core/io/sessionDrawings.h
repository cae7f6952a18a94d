#pragma once
// Records of drawn matrices in a file: the session's "drawings", and the "drawn_by" of heads, layers and embeddings.

#include "session/Session.h"

#include <cstddef>
#include <map>
#include <vector>

namespace headlight {

class ObjectIo;

/// {"drawing": 0, "layer": 0, "head": 1}: a place in one of the session's drawings.
struct DrawnByDraft {
    int drawing = 0, part = 0, head = 0;
};

void describe(ObjectIo&, DrawnByDraft&);
void describe(ObjectIo&, const DrawnBy&); ///< requires a drawing
/// One of the session's "drawings".
struct DrawingForm {
    static void readIn(ObjectIo&, Frozen<Drawing>&);
    static std::string textIn(const ObjectIo&, const Drawing*);
};

/// The drawings of a session that is written, each once, in the order of their matrices.
class WrittenDrawings {
public:
    explicit WrittenDrawings(const Session&);

    const std::vector<const Drawing*>& all() const { return all_; }
    DrawnByDraft placeOf(const DrawnBy&) const; ///< requires a drawing

private:
    void add(const DrawnBy&);

    std::vector<const Drawing*> all_;
    std::map<const Drawing*, std::size_t> places_;
};

} // namespace headlight
