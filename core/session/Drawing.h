#pragma once

#include "base/Frozen.h"
#include "base/Result.h"
#include "random/Initialiser.h"
#include "session/parameters.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A record of matrices that were drawn from one seed, one after the other, to draw them again, here or in PyTorch. The
/// embeddings come first, then the layers. A session may have lost some of them since.
struct Drawing {
    enum class Order { ByProjection, ByHead };
    struct Shape {
        Index rows = 0, cols = 0; ///< as in the session, [in, out]; 0 rows: not drawn
        explicit operator bool() const { return rows > 0; }
        friend bool operator==(const Shape&, const Shape&) = default;
    };
    /// One layer, or a part of it. A parameter of heads was drawn for all of them.
    struct Part : PerParameter<Shape> {
        int heads = 1;
        friend bool operator==(const Part&, const Part&) = default;
    };

    Initialiser initialiser = Initialiser::Rand; ///< embeddings that are drawn with layers have nn.Embedding
    std::uint64_t seed = 123;
    /// ByProjection: all heads' W_q, then all W_k, then all W_v (as nn.Linear for all heads at once draws them).
    /// ByHead: head 1's W_q, W_k, W_v, then head 2's. Biases come behind weights, the layer's matrices behind those of
    /// heads.
    Order order = Order::ByProjection;
    /// True if weights are drawn as PyTorch holds them, [out, in], and transposed. Those of nn.Linear always are.
    bool isTransposed = false;
    Shape embeddings;
    std::vector<Part> parts;

    friend bool operator==(const Drawing&, const Drawing&) = default;
};

/// The place of one matrix in a Drawing: the layer is an index of its parts. Embeddings and positions, which belong to
/// no layer, have the parameter X.
using DrawnPlace = ParameterRef;

/// A record of how a matrix, or the first rows of a table, was drawn. It is forgotten when the matrix gets another
/// shape. Cells may have changed since.
struct DrawnBy {
    Frozen<Drawing> drawing{}; ///< null: drawn by the program, or not drawn
    DrawnPlace place{};
    friend bool operator==(const DrawnBy& a, const DrawnBy& b) {
        const bool isSame = a.drawing == b.drawing || (a.drawing && b.drawing && *a.drawing == *b.drawing);
        return isSame && a.place == b.place;
    }
};

/// Returns the shape of the matrix at `place`; none if there is no such place.
Drawing::Shape shapeAt(const Drawing&, const DrawnPlace&);

/// Return what draws the embeddings of a drawing, and a bias.
Initialiser ofEmbeddings(const Drawing&);
Initialiser ofBias(Initialiser);

/// Calls f(place, shape) for everything that is drawn, in the order of the generator, until it returns false.
void forEachDraw(const Drawing&, const std::function<bool(const DrawnPlace&, const Drawing::Shape&)>& f);

/// Draws all matrices; `take` gets those that are `wanted`, in order, until it returns false. False if it did.
using Wanted = std::function<bool(const DrawnPlace&)>;
using Take = std::function<bool(const DrawnPlace&, Matrix)>;
bool drawAll(const Drawing&, const Wanted& wanted, const Take& take);

/// Returns the lines of Python that draw the same numbers with PyTorch on a CPU: embeddings [rows, d], weights [in,
/// out] to be applied as x W. The matrices of several heads are lists. Ends with a line feed.
std::string pythonOf(const Drawing&);

/// Returns a Problem if the drawing has too many numbers, or orthogonal matrices that are too large.
std::optional<Problem> tooMuch(const Drawing&);

} // namespace headlight
