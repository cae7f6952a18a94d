#pragma once
// The edits that draw numbers from a seed as PyTorch does, and what the session remembers of them.

#include "base/Watch.h"
#include "session/Session.h"

#include <optional>
#include <string>

namespace headlight {

/// A request of a person to draw numbers.
struct DrawRequest {
    enum class Which { Parameter, Head, Layer, Session }; ///< a layer norm's gain and bias: only by Parameter
    Which which = Which::Parameter;
    ParameterRef ref;            ///< the parameter (of one head or all), the head or the layer. A table is drawn alone
    bool withEmbeddings = false; ///< true to draw the embeddings of the first sentence, too
    Initialiser initialiser = Initialiser::Rand;
    std::uint64_t seed = 123;
    Drawing::Order order = Drawing::Order::ByProjection;
    bool isTransposed = false;
    friend bool operator==(const DrawRequest&, const DrawRequest&) = default;
};

/// True for embeddings and positions, which belong to no layer.
bool isTable(Parameter);

/// Returns what would be drawn, in the session's sizes. A bias that nn.Linear draws brings its weight along.
Drawing drawingFor(const Session&, const DrawRequest&);

/// Draws the numbers, and remembers for each matrix how. Drawn embeddings are pinned: every token of the table keeps
/// its row. Returns a Problem if there is nothing to draw, or too much.
Result<Session> withDrawn(const Session&, const DrawRequest&, const Watch& watch = {});

DrawnBy drawnBy(const Session&, const ParameterRef&);
/// Returns `by`, or nothing if the matrix has another shape than the drawn one; a table may have more rows.
DrawnBy ifStillDrawn(const DrawnBy&, const Drawing::Shape& now);

} // namespace headlight
