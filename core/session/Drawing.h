#pragma once

#include "base/Frozen.h"
#include "base/Result.h"
#include "random/Initialiser.h"
#include "session/parameters.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// What was drawn from one seed, one after the other: enough to draw it again, here or in PyTorch (drawingPython.h).
/// The embeddings come first; then the layers. Whoever remembers it may have lost some of its matrices since.
struct Drawing {
    enum class Order { ByProjection, ByHead };
    struct Shape {
        Index rows = 0, cols = 0; ///< as in the session, [in, out]; none: not drawn
        explicit operator bool() const { return rows > 0; }
        friend bool operator==(const Shape&, const Shape&) = default;
    };
    /// One layer, or a part of it. What one head has was drawn for all.
    struct Part : PerParameter<Shape> {
        int heads = 1;
        friend bool operator==(const Part&, const Part&) = default;
    };

    Initialiser initialiser = Initialiser::Rand; ///< of embeddings that are not alone: nn.Embedding
    std::uint64_t seed = 123;
    /// All heads' W_q, then all W_k, then all W_v (as nn.Linear for all heads at once draws them); or head 1's W_q, W_k
    /// and W_v, then head 2's. A bias comes behind its weight, what belongs to the layer behind its heads.
    Order order = Order::ByProjection;
    /// Weights are drawn as PyTorch holds them, [out, in], and turned. Those of nn.Linear always are.
    bool isTurned = false;
    Shape embeddings;
    std::vector<Part> parts;

    friend bool operator==(const Drawing&, const Drawing&) = default;
};

/// One matrix of a Drawing. What belongs to no layer is X: embeddings and positions.
struct DrawnPlace {
    Parameter parameter = Parameter::X;
    int part = 0;
    int head = 0;
    friend bool operator==(const DrawnPlace&, const DrawnPlace&) = default;
};

/// How a matrix was drawn, or the first rows of a table; forgotten when it gets another shape. Its cells may have
/// changed since.
struct DrawnBy {
    Frozen<Drawing> drawing{}; ///< null: by the program, or not drawn
    DrawnPlace place{};
    friend bool operator==(const DrawnBy& a, const DrawnBy& b) {
        const bool isSame = a.drawing == b.drawing || (a.drawing && b.drawing && *a.drawing == *b.drawing);
        return isSame && a.place == b.place;
    }
};

/// What `place` has in the drawing; none if there is no such place.
Drawing::Shape shapeAt(const Drawing&, const DrawnPlace&);

/// What draws the embeddings of a drawing, and a bias.
Initialiser ofEmbeddings(const Drawing&);
Initialiser ofBias(Initialiser);

/// Calls f(place, shape) for everything that is drawn, in the order of the generator, until it returns false.
void forEachDraw(const Drawing&, const std::function<bool(const DrawnPlace&, const Drawing::Shape&)>& f);

/// Draws all of it; `take` gets what is `wanted`, in order. False if it returned false.
using Wanted = std::function<bool(const DrawnPlace&)>;
using Take = std::function<bool(const DrawnPlace&, Matrix)>;
bool drawAll(const Drawing&, const Wanted& wanted, const Take& take);

/// The numbers of one place, drawn again. Takes as long as what is drawn before it.
Matrix drawnAt(const Drawing&, const DrawnPlace&);

/// More than can be drawn at once, which is a sentence; nothing if it can.
std::optional<Problem> tooMuch(const Drawing&);

} // namespace headlight
